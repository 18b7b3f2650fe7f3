// SPDX-License-Identifier: Apache-2.0
// A program of yours that asks kleene: the exit status is 0 if every file is proved.
#include <iostream>
#include <kleene/kleene.h>

int main(int argc, char** argv) {
  bool proved = true;
  for (int i = 1; i < argc; ++i) {
    kleene::Answer answer = kleene::check({argv[i]}, {"--time-limit", "30"});
    switch (answer.verdict) {
    case kleene::Verdict::True:
      std::cout << argv[i] << ": proved\n";
      break;
    case kleene::Verdict::False:
      std::cout << argv[i] << ": violates " << answer.property << "\n";
      break;
    default:
      std::cout << argv[i] << ": no answer: " << answer.reason << "\n";
    }
    proved = proved && answer.verdict == kleene::Verdict::True;
  }
  return proved ? 0 : 1;
}
