// SPDX-License-Identifier: Apache-2.0
#include "kleene/analysis/evaluate.h"

#include <algorithm>

#include "float_terms.h"

namespace kleene::analysis {
namespace {

Range truth_of(bool can_hold, bool can_fail) {
  return {can_fail ? 0 : 1, can_hold ? 1 : 0};
}

Range less(const Range& a, const Range& b, bool strict) {
  if (a.empty() || b.empty()) return Range::nothing();
  Integer slack = strict ? 1 : 0;
  bool can_hold = !a.has_low() || !b.has_high() || a.low() + slack <= b.high();
  bool can_fail = !a.has_high() || !b.has_low() || a.high() + slack > b.low();
  return truth_of(can_hold, can_fail);
}

Range equal(const Range& a, const Range& b) {
  if (a.empty() || b.empty()) return Range::nothing();
  return truth_of(!a.meet(b).empty(), !(a.is_constant() && a == b));
}

} // namespace

Facts join(const Facts& a, const Facts& b) {
  if (!a.reachable) return b;
  if (!b.reachable) return a;
  Facts result{true, {}, {}};
  for (const auto& [variable, range] : a.ranges)
    if (auto other = b.ranges.find(variable); other != b.ranges.end())
      result.ranges.emplace(variable, range.join(other->second));
  for (const auto& [variable, numbers] : a.floats)
    if (auto other = b.floats.find(variable); other != b.floats.end())
      if (FloatInterval all = numbers.join(other->second); !all.everything())
        result.floats.emplace(variable, all);
  return result;
}

Range Evaluator::value(VarId variable, const Facts& facts) const {
  auto found = facts.ranges.find(variable);
  return found == facts.ranges.end() ? top(program_.variable(variable).type) : found->second;
}

void Evaluator::set(VarId variable, const Range& range, Facts& facts) const {
  Type type = program_.variable(variable).type;
  if (!type.is_bool() && !type.is_integer()) return;
  if (range.empty()) {
    facts = {};
    return;
  }
  if (top(type).within(range))
    facts.ranges.erase(variable);
  else
    facts.ranges.insert_or_assign(variable, range);
}

Range Evaluator::value(Term t, const Facts& facts) const {
  Known known{facts, {}, {}};
  fill(t, known);
  return known.ranges.at(t);
}

void Evaluator::fill(Term t, Known& known) const {
  for_each_subterm(t, [&](Term s) {
    if (s.type().is_bool() || s.type().is_integer()) known.ranges.emplace(s, evaluate(s, known));
  });
}

Range Evaluator::evaluate(Term t, Known& known) const {
  if (is_float(t.op())) return float_result(t, known);
  const Memo& memo = known.ranges;
  auto arg = [&](std::size_t i) { return memo.at(t.arg(i)); };
  switch (t.op()) {
  case Op::Constant:
    return Range::constant(t.value());
  case Op::Variable:
    return value(t.variable(), known.facts);
  case Op::Address:
    return top(t.type()).without(0);
  case Op::Not:
    return Range::constant(1).subtract(arg(0));
  case Op::And:
  case Op::Or: {
    Range result = arg(0);
    for (std::size_t i = 1; i < t.arity(); ++i) {
      Range next = arg(i);
      bool all = t.op() == Op::And;
      auto pick = [&](Integer a, Integer b) { return all ? std::min(a, b) : std::max(a, b); };
      result = Range(pick(result.low(), next.low()), pick(result.high(), next.high()));
    }
    return result;
  }
  case Op::Eq:
    return memo.contains(t.arg(0)) ? equal(arg(0), arg(1)) : Range(0, 1);
  case Op::Lt:
  case Op::Le:
    return less(arg(0), arg(1), t.op() == Op::Lt);
  case Op::Ite:
    if (arg(0).is_constant()) return arg(0).low() == 1 ? arg(1) : arg(2);
    return arg(1).join(arg(2));
  case Op::Cast:
    return cast(t, arg(0));
  case Op::Neg:
    return arithmetic(t, arg(0), Range());
  case Op::BitNot:
    return settled(t.type(), Range::constant(-1).subtract(arg(0)));
  case Op::Load:
  case Op::Valid:
  case Op::Writable:
  case Op::Freeable:
  case Op::SizeOf:
    return top(t.type());
  case Op::BitAnd:
    if (std::optional<Term> x = absolute_float(t)) {
      auto [low, high] = number(*x, known).magnitudes();
      return bits(t, arg(0), arg(1)).meet({low, high});
    }
    return bits(t, arg(0), arg(1));
  default:
    return t.arity() == 2 ? arithmetic(t, arg(0), arg(1)) : top(t.type());
  }
}

std::optional<Range> Evaluator::exact(Term t, const Range& a, const Range& b) const {
  switch (t.op()) {
  case Op::Neg:
    return a.negate();
  case Op::Add:
  case Op::PtrAdd:
    return a.add(b);
  case Op::Sub:
    return a.subtract(b);
  case Op::Mul:
    return a.multiply(b);
  case Op::Div:
    return a.divide(b.without(0));
  case Op::Rem:
    return a.remainder(b.without(0));
  case Op::Shl:
    if (b.is_constant() && b.low() >= 0 && b.low() < 64)
      return a.multiply(Range::constant(Integer(1) << int(b.low())));
    return Range();
  default:
    return std::nullopt;
  }
}

Range Evaluator::arithmetic(Term t, const Range& a, const Range& b) const {
  std::optional<Range> result = exact(t, a, b);
  return result ? settled(t.type(), *result) : bits(t, a, b);
}

bool Evaluator::may_overflow(Term t, const Facts& facts) const {
  bool found = false;
  for_each_subterm(t, [&](Term s) {
    if (found || !s.type().is_machine() || !s.type().is_signed() || s.arity() == 0) return;
    if (!s.arg(0).type().is_integer() || s.op() == Op::Cast) return;
    Range a = value(s.arg(0), facts);
    Range b = s.arity() > 1 && s.arg(1).type().is_integer() ? value(s.arg(1), facts) : Range();
    Range all(min_value(s.type()), max_value(s.type()));
    if (s.op() == Op::Rem) // by the standard it overflows where the division does
      found = a.contains(all.low()) && b.contains(-1);
    else if (std::optional<Range> result = exact(s, a, b))
      found = !result->within(all);
  });
  return found;
}

Range Evaluator::bits(Term t, const Range& a, const Range& b) const {
  bool shifts_constant = b.is_constant() && b.low() >= 0 && b.low() < 64;
  bool both_positive = a.low() >= 0 && b.low() >= 0;
  auto filled = [](Integer most) {
    Integer ones = 1;
    while (ones < most)
      ones = 2 * ones + 1;
    return ones;
  };
  switch (t.op()) {
  case Op::Shr:
    if (a.low() >= 0) {
      Integer divisor = shifts_constant ? Integer(1) << int(b.low()) : Integer(1);
      return {shifts_constant && a.has_low() ? a.low() / divisor : 0,
              a.has_high() ? a.high() / divisor : a.high()};
    }
    break;
  case Op::BitAnd:
    if (both_positive) return {0, std::min(a.high(), b.high())};
    if (b.low() >= 0) return {0, b.high()};
    if (a.low() >= 0) return {0, a.high()};
    break;
  case Op::BitOr:
  case Op::BitXor:
    if (both_positive && a.has_high() && b.has_high())
      return {0, filled(std::max(a.high(), b.high()))};
    break;
  default:
    break;
  }
  return top(t.type());
}

Range Evaluator::cast(Term t, const Range& a) const {
  Type from = t.arg(0).type();
  Type to = t.type();
  if (to.is_math() || from.is_bool()) return a;
  bool keeps = integers_ == IntegerModel::Math && to.is_signed() && from.is_machine()
               && from.is_signed() && to.width() >= from.width();
  return keeps ? a : a.wrapped(to);
}

Range Evaluator::settled(Type type, const Range& exact) const {
  if (!type.is_machine()) return exact;
  if (integers_ == IntegerModel::Math && type.is_signed()) return exact;
  return exact.wrapped(type);
}

Facts Evaluator::assume(Term condition, bool truth, Facts facts) const {
  if (!facts.reachable) return facts;
  if (is_float(condition.op())) {
    compare_floats(condition, truth, facts);
    return facts;
  }
  switch (condition.op()) {
  case Op::Not:
    return assume(condition.arg(0), !truth, std::move(facts));
  case Op::And:
  case Op::Or: {
    bool all = (condition.op() == Op::And) == truth;
    if (!all) return either(condition, truth, facts);
    for (std::size_t i = 0; i < condition.arity(); ++i)
      facts = assume(condition.arg(i), truth, std::move(facts));
    return facts;
  }
  case Op::Eq:
  case Op::Lt:
  case Op::Le:
    compare(condition, truth, facts);
    return facts;
  case Op::Ite: {
    Facts other = assume(condition.arg(0), false, facts);
    return join(assume(condition.arg(1), truth, assume(condition.arg(0), true, std::move(facts))),
                assume(condition.arg(2), truth, std::move(other)));
  }
  default:
    if (!condition.is_variable() && !condition.is_constant()) return facts;
    restrict_to(condition, Range::constant(truth ? 1 : 0), facts);
    return facts;
  }
}

Facts Evaluator::either(Term condition, bool truth, const Facts& facts) const {
  Facts result;
  for (std::size_t i = 0; i < condition.arity(); ++i)
    result = join(result, assume(condition.arg(i), truth, facts));
  return result;
}

void Evaluator::compare(Term condition, bool truth, Facts& facts) const {
  Term a = condition.arg(0);
  Term b = condition.arg(1);
  if (!a.type().is_integer() && !a.type().is_bool()) return;
  Range left = value(a, facts);
  Range right = value(b, facts);
  if (condition.op() == Op::Eq) {
    if (truth) {
      restrict_to(a, right, facts);
      restrict_to(b, left, facts);
    } else {
      if (right.is_constant()) restrict_to(a, left.without(right.low()), facts);
      if (left.is_constant()) restrict_to(b, right.without(left.low()), facts);
    }
    return;
  }
  // a < b, a <= b, or the reverse of the two.
  bool strict = (condition.op() == Op::Lt) == truth;
  if (!truth) {
    std::swap(a, b);
    std::swap(left, right);
  }
  Integer slack = strict ? 1 : 0;
  restrict_to(
      a, Range(-Range::infinity, right.has_high() ? right.high() - slack : right.high()), facts);
  restrict_to(b, Range(left.has_low() ? left.low() + slack : left.low(), Range::infinity), facts);
}

/// The term has a value among those allowed: what does that say about its variables? Only operations
/// that cannot have wrapped are undone.
void Evaluator::restrict_to(Term t, const Range& allowed, Facts& facts) const {
  if (!facts.reachable) return;
  Range now = value(t, facts).meet(allowed);
  if (now.empty()) {
    facts = {};
    return;
  }
  if (t.is_variable()) return set(t.variable(), now, facts);
  if (t.type().is_bool() && t.arity() > 0) {
    if (now.is_constant()) facts = assume(t, now.low() == 1, std::move(facts));
    return;
  }
  if (t.op() == Op::Ite) {
    for (bool truth : {true, false})
      if (value(t.arg(truth ? 1 : 2), facts).meet(now).empty()) {
        facts = assume(t.arg(0), !truth, std::move(facts));
        return restrict_to(t.arg(truth ? 2 : 1), now, facts);
      }
    return;
  }
  Range moved = Range::constant(0);
  if ((t.op() == Op::Add || t.op() == Op::Sub) && t.arg(1).is_constant()) {
    moved = Range::constant(t.arg(1).value());
    if (t.op() == Op::Sub) moved = moved.negate();
  } else if (t.op() != Op::Cast) {
    return;
  }
  Range exact = value(t.arg(0), facts).add(moved);
  if (exact.within(top(t.type()))) restrict_to(t.arg(0), now.subtract(moved), facts);
}

} // namespace kleene::analysis
