// SPDX-License-Identifier: Apache-2.0
#include "kleene/report/report.h"

#include <fmt/core.h>

namespace kleene::report {

std::string draw(const ShownChain& chain) {
  std::string text = chain.leaps.size() == 1
                         ? "The way there passes a loop in one leap, however often it goes round:\n"
                         : fmt::format("The way there passes {} loops, each in one leap, however "
                                       "often they go round:\n",
                                       chain.leaps.size());
  for (const ShownLeap& leap : chain.leaps) {
    text += fmt::format("  {} at {}  {}\n", leap.where, describe(leap.place), leap.place.text);
    text += fmt::format("    | enters where  {}\n", leap.entry);
    for (const std::string& states : leap.region)
      text += fmt::format("    | stays where   {}\n", states);
    for (const std::string& choice : leap.choices)
      text += fmt::format("    | chooses       {}\n", choice);
    text += fmt::format("    v leaves where  {}\n", leap.exit);
    text += leap.theorem == 2
                ? "      (theorem 2: every step leads on in the region, and none to a place where "
                  "another one leads)\n"
                : "      (theorem 1: every state of the region comes from one in it, and each goes "
                  "on in one way only)\n";
  }
  return text
         + fmt::format("{} confirmed all conditions ({} question{}).\n",
                       chain.checker,
                       chain.questions,
                       chain.questions == 1 ? "" : "s");
}

} // namespace kleene::report
