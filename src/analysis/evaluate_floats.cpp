// SPDX-License-Identifier: Apache-2.0
// The part of the evaluation that is about floats.
#include "kleene/analysis/evaluate.h"

#include "float_terms.h"

namespace kleene::analysis {
namespace {

/// The other operand, if the term is this operator with this constant.
std::optional<Term> beside(Term t, Op op, std::uint64_t constant) {
  if (t.op() != op || !is_float_pattern(t.type())) return std::nullopt;
  for (std::size_t i : {0U, 1U})
    if (t.arg(i).is_constant() && t.arg(i).value() == Integer(constant)) return t.arg(1 - i);
  return std::nullopt;
}

Range truth_of(FloatInterval::Truth truth) {
  return {truth.can_fail ? 0 : 1, truth.can_hold ? 1 : 0};
}

} // namespace

std::optional<Term> absolute_float(Term t) {
  return beside(t, Op::BitAnd, float_format(t.type().width()).sign_bit() - 1);
}

std::optional<Term> negated_float(Term t) {
  return beside(t, Op::BitXor, float_format(t.type().width()).sign_bit());
}

FloatInterval Evaluator::number(VarId variable, const Facts& facts) const {
  Type type = program_.variable(variable).type;
  Range range = value(variable, facts);
  FloatInterval result = FloatInterval::of_patterns(type, range.low(), range.high());
  auto found = facts.floats.find(variable);
  return found == facts.floats.end() ? result : result.meet(found->second);
}

FloatInterval Evaluator::number(Term t, const Facts& facts) const {
  Known known{facts, {}, {}};
  fill(t, known);
  return number(t, known);
}

FloatInterval Evaluator::number(Term t, Known& known) const {
  auto found = known.numbers.find(t);
  if (found == known.numbers.end())
    found = known.numbers.emplace(t, computed_number(t, known)).first;
  return found->second;
}

FloatInterval Evaluator::computed_number(Term t, Known& known) const {
  Type type = t.type();
  auto arg = [&](std::size_t i) { return number(t.arg(i), known); };
  if (t.is_variable()) return number(t.variable(), known.facts);
  if (std::optional<Term> x = absolute_float(t)) return number(*x, known).absolute();
  if (std::optional<Term> x = negated_float(t)) return number(*x, known).negate();
  if (is_float(t.op()) && is_float_pattern(type)) return float_operation(t, known);
  if (t.op() == Op::Ite) {
    const Range& condition = known.ranges.at(t.arg(0));
    if (condition.is_constant()) return arg(condition.low() == 1 ? 1 : 2);
    return arg(1).join(arg(2));
  }
  const Range& range = known.ranges.at(t);
  return FloatInterval::of_patterns(type, range.low(), range.high());
}

FloatInterval Evaluator::float_operation(Term t, Known& known) const {
  auto arg = [&](std::size_t i) { return number(t.arg(i), known); };
  switch (float_op(t.op())) {
  case FloatOp::Add:
    return arg(0).add(arg(1));
  case FloatOp::Sub:
    return arg(0).subtract(arg(1));
  case FloatOp::Mul:
    // A square is not negative.
    if (t.arg(0) == t.arg(1)) return arg(0).absolute().multiply(arg(0).absolute());
    return arg(0).multiply(arg(1));
  case FloatOp::Div:
    return arg(0).divide(arg(1));
  case FloatOp::Rem:
    return arg(0).remainder(arg(1));
  case FloatOp::Sqrt:
    return arg(0).root();
  case FloatOp::ToFloat:
    return arg(0).converted(t.type().width());
  case FloatOp::FromInt: {
    const Range& from = known.ranges.at(t.arg(0));
    return FloatInterval::of_integers(t.type().width(), from.low(), from.high());
  }
  default: {
    auto [low, high] = arg(0).truncated(t.type());
    return FloatInterval::of_patterns(t.type(), low, high);
  }
  }
}

Range Evaluator::float_result(Term t, Known& known) const {
  auto arg = [&](std::size_t i) { return number(t.arg(i), known); };
  switch (float_op(t.op())) {
  case FloatOp::Eq:
    return truth_of(arg(0).equal(arg(1)));
  case FloatOp::Lt:
    return truth_of(arg(0).less(arg(1)));
  case FloatOp::Le:
    return truth_of(arg(0).less_or_equal(arg(1)));
  case FloatOp::ToInt: {
    auto [low, high] = arg(0).truncated(t.type());
    return {low, high};
  }
  default: {
    FloatInterval result = number(t, known);
    if (result.empty()) return Range::nothing();
    auto [low, high] = result.patterns();
    return {low, high};
  }
  }
}

void Evaluator::set(VarId variable, const FloatInterval& numbers, Facts& facts) const {
  if (!is_float_pattern(program_.variable(variable).type)) return;
  if (numbers.empty())
    facts = {};
  else if (numbers.everything())
    facts.floats.erase(variable);
  else
    facts.floats.insert_or_assign(variable, numbers);
}

void Evaluator::compare_floats(Term condition, bool truth, Facts& facts) const {
  Term a = condition.arg(0);
  Term b = condition.arg(1);
  FloatInterval left = number(a, facts);
  FloatInterval right = number(b, facts);
  bool equality = float_op(condition.op()) == FloatOp::Eq;
  bool strict = float_op(condition.op()) == FloatOp::Lt;
  unsigned width = left.width();
  if (truth) {
    restrict_to(a, equality ? right.numbers() : left.below(right, strict), facts);
    restrict_to(b, equality ? left.numbers() : right.above(left, strict), facts);
    return;
  }
  if (equality && a == b) return restrict_to(a, FloatInterval::only_nan(width), facts);
  // It fails for numbers, or with a NaN on either side: this says something of a side if the other one is a number.
  auto unequal = [&](const FloatInterval& x, const FloatInterval& y) {
    if (!y.is_number() || !x.has_numbers()) return x;
    if (x.low() == y.low()) return x.above(y, true).with_nan(x.has_nan());
    if (x.high() == y.low()) return x.below(y, true).with_nan(x.has_nan());
    return x;
  };
  if (!right.has_nan())
    restrict_to(a,
                equality ? unequal(left, right)
                         : left.above(right, !strict).with_nan(left.has_nan()),
                facts);
  if (!left.has_nan())
    restrict_to(b,
                equality ? unequal(right, left)
                         : right.below(left, !strict).with_nan(right.has_nan()),
                facts);
}

/// The term has a value among those allowed: what does that say about its variables?
void Evaluator::restrict_to(Term t, const FloatInterval& allowed, Facts& facts) const {
  if (!facts.reachable) return;
  FloatInterval now = number(t, facts).meet(allowed);
  if (now.empty()) {
    facts = {};
    return;
  }
  if (t.is_variable()) return set(t.variable(), now, facts);
  if (std::optional<Term> x = negated_float(t)) return restrict_to(*x, now.negate(), facts);
  if (std::optional<Term> x = absolute_float(t))
    return restrict_to(*x, now.join(now.negate()), facts);
  // A sum or difference of finite numbers before it was rounded, and what that says of one of them.
  auto undo = [&](std::size_t i, bool subtracts) {
    FloatInterval other = number(t.arg(1 - i), facts).numbers();
    if (!facts.reachable || now.has_nan() || other.has_infinity()) return;
    FloatInterval exact = now.wider();
    restrict_to(t.arg(i), (subtracts ? exact.subtract(other) : exact.add(other)).wider(), facts);
  };
  if (t.op() == op(FloatOp::Add)) {
    undo(0, true);
    undo(1, true);
  } else if (t.op() == op(FloatOp::Sub)) {
    undo(0, false);
  } else if (t.op() == op(FloatOp::ToFloat)) {
    restrict_to(t.arg(0), now.before_conversion(t.arg(0).type().width()), facts);
  }
}

} // namespace kleene::analysis
