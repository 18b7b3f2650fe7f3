// SPDX-License-Identifier: Apache-2.0
#include "kleene/symbolic/simplifier.h"

namespace kleene::symbolic {
namespace {

__extension__ using Unsigned = unsigned __int128;

/// Exact results of more than this may not fit an Integer; nobody needs them.
bool moderate(Integer value) {
  constexpr Integer limit = Integer(1) << 63;
  return value > -limit && value < limit;
}

std::optional<Integer> shift_left(bool wraps, Type type, Integer a, Integer amount) {
  if (amount < 0 || amount > 126 || (type.is_machine() && amount >= type.width()))
    return std::nullopt;
  if (wraps) return wrap(type, static_cast<Integer>(static_cast<Unsigned>(a) << unsigned(amount)));
  if (!moderate(a) || amount > 62) return std::nullopt;
  return a * (Integer(1) << unsigned(amount));
}

std::optional<Integer> arithmetic(bool wraps, Op op, Type type, Integer a, Integer b) {
  auto low = [&](Unsigned value) { return wrap(type, static_cast<Integer>(value)); };
  if (!wraps && (!moderate(a) || !moderate(b))) return std::nullopt;
  auto x = static_cast<Unsigned>(a);
  auto y = static_cast<Unsigned>(b);
  switch (op) {
  case Op::Neg:
    return wraps ? low(Unsigned(0) - x) : -a;
  case Op::Add:
    return wraps ? low(x + y) : a + b;
  case Op::Sub:
    return wraps ? low(x - y) : a - b;
  case Op::Mul:
    return wraps ? low(x * y) : a * b;
  case Op::Div:
    if (b == 0) return std::nullopt;
    return wraps ? wrap(type, a / b) : a / b;
  case Op::Rem:
    if (b == 0) return std::nullopt;
    return a % b;
  default:
    return std::nullopt;
  }
}

} // namespace

std::optional<Integer>
fold(IntegerModel model, Op op, Type type, Type operand, Integer a, Integer b) {
  bool wraps = type.is_machine() && (model == IntegerModel::Machine || !type.is_signed());
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
    return shift_left(wraps, type, a, b);
  case Op::Shr:
    if (b < 0 || b > 126 || (type.is_machine() && b >= type.width())) return std::nullopt;
    return a >> unsigned(b);
  case Op::PtrAdd:
    return arithmetic(true, Op::Add, type, a, b);
  case Op::Cast: {
    bool keeps = model == IntegerModel::Math && type.is_signed() && operand.is_signed()
                 && operand.is_machine() && type.width() >= operand.width();
    if (!type.is_machine() || keeps) return a;
    return wrap(type, a);
  }
  default:
    return arithmetic(wraps, op, type, a, b);
  }
}

} // namespace kleene::symbolic
