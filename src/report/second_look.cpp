// SPDX-License-Identifier: Apache-2.0
#include "kleene/report/report.h"

#include <fmt/core.h>

namespace kleene::report {

std::string to_text(const ShownLook& look) {
  if (!look.skipped.empty())
    return fmt::format("Second look: skipped, the compiled program did not run: {}.\n",
                       look.skipped);
  std::string compilers;
  for (const std::string& compiler : look.compilers)
    compilers += (compilers.empty() ? "" : " and ") + compiler;
  std::string text =
      fmt::format("Second look: nothing in {} run{} of the program as compiled by {}",
                  look.runs,
                  look.runs == 1 ? "" : "s",
                  compilers);
  if (look.tried > 0) text += fmt::format(", {} on inputs that engines tried,", look.tried);
  return text + " contradicts the answer.\n";
}

} // namespace kleene::report
