// SPDX-License-Identifier: Apache-2.0
#include "narrow.h"

#include <algorithm>
#include <array>

namespace kleene::engine::chc {
namespace {

/// Beyond this, intervals are not exact any more; no machine type is that wide.
constexpr Integer huge = Integer(1) << 100;

Integer clamp(Integer v) {
  return std::clamp(v, -huge, huge);
}

/// Products of numbers that may each be huge.
Integer times(Integer a, Integer b) {
  if (a == 0 || b == 0) return 0;
  Integer absolute_a = a < 0 ? -a : a;
  Integer absolute_b = b < 0 ? -b : b;
  if (absolute_a > huge / absolute_b) return (a < 0) == (b < 0) ? huge : -huge;
  return a * b;
}

bool holds(Type type, Integer low, Integer high) {
  return min_value(type) <= low && high <= max_value(type);
}

} // namespace

Term Narrower::operator()(Term t) {
  if (auto found = done_.find(t); found != done_.end()) return found->second;
  Term result = t;
  bool compares = t.op() == Op::Eq || t.op() == Op::Lt || t.op() == Op::Le;
  if (compares && t.arg(0).type().is_math()) {
    result = comparison(t);
  } else if (t.arity() > 0) {
    std::vector<Term> args;
    for (Term arg : t.args())
      args.push_back(arg.type().is_bool() ? (*this)(arg) : inside(arg));
    result = t.op() == Op::Not   ? terms_.negate(args[0])
             : t.op() == Op::And ? terms_.conj(args)
             : t.op() == Op::Or  ? terms_.disj(args)
                                 : terms_.rebuild(t, args);
  }
  done_.emplace(t, result);
  return result;
}

Term Narrower::origin(Term leaf) {
  return leaf.op() == Op::Cast && leaf.arg(0).type().is_machine() ? leaf.arg(0) : Term();
}

void Narrower::add(Linear& sum, Term t, Integer factor) {
  switch (t.op()) {
  case Op::Constant:
    sum.constant += factor * t.value();
    return;
  case Op::Add:
  case Op::Sub:
    add(sum, t.arg(0), factor);
    add(sum, t.arg(1), t.op() == Op::Add ? factor : -factor);
    return;
  case Op::Neg:
    add(sum, t.arg(0), -factor);
    return;
  case Op::Mul:
    if (t.arg(0).is_constant()) return add(sum, t.arg(1), times(factor, t.arg(0).value()));
    if (t.arg(1).is_constant()) return add(sum, t.arg(0), times(factor, t.arg(1).value()));
    break;
  default:
    break;
  }
  auto [place, is_new] = sum.summands.try_emplace(t.id(), t, 0);
  place->second.second += factor;
}

Narrower::Interval Narrower::interval(Term t) {
  if (t.is_constant()) return {t.value(), t.value()};
  if (Term machine = origin(t); !machine.null())
    return {min_value(machine.type()), max_value(machine.type())};
  if (t.op() == Op::Ite) {
    Interval a = interval(t.arg(1));
    Interval b = interval(t.arg(2));
    return {std::min(a.low, b.low), std::max(a.high, b.high)};
  }
  if (t.op() == Op::Neg) {
    Interval a = interval(t.arg(0));
    return {-a.high, -a.low};
  }
  if (t.arity() != 2) return {-huge, huge};
  Interval a = interval(t.arg(0));
  Interval b = interval(t.arg(1));
  Integer most = std::max({a.low, -a.low, a.high, -a.high});
  switch (t.op()) {
  case Op::Add:
    return {clamp(a.low + b.low), clamp(a.high + b.high)};
  case Op::Sub:
    return {clamp(a.low - b.high), clamp(a.high - b.low)};
  case Op::Mul: {
    std::array corners{
        times(a.low, b.low), times(a.low, b.high), times(a.high, b.low), times(a.high, b.high)};
    return {*std::ranges::min_element(corners), *std::ranges::max_element(corners)};
  }
  case Op::Div:
  case Op::Rem:
    return {-most, most};
  default:
    return {-huge, huge};
  }
}

/// All values that partial sums of a side can have.
Narrower::Interval Narrower::range(const Side& side, Integer constant) {
  Interval all{std::min<Integer>(constant, 0), std::max<Integer>(constant, 0)};
  for (const auto& [leaf, factor] : side) {
    Interval one = interval(leaf);
    all.low = clamp(all.low + std::min<Integer>(0, times(one.low, factor)));
    all.high = clamp(all.high + std::max<Integer>(0, times(one.high, factor)));
  }
  return all;
}

/// A type of the leaves if it holds the interval, otherwise a wider one; nothing if there is none.
std::optional<Type> Narrower::type_for(Interval values, const Side& left, const Side& right) {
  std::vector<Type> candidates;
  for (const Side* side : {&left, &right})
    for (const auto& [leaf, factor] : *side)
      if (Term machine = origin(leaf); !machine.null()) candidates.push_back(machine.type());
  for (unsigned width : {32U, 64U})
    candidates.push_back(Type::machine(width, true));
  auto fitting = std::ranges::find_if(
      candidates, [&](Type type) { return holds(type, values.low, values.high); });
  return fitting == candidates.end() ? std::nullopt : std::optional(*fitting);
}

Term Narrower::comparison(Term t) {
  Linear difference;
  add(difference, t.arg(0), 1);
  add(difference, t.arg(1), -1);
  // left op right, where neither side subtracts.
  Side left;
  Side right;
  for (const auto& [id, summand] : difference.summands)
    if (summand.second != 0)
      (summand.second > 0 ? left : right)
          .emplace_back(summand.first, summand.second > 0 ? summand.second : -summand.second);
  Integer constant_left = std::max<Integer>(difference.constant, 0);
  Integer constant_right = std::max<Integer>(-difference.constant, 0);
  // A lone variable is compared with a number of its own sign.
  if (right.empty() && constant_left > 0) {
    constant_right = -constant_left;
    constant_left = 0;
  }
  if (left.empty() && constant_right > 0) {
    constant_left = -constant_right;
    constant_right = 0;
  }

  Interval l = range(left, constant_left);
  Interval r = range(right, constant_right);
  std::optional<Type> fitting =
      type_for({std::min(l.low, r.low), std::max(l.high, r.high)}, left, right);
  if (!fitting && integers_ == IntegerModel::Math) return t;
  Type type = fitting.value_or(Type::machine(64, true));
  Term a = sum(type, left, constant_left);
  Term b = sum(type, right, constant_right);
  return t.op() == Op::Eq ? terms_.eq(a, b) : terms_.binary(t.op(), a, b);
}

Term Narrower::sum(Type type, const Side& summands, Integer constant) {
  Term result;
  auto plus = [&](Term t) { result = result.null() ? t : terms_.binary(Op::Add, result, t); };
  for (const auto& [leaf, factor] : summands) {
    Term value = as(type, leaf);
    plus(factor == 1 ? value : terms_.binary(Op::Mul, terms_.constant(type, factor), value));
  }
  if (constant != 0 || result.null()) plus(terms_.constant(type, constant));
  return result;
}

Term Narrower::as(Type type, Term t) {
  if (t.is_constant()) return terms_.constant(type, t.value());
  if (Term machine = origin(t); !machine.null()) return terms_.cast(type, inside(machine));
  if (t.op() == Op::Ite)
    return terms_.ite((*this)(t.arg(0)), as(type, t.arg(1)), as(type, t.arg(2)));
  if (t.op() == Op::Neg) return terms_.unary(Op::Neg, as(type, t.arg(0)));
  if (t.arity() == 2 && t.op() >= Op::Add && t.op() <= Op::Rem)
    return terms_.binary(t.op(), as(type, t.arg(0)), as(type, t.arg(1)));
  return terms_.cast(type, t);
}

Term Narrower::inside(Term t) {
  if (t.arity() == 0) return t;
  if (t.op() == Op::Cast && t.arg(0).type().is_math() && t.type().is_machine())
    return as(t.type(), t.arg(0));
  std::vector<Term> args;
  for (Term arg : t.args())
    args.push_back(arg.type().is_bool() ? (*this)(arg) : inside(arg));
  return terms_.rebuild(t, args);
}

} // namespace kleene::engine::chc
