// SPDX-License-Identifier: Apache-2.0
// The questions that the judge of leaps asks about one leap.
#pragma once
#include "passage.h"

namespace kleene::evidence {

/// Collects questions, each with the variables it needs.
class LeapScript {
public:
  LeapScript(const Problem& problem, const Passages& passages);
  /// `bad` must not be possible. Throws NotExpressible.
  void exclude(const std::string& title, Term bad);
  /// `for all` the variables of `open` that occur, the formula is false: used for "there is no …".
  void exclude(const std::string& title, Term known, const std::vector<Term>& open, Term never);
  smt::Script finish() { return std::move(script_); }

private:
  std::string declarations(const std::vector<Term>& formulas, const std::set<VarId>& bound) const;

  const Problem& problem_;
  const Passages& passages_;
  TermManager& terms_;
  smt::Encoding encoding_;
  smt::Script script_;
};

/// What must be possible, or known, along a passage for `then` to hold in the end.
Term along(TermManager& terms, const Passage& passage, Term then);
/// Everything that happens along a passage at once.
Term together(TermManager& terms, const Passage& passage);
/// A formula on the values at the end of a passage.
Term at_end(TermManager& terms, const Passage& passage, Term formula);

/// Asks everything about a leap; says what it does. `title` names it. Throws NotCheckable.
LeapEffect question_leap(const Problem& problem,
                         const Leap& leap,
                         const std::string& title,
                         Passages& passages,
                         LeapScript& script);

} // namespace kleene::evidence
