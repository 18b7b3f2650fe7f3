// SPDX-License-Identifier: Apache-2.0
// The command `kleene fix`: evaluates a formula file, prints what it asks for as text, and hands back
// the same as data.
#pragma once
#include "kleene/calculus/session.h"
#include "kleene/support/budget.h"
#include "kleene/support/observer.h"

#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace kleene::calculus {

struct FixOptions {
  /// The name that messages show, and where the text is read from if it is not given.
  std::string file;
  std::optional<std::string> text;
  /// Calculus text that is read before the file: the relations of a program, and a name for it.
  std::optional<std::string> prelude;
  std::string prelude_name = "program";
  /// `-DK=5`
  std::map<std::string, long> constants;
  std::function<void(const Round&)> on_round; ///< may be empty
  ShowValue show;                             ///< may be empty
};

struct PlacedOutcome {
  Outcome outcome;
  std::string file;
  SourcePoint begin;
};

/// In a word, as doc/json.md has it.
std::string name(OutcomeKind kind);

struct FixAnswer {
  std::vector<PlacedOutcome> outcomes;
  /// Warnings, and at most one error: the file does not parse, or a relation has no value.
  std::vector<Diagnostic> diagnostics;
  /// A limit was reached.
  std::optional<std::string> limit;
};

/// Prints one line per closed query, ending in its truth value, as soon as it is known, and lines for
/// the other results; no other line ends in a truth value. The outcomes before a failure are kept.
FixAnswer
run_fix(const FixOptions& options, Budget& budget, Observer& observer, std::ostream& lines);

} // namespace kleene::calculus
