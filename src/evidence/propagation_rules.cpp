// SPDX-License-Identifier: Apache-2.0
// What an operator says of its result, and a result of the operands.
#include <algorithm>
#include <cmath>

#include "propagation.h"

namespace kleene::evidence {
namespace {

void at_least(Bounds& x, Integer low) {
  x.low = std::max(x.low, low);
}
void at_most(Bounds& x, Integer high) {
  x.high = std::min(x.high, high);
}
void only(Bounds& x, const FloatInterval& numbers) {
  x.number = x.number.meet(numbers);
}
/// Of a Bool.
void becomes(Bounds& x, bool truth) {
  truth ? at_least(x, 1) : at_most(x, 0);
}
bool is_true(const Bounds& x) {
  return x.low == 1;
}
bool is_false(const Bounds& x) {
  return x.high == 0;
}

/// The float whose sign the operator changes (Xor) or removes (And): the operand beside that constant.
std::optional<std::size_t> float_beside(Term t, Op op) {
  if (t.op() != op || !is_float_pattern(t.type())) return std::nullopt;
  std::uint64_t sign = float_format(t.type().width()).sign_bit();
  Integer wanted(op == Op::BitXor ? sign : sign - 1);
  for (std::size_t i : {0U, 1U})
    if (t.arg(i).is_constant() && t.arg(i).value() == wanted) return 1 - i;
  return std::nullopt;
}

struct Limits {
  Integer low;
  Integer high;
};

Limits product(const Bounds& a, const Bounds& b) {
  // Bounds have at most 64 bits, so products fit.
  Integer corners[] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
  auto [low, high] = std::minmax_element(std::begin(corners), std::end(corners));
  return {*low, *high};
}

/// Division by a positive number, towards zero.
Limits quotient(const Bounds& a, const Bounds& b) {
  Integer corners[] = {a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high};
  auto [low, high] = std::minmax_element(std::begin(corners), std::end(corners));
  return {*low, *high};
}

/// Before it is wrapped; nothing where that is not known.
std::optional<Limits> exact(Op op, const Bounds& a, const Bounds& b) {
  switch (op) {
  case Op::Neg:
    return Limits{-a.high, -a.low};
  case Op::Add:
  case Op::PtrAdd:
    return Limits{a.low + b.low, a.high + b.high};
  case Op::Sub:
    return Limits{a.low - b.high, a.high - b.low};
  case Op::Mul:
    if (std::max({-a.low, a.high, -b.low, b.high}) >= Integer(1) << 62) return std::nullopt;
    return product(a, b);
  case Op::Div:
    if (b.low <= 0) return std::nullopt;
    return quotient(a, b);
  case Op::Rem:
    if (b.low <= 0 || a.low < 0) return std::nullopt;
    return Limits{0, std::min(a.high, b.high - 1)};
  case Op::Shl:
    if (!b.is_constant() || b.low < 0 || b.low > 32 || a.low < 0 || a.high >> 62 != 0)
      return std::nullopt;
    return Limits{a.low << int(b.low), a.high << int(b.low)};
  case Op::Shr:
    if (!b.is_constant() || b.low < 0 || b.low > 63 || a.low < 0) return std::nullopt;
    return Limits{a.low >> int(b.low), a.high >> int(b.low)};
  case Op::BitAnd:
    if (a.low < 0 || b.low < 0) return std::nullopt;
    return Limits{0, std::min(a.high, b.high)};
  case Op::Cast:
    return Limits{a.low, a.high};
  default:
    return std::nullopt;
  }
}

Bounds truth_of(bool can_hold, bool can_fail) {
  Bounds result = Bounds::of(Type::boolean());
  result.low = can_fail ? 0 : 1;
  result.high = can_hold ? 1 : 0;
  return result;
}

} // namespace

Bounds Propagation::value(const Node& node, const Box& state) const {
  Term t = node.term;
  Bounds result = Bounds::of(t.type());
  if (t.is_constant()) {
    result.low = result.high = t.value();
  } else if (node.args.empty()) {
    result = state[numbers_.at(t)];
  } else {
    result = integer_value(node, state);
  }
  if (!node.is_float || !is_float_pattern(t.type())) return result;
  result.number = result.number.meet(FloatInterval::of_patterns(t.type(), result.low, result.high));
  if (!node.args.empty()) result.number = result.number.meet(float_value(node, state));
  if (result.number.empty()) return result;
  auto [low, high] = result.number.patterns();
  at_least(result, low);
  at_most(result, high);
  return result;
}

Bounds Propagation::integer_value(const Node& node, const Box& state) const {
  Term t = node.term;
  auto arg = [&](std::size_t i) -> const Bounds& { return state[node.args[i]]; };
  auto all = [&](auto test) {
    return std::ranges::all_of(node.args, [&](NodeId a) { return test(state[a]); });
  };
  auto any = [&](auto test) {
    return std::ranges::any_of(node.args, [&](NodeId a) { return test(state[a]); });
  };
  auto compared = [&](FloatInterval::Truth truth) {
    return truth_of(truth.can_hold, truth.can_fail);
  };
  Bounds result = Bounds::of(t.type());
  switch (t.op()) {
  case Op::Not:
    return truth_of(!is_true(arg(0)), !is_false(arg(0)));
  case Op::And:
    return truth_of(!any(is_false), !all(is_true));
  case Op::Or:
    return truth_of(!all(is_false), !any(is_true));
  case Op::Eq: {
    bool meets = std::max(arg(0).low, arg(1).low) <= std::min(arg(0).high, arg(1).high);
    bool same = arg(0).is_constant() && arg(1).is_constant() && arg(0).low == arg(1).low;
    return truth_of(meets, !same);
  }
  case Op::Lt:
    return truth_of(arg(0).low < arg(1).high, arg(0).high >= arg(1).low);
  case Op::Le:
    return truth_of(arg(0).low <= arg(1).high, arg(0).high > arg(1).low);
  case Op::Ite: {
    if (arg(0).is_constant()) return arg(is_true(arg(0)) ? 1 : 2);
    result.low = std::min(arg(1).low, arg(2).low);
    result.high = std::max(arg(1).high, arg(2).high);
    return result;
  }
  default:
    break;
  }
  if (kleene::is_float(t.op())) {
    switch (float_op(t.op())) {
    case FloatOp::Eq:
      return compared(arg(0).number.equal(arg(1).number));
    case FloatOp::Lt:
      return compared(arg(0).number.less(arg(1).number));
    case FloatOp::Le:
      return compared(arg(0).number.less_or_equal(arg(1).number));
    case FloatOp::ToInt: {
      auto [low, high] = arg(0).number.truncated(t.type());
      at_least(result, low);
      at_most(result, high);
      return result;
    }
    default:
      return result;
    }
  }
  if (float_beside(t, Op::BitAnd)) {
    std::size_t x = *float_beside(t, Op::BitAnd);
    auto [low, high] = arg(x).number.magnitudes();
    at_least(result, low);
    at_most(result, high);
    return result;
  }
  std::optional<Limits> limits = exact(t.op(), arg(0), arg(node.args.size() > 1 ? 1 : 0));
  if (limits && limits->low >= result.low && limits->high <= result.high) {
    result.low = limits->low;
    result.high = limits->high;
  }
  return result;
}

FloatInterval Propagation::float_value(const Node& node, const Box& state) const {
  Term t = node.term;
  unsigned width = t.type().width();
  auto number = [&](std::size_t i) -> const FloatInterval& { return state[node.args[i]].number; };
  if (std::optional<std::size_t> x = float_beside(t, Op::BitXor)) return number(*x).negate();
  if (std::optional<std::size_t> x = float_beside(t, Op::BitAnd)) return number(*x).absolute();
  if (t.op() == Op::Ite) {
    const Bounds& condition = state[node.args[0]];
    if (condition.is_constant()) return number(is_true(condition) ? 1 : 2);
    return number(1).join(number(2));
  }
  if (!kleene::is_float(t.op())) return FloatInterval(width);
  switch (float_op(t.op())) {
  case FloatOp::Add:
    return number(0).add(number(1));
  case FloatOp::Sub:
    return number(0).subtract(number(1));
  case FloatOp::Mul:
    if (node.args[0] == node.args[1]) return number(0).absolute().multiply(number(0).absolute());
    return number(0).multiply(number(1));
  case FloatOp::Div:
    return number(0).divide(number(1));
  case FloatOp::Rem:
    return number(0).remainder(number(1));
  case FloatOp::Sqrt:
    return number(0).root();
  case FloatOp::ToFloat:
    return number(0).converted(width);
  case FloatOp::FromInt:
    return FloatInterval::of_integers(width, state[node.args[0]].low, state[node.args[0]].high);
  default:
    return FloatInterval(width);
  }
}

void Propagation::narrow_operands(const Node& node, const Bounds& value, Box& state) const {
  Term t = node.term;
  if (t.type().is_bool()) {
    if (value.is_constant()) narrow_truth(node, value.low == 1, state);
    return;
  }
  if (t.op() == Op::Ite) return narrow_choice(node, value, state);
  if (node.is_float && is_float_pattern(t.type())) narrow_float_operands(node, value.number, state);
  // What cannot have wrapped is undone.
  if (t.op() != Op::Add && t.op() != Op::Sub && t.op() != Op::Cast) return;
  Bounds& a = state[node.args[0]];
  Bounds& b = state[node.args[node.args.size() - 1]];
  std::optional<Limits> limits = exact(t.op(), a, b);
  Bounds all = Bounds::of(t.type());
  if (!limits || limits->low < all.low || limits->high > all.high) return;
  if (t.op() == Op::Cast) {
    at_least(a, value.low);
    at_most(a, value.high);
  } else if (t.op() == Op::Add) {
    at_least(a, value.low - b.high);
    at_most(a, value.high - b.low);
    at_least(b, value.low - a.high);
    at_most(b, value.high - a.low);
  } else {
    at_least(a, value.low + b.low);
    at_most(a, value.high + b.high);
    at_least(b, a.low - value.high);
    at_most(b, a.high - value.low);
  }
}

void Propagation::narrow_truth(const Node& node, bool truth, Box& state) const {
  Term t = node.term;
  if (kleene::is_float(t.op())) return narrow_float_comparison(node, truth, state);
  switch (t.op()) {
  case Op::Not:
    return becomes(state[node.args[0]], !truth);
  case Op::And:
  case Op::Or: {
    bool all = (t.op() == Op::And) == truth;
    Bounds* open = nullptr;
    for (NodeId a : node.args) {
      Bounds& x = state[a];
      if (all) {
        becomes(x, truth);
      } else {
        bool settles = x.is_constant() && (x.low == 1) == truth;
        if (settles || (open != nullptr && !x.is_constant())) return;
        if (!x.is_constant()) open = &x;
      }
    }
    if (all) return;
    if (open != nullptr)
      becomes(*open, truth);
    else if (!node.args.empty())
      becomes(state[node.args[0]], truth);
    return;
  }
  case Op::Ite: {
    Bounds wanted = Bounds::of(Type::boolean());
    becomes(wanted, truth);
    return narrow_choice(node, wanted, state);
  }
  case Op::Eq:
  case Op::Lt:
  case Op::Le:
    return narrow_comparison(node, truth, state);
  default:
    return;
  }
}

void Propagation::narrow_comparison(const Node& node, bool truth, Box& state) const {
  Bounds* a = &state[node.args[0]];
  Bounds* b = &state[node.args[1]];
  if (node.term.op() == Op::Eq) {
    auto unequal = [](Bounds& x, const Bounds& y) {
      if (!y.is_constant()) return;
      if (x.low == y.low) ++x.low;
      if (x.high == y.low) --x.high;
    };
    if (!truth) {
      unequal(*a, *b);
      unequal(*b, *a);
      return;
    }
    for (auto [x, y] : {std::pair(a, b), std::pair(b, a)}) {
      at_least(*x, y->low);
      at_most(*x, y->high);
      if (is_float_pattern(node.term.arg(0).type())) only(*x, y->number);
    }
    return;
  }
  bool strict = (node.term.op() == Op::Lt) == truth;
  if (!truth) std::swap(a, b);
  at_most(*a, b->high - (strict ? 1 : 0));
  at_least(*b, a->low + (strict ? 1 : 0));
}

void Propagation::narrow_float_comparison(const Node& node, bool truth, Box& state) const {
  Bounds& a = state[node.args[0]];
  Bounds& b = state[node.args[1]];
  FloatInterval left = a.number;
  FloatInterval right = b.number;
  bool equality = float_op(node.term.op()) == FloatOp::Eq;
  bool strict = float_op(node.term.op()) == FloatOp::Lt;
  if (truth) {
    only(a, equality ? right.numbers() : left.below(right, strict));
    only(b, equality ? left.numbers() : right.above(left, strict));
  } else if (equality) {
    if (node.args[0] == node.args[1]) only(a, FloatInterval::only_nan(left.width()));
  } else {
    // A comparison fails with NaN on either side, too.
    if (!right.has_nan()) only(a, left.above(right, !strict).with_nan(left.has_nan()));
    if (!left.has_nan()) only(b, right.below(left, !strict).with_nan(right.has_nan()));
  }
}

/// Only where all are numbers, and what is computed with is finite.
void Propagation::narrow_float_operands(const Node& node,
                                        const FloatInterval& result,
                                        Box& state) const {
  Term t = node.term;
  auto of = [&](std::size_t i) -> Bounds& { return state[node.args[i]]; };
  if (std::optional<std::size_t> x = float_beside(t, Op::BitXor))
    return only(of(*x), result.negate());
  if (std::optional<std::size_t> x = float_beside(t, Op::BitAnd))
    return only(of(*x), result.join(result.negate()));
  if (!kleene::is_float(t.op())) return;
  if (float_op(t.op()) == FloatOp::ToFloat)
    return only(of(0), result.before_conversion(t.arg(0).type().width()));
  if (result.has_nan() || !result.has_numbers()) return;
  FloatInterval exact = result.wider();
  bool binary = node.args.size() == 2;
  FloatInterval left = of(0).number.numbers();
  FloatInterval right = binary ? of(1).number.numbers() : left;
  auto finite = [](const FloatInterval& x) { return x.has_numbers() && !x.has_infinity(); };
  switch (float_op(t.op())) {
  case FloatOp::Add:
    if (finite(right)) only(of(0), exact.subtract(right).wider());
    if (finite(left)) only(of(1), exact.subtract(left).wider());
    return;
  case FloatOp::Sub:
    if (finite(right)) only(of(0), exact.add(right).wider());
    if (finite(left) && finite(exact)) only(of(1), left.subtract(exact).wider());
    return;
  case FloatOp::Mul:
    if (!finite(exact)) return;
    if (finite(right) && !right.contains(0)) only(of(0), exact.divide(right).wider());
    if (finite(left) && !left.contains(0)) only(of(1), exact.divide(left).wider());
    return;
  case FloatOp::Div:
    if (!finite(exact) || !finite(right) || right.contains(0)) return;
    only(of(0), exact.multiply(right).wider());
    return;
  case FloatOp::Sqrt:
    only(of(0), FloatInterval(t.type().width(), 0, FloatInterval::infinity));
    return;
  case FloatOp::FromInt:
    if (finite(exact) && std::abs(exact.low()) < 1e18 && std::abs(exact.high()) < 1e18) {
      at_least(of(0), static_cast<Integer>(std::floor(exact.low())));
      at_most(of(0), static_cast<Integer>(std::ceil(exact.high())));
    }
    return;
  default:
    return;
  }
}

void Propagation::narrow_choice(const Node& node, const Bounds& value, Box& state) const {
  Bounds& condition = state[node.args[0]];
  bool floats = node.is_float && is_float_pattern(node.term.type());
  auto excluded = [&](const Bounds& x) {
    if (std::max(x.low, value.low) > std::min(x.high, value.high)) return true;
    return floats && x.number.meet(value.number).empty();
  };
  if (!condition.is_constant()) {
    if (excluded(state[node.args[1]]))
      becomes(condition, false);
    else if (excluded(state[node.args[2]]))
      becomes(condition, true);
  }
  if (!condition.is_constant()) return;
  Bounds& taken = state[node.args[is_true(condition) ? 1 : 2]];
  at_least(taken, value.low);
  at_most(taken, value.high);
  if (floats) only(taken, value.number);
}

} // namespace kleene::evidence
