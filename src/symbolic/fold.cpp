// SPDX-License-Identifier: Apache-2.0
#include "kleene/symbolic/simplifier.h"

namespace kleene::symbolic {
namespace {

/// Longer shifts of mathematical integers are left as they are.
constexpr Integer longest_shift = 4096;

bool shifts_too_far(Type type, const Integer& amount) {
  return amount < 0 || amount > longest_shift || (type.is_machine() && amount >= type.width());
}

std::optional<Integer> exact(Op op, const Integer& a, const Integer& b) {
  switch (op) {
  case Op::Neg:
    return -a;
  case Op::Add:
  case Op::PtrAdd:
    return a + b;
  case Op::Sub:
    return a - b;
  case Op::Mul:
    return a * b;
  case Op::Div:
    return b == 0 ? std::nullopt : std::optional(a / b);
  case Op::Rem:
    return b == 0 ? std::nullopt : std::optional(a % b);
  default:
    return std::nullopt;
  }
}

} // namespace

std::optional<Integer>
fold(IntegerModel model, Op op, Type type, Type operand, Integer a, Integer b) {
  bool wraps = type.is_machine() && (model == IntegerModel::Machine || !type.is_signed());
  auto in_type = [&](const Integer& value) { return wraps ? wrap(type, value) : value; };
  switch (op) {
  case Op::Eq:
    return a == b ? 1 : 0;
  case Op::Lt:
    return a < b ? 1 : 0;
  case Op::Le:
    return a <= b ? 1 : 0;
  case Op::BitNot:
    return wraps || type.is_machine() ? wrap(type, ~a) : ~a;
  case Op::BitAnd:
    return a & b;
  case Op::BitOr:
    return a | b;
  case Op::BitXor:
    return a ^ b;
  case Op::Shl:
    if (shifts_too_far(type, b)) return std::nullopt;
    return in_type(a << static_cast<unsigned>(b));
  case Op::Shr:
    if (shifts_too_far(type, b)) return std::nullopt;
    return a >> static_cast<unsigned>(b);
  case Op::Cast: {
    bool keeps = model == IntegerModel::Math && type.is_signed() && operand.is_signed()
                 && operand.is_machine() && type.width() >= operand.width();
    if (!type.is_machine() || keeps) return a;
    return wrap(type, a);
  }
  default:
    if (std::optional<Integer> result = exact(op, a, b)) return in_type(*result);
    return std::nullopt;
  }
}

} // namespace kleene::symbolic
