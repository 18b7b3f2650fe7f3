// SPDX-License-Identifier: Apache-2.0
// Terms over ranges: the values that a term can have, and what a condition says about variables.
#pragma once
#include "kleene/analysis/invariants.h"

#include <optional>
#include <unordered_map>

namespace kleene::analysis {

class Evaluator {
public:
  Evaluator(const ir::Program& program, IntegerModel integers)
      : program_(program), integers_(integers) {}

  Range top(Type type) const { return Range::of(type, integers_); }
  Range value(VarId variable, const Facts& facts) const;
  /// All values of a Bool or integer term; Bool is 0 or 1.
  Range value(Term t, const Facts& facts) const;
  /// What is known where the condition has that truth.
  Facts assume(Term condition, bool truth, Facts facts) const;
  bool may_overflow(Term t, const Facts& facts) const;
  void set(VarId variable, const Range& range, Facts& facts) const;

private:
  using Memo = std::unordered_map<Term, Range>;
  Range evaluate(Term t, const Facts& facts, Memo& memo) const;
  Range arithmetic(Term t, const Range& a, const Range& b) const;
  /// Before it is wrapped; nothing for operators that never leave their type.
  std::optional<Range> exact(Term t, const Range& a, const Range& b) const;
  Range bits(Term t, const Range& a, const Range& b) const;
  Range cast(Term t, const Range& a) const;
  /// The result of an operation, wrapped as its type says.
  Range settled(Type type, const Range& exact) const;
  void restrict_to(Term t, const Range& allowed, Facts& facts) const;
  void compare(Term condition, bool truth, Facts& facts) const;
  Facts either(Term condition, bool truth, const Facts& facts) const;

  const ir::Program& program_;
  IntegerModel integers_;
};

Facts join(const Facts& a, const Facts& b);

} // namespace kleene::analysis
