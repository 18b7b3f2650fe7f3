// SPDX-License-Identifier: Apache-2.0
// The command `kleene fix`: evaluates a formula file and reports what it asks for, for people on a
// stream and for programs as JSON.
#pragma once
#include "kleene/support/budget.h"
#include "kleene/support/observer.h"

#include <iosfwd>
#include <map>
#include <optional>
#include <string>

namespace kleene::calculus {

struct FixOptions {
  std::string file;
  /// Calculus text that is read before the file: the relations of a program, and a name for it.
  std::optional<std::string> prelude;
  std::string prelude_name = "program";
  /// `-DK=5`
  std::map<std::string, long> constants;
  /// Where to write JSON; `-` is stdout, which then holds nothing else.
  std::optional<std::string> json;
};

/// Results to `out`, warnings and errors to `err`. Returns the exit code: 0, 2 for a file that does
/// not parse, 3 for a relation without value, 4 for a limit that was reached.
int run_fix(const FixOptions& options,
            Budget& budget,
            Observer& observer,
            std::ostream& out,
            std::ostream& err);

} // namespace kleene::calculus
