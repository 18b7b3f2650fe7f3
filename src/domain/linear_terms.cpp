// SPDX-License-Identifier: Apache-2.0
#include "linear_terms.h"

#include <fmt/core.h>

namespace kleene::domain {

using presburger::Expr;
using presburger::Set;

Expr LinearTerms::variable(VarId v) const {
  auto found = layout_.position.find(v);
  if (found == layout_.position.end()) throw NotLinear("memory is used");
  return Expr::dimension(context_, dims_, found->second);
}

Expr LinearTerms::value(Term t) {
  if (t.type().is_bool() && !t.is_constant() && !t.is_variable())
    return Expr::choose(condition(t), number(1), number(0));
  switch (t.op()) {
  case Op::Constant:
    return number(t.value());
  case Op::Variable:
    return variable(t.variable());
  case Op::Ite:
    return Expr::choose(condition(t.arg(0)), value(t.arg(1)), value(t.arg(2)));
  case Op::Cast: {
    Expr inner = value(t.arg(0));
    Type from = t.arg(0).type();
    Type to = t.type();
    bool keeps =
        to.is_math() || from.is_bool()
        || (to.is_signed() && from.is_machine() && from.is_signed() && to.width() >= from.width());
    return keeps ? inner : wrapped(to, inner);
  }
  default:
    return arithmetic(t);
  }
}

Expr LinearTerms::arithmetic(Term t) {
  auto result = [&](const Expr& e) { return t.type().is_signed() ? e : wrapped(t.type(), e); };
  switch (t.op()) {
  case Op::Neg:
    return result(value(t.arg(0)).scaled(-1));
  case Op::Add:
    return result(value(t.arg(0)) + value(t.arg(1)));
  case Op::Sub:
    return result(value(t.arg(0)) - value(t.arg(1)));
  case Op::Mul:
    return result(product(t));
  case Op::Div:
  case Op::Rem:
    if (!t.arg(1).is_constant() || t.arg(1).value() == 0)
      throw NotLinear("a division by something that is no constant");
    return t.op() == Op::Div ? value(t.arg(0)).quotient(t.arg(1).value())
                             : value(t.arg(0)).remainder(t.arg(1).value());
  default:
    throw NotLinear(fmt::format("the operation '{}'", name(t.op())));
  }
}

Expr LinearTerms::product(Term t) {
  for (std::size_t i = 0; i < 2; ++i) {
    Term factor = t.arg(i);
    bool minus = factor.op() == Op::Neg;
    if (minus) factor = factor.arg(0);
    while (factor.op() == Op::Cast && factor.arg(0).is_constant())
      factor = factor.arg(0);
    if (!factor.is_constant() || !fits(Type::machine(63, true), factor.value())) continue;
    return value(t.arg(1 - i)).scaled(minus ? -factor.value() : factor.value());
  }
  throw NotLinear("a product of two variables");
}

Expr LinearTerms::wrapped(Type type, const Expr& e) const {
  Integer modulus = Integer(1) << type.width();
  // The result is e + k·modulus for the one k that brings it into the range of the type.
  Expr shifted = e - number(min_value(type));
  Expr rest = shifted.remainder(modulus);
  Expr positive = Expr::choose(rest.less_than(number(0)), rest + number(modulus), rest);
  return positive + number(min_value(type));
}

Set LinearTerms::condition(Term t) {
  switch (t.op()) {
  case Op::Constant:
    return t.is_true() ? Set::universe(context_, dims_) : Set::empty(context_, dims_);
  case Op::Variable:
    return variable(t.variable()).equal_to(number(1));
  case Op::Not:
    return condition(t.arg(0)).complement();
  case Op::And:
  case Op::Or: {
    Set all = condition(t.arg(0));
    for (std::size_t i = 1; i < t.arity(); ++i)
      all = t.op() == Op::And ? all & condition(t.arg(i)) : all | condition(t.arg(i));
    return all;
  }
  case Op::Eq:
    if (!t.arg(0).type().is_bool() && !t.arg(0).type().is_integer())
      throw NotLinear("a comparison of memories");
    return value(t.arg(0)).equal_to(value(t.arg(1)));
  case Op::Lt:
    return value(t.arg(0)).less_than(value(t.arg(1)));
  case Op::Le:
    return value(t.arg(0)).at_most(value(t.arg(1)));
  case Op::Ite: {
    Set c = condition(t.arg(0));
    return (c & condition(t.arg(1))) | (condition(t.arg(2)) - c);
  }
  default:
    throw NotLinear(fmt::format("the operation '{}'", name(t.op())));
  }
}

} // namespace kleene::domain
