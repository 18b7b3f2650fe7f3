// SPDX-License-Identifier: Apache-2.0
// Any bytes: reading a Linear Program ends with a program that validates, or with a diagnostic.
#include "kleene/frontend/linear/linear_frontend.h"
#include "kleene/ir/validate.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  auto program = kleene::frontend::linear::read_linear("fuzz.lin", text);
  if (!program) {
    kleene::render(program.error());
    return 0;
  }
  std::vector<std::string> problems = kleene::ir::validate(*program);
  if (problems.empty()) return 0;
  std::cerr << problems.front() << "\n" << text << "\n";
  std::abort();
}
