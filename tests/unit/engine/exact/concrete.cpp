// SPDX-License-Identifier: Apache-2.0
#include "concrete.h"

#include <stdexcept>

namespace kleene::engine::exact {
namespace {

Integer wrapped(Type type, Integer value) {
  if (!type.is_machine()) return value;
  Integer size = Integer(1) << type.width();
  Integer low = type.is_signed() ? -(size / 2) : Integer(0);
  return ((value - low) % size + size) % size + low;
}

} // namespace

Integer evaluate(Term t, const Concrete& values) {
  auto arg = [&](std::size_t i) { return evaluate(t.arg(i), values); };
  switch (t.op()) {
  case Op::Constant:
    return t.type().is_bool() ? Integer(t.is_true() ? 1 : 0) : t.value();
  case Op::Variable: {
    auto found = values.find(t.variable());
    return found == values.end() ? Integer(0) : found->second;
  }
  case Op::Not:
    return arg(0) == 0 ? 1 : 0;
  case Op::And:
    for (std::size_t i = 0; i < t.arity(); ++i)
      if (arg(i) == 0) return 0;
    return 1;
  case Op::Or:
    for (std::size_t i = 0; i < t.arity(); ++i)
      if (arg(i) != 0) return 1;
    return 0;
  case Op::Eq:
    return arg(0) == arg(1) ? 1 : 0;
  case Op::Lt:
    return arg(0) < arg(1) ? 1 : 0;
  case Op::Le:
    return arg(0) <= arg(1) ? 1 : 0;
  case Op::Ite:
    return arg(arg(0) != 0 ? 1 : 2);
  case Op::Neg:
    return wrapped(t.type(), -arg(0));
  case Op::Add:
    return wrapped(t.type(), arg(0) + arg(1));
  case Op::Sub:
    return wrapped(t.type(), arg(0) - arg(1));
  case Op::Mul:
    return wrapped(t.type(), arg(0) * arg(1));
  case Op::Cast:
    return wrapped(t.type(), arg(0));
  default:
    throw std::logic_error("the oracle has no meaning for " + std::string(name(t.op())));
  }
}

std::vector<Integer> all_values(Type type) {
  if (type.is_bool()) return {0, 1};
  std::vector<Integer> result;
  for (Integer i = 0; i < (Integer(1) << type.width()); ++i)
    result.push_back(wrapped(type, i));
  return result;
}

} // namespace kleene::engine::exact
