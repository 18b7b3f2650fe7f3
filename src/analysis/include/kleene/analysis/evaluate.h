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
  /// All that a pattern (logic/floats.h) can stand for.
  FloatInterval number(VarId variable, const Facts& facts) const;
  FloatInterval number(Term t, const Facts& facts) const;
  /// What is known where the condition has that truth.
  Facts assume(Term condition, bool truth, Facts facts) const;
  /// What is known where the term has one of these values.
  Facts within(Term t, const Range& allowed, Facts facts) const {
    restrict_to(t, allowed, facts);
    return facts;
  }
  bool may_overflow(Term t, const Facts& facts) const;
  /// What is known of a variable besides what was known before.
  void set(VarId variable, const Range& range, Facts& facts) const;
  void set(VarId variable, const FloatInterval& numbers, Facts& facts) const;

private:
  using Memo = std::unordered_map<Term, Range>;
  using Numbers = std::unordered_map<Term, FloatInterval>;
  /// Values of a term and its parts, as far as they were asked for.
  struct Known {
    const Facts& facts;
    Memo ranges;
    Numbers numbers;
  };
  void fill(Term t, Known& known) const;
  Range evaluate(Term t, Known& known) const;
  Range float_result(Term t, Known& known) const;
  FloatInterval number(Term t, Known& known) const;
  FloatInterval computed_number(Term t, Known& known) const;
  FloatInterval float_operation(Term t, Known& known) const;
  Range arithmetic(Term t, const Range& a, const Range& b) const;
  /// Before it is wrapped; nothing for operators that never leave their type.
  std::optional<Range> exact(Term t, const Range& a, const Range& b) const;
  Range bits(Term t, const Range& a, const Range& b) const;
  Range cast(Term t, const Range& a) const;
  /// The result of an operation, wrapped as its type says.
  Range settled(Type type, const Range& exact) const;
  void restrict_to(Term t, const Range& allowed, Facts& facts) const;
  void compare(Term condition, bool truth, Facts& facts) const;
  void compare_floats(Term condition, bool truth, Facts& facts) const;
  void restrict_to(Term t, const FloatInterval& allowed, Facts& facts) const;
  Facts either(Term condition, bool truth, const Facts& facts) const;

  const ir::Program& program_;
  IntegerModel integers_;
};

Facts join(const Facts& a, const Facts& b);

} // namespace kleene::analysis
