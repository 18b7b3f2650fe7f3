// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <bit>

#include "smtlib_operators.h"

namespace kleene::smt {
namespace {

std::string wrapped(Type type, const std::string& value) {
  return type.is_signed() ? value : brought_into_range(type, value);
}

/// SMT-LIB's div rounds so that the remainder is not negative; here it goes towards zero.
std::string divide(const Texts& o) {
  return fmt::format("(ite (>= {0} 0) (div {0} {1}) (- (div (- {0}) {1})))", o[0], o[1]);
}

std::string cast(Term t, const std::string& operand) {
  Type from = t.arg(0).type();
  Type to = t.type();
  if (from.is_bool()) return fmt::format("(ite {} 1 0)", operand);
  bool keeps =
      to.is_math()
      || (to.is_signed() && from.is_machine() && from.is_signed() && to.width() >= from.width());
  return keeps ? operand : brought_into_range(to, operand);
}

/// The power of two by which a constant shift amount multiplies, if it is one that has a value.
std::optional<Integer> factor(Term t) {
  Term amount = t.arg(1);
  constexpr Integer most = 4096;
  if (!amount.is_constant() || amount.value() < 0 || amount.value() >= most) return std::nullopt;
  if (t.type().is_machine() && amount.value() >= t.type().width()) return std::nullopt;
  return Integer(1) << static_cast<unsigned>(amount.value());
}

/// k if one operand is the constant 2^k - 1: the other is then cut off to its low bits.
std::optional<std::size_t> low_bits_of(Term t) {
  for (std::size_t i = 0; i < 2; ++i) {
    Term mask = t.arg(i);
    if (!mask.is_constant() || mask.value() < 0) continue;
    Integer next = mask.value() + 1;
    if ((next & mask.value()) == 0) return i;
  }
  return std::nullopt;
}

[[noreturn]] void refuse(Term t) {
  throw NotExpressible(fmt::format("the operation '{}' on unbounded integers", name(t.op())));
}

std::string bit_operator(Term t, const Texts& o) {
  switch (t.op()) {
  case Op::BitNot:
    return t.type().is_signed() ? fmt::format("(- (- 1) {})", o[0])
                                : fmt::format("(- {} {})", text(max_value(t.type())), o[0]);
  case Op::BitAnd:
    if (std::optional<std::size_t> mask = low_bits_of(t))
      return fmt::format("(mod {} {})", o[1 - *mask], text(t.arg(*mask).value() + 1));
    refuse(t);
  case Op::Shl:
    if (std::optional<Integer> f = factor(t))
      return wrapped(t.type(), fmt::format("(* {} {})", o[0], text(*f)));
    refuse(t);
  case Op::Shr:
    if (std::optional<Integer> f = factor(t)) return fmt::format("(div {} {})", o[0], text(*f));
    refuse(t);
  default:
    refuse(t);
  }
}

} // namespace

std::string brought_into_range(Type type, const std::string& value) {
  std::string modulus = text(Integer(1) << type.width());
  if (!type.is_signed()) return fmt::format("(mod {} {})", value, modulus);
  std::string low = text(min_value(type));
  return fmt::format("(+ (mod (- {} {}) {}) {})", value, low, modulus, low);
}

std::string integer_text(Term t, const Texts& o) {
  switch (t.op()) {
  case Op::Lt:
    return list("<", o);
  case Op::Le:
    return list("<=", o);
  case Op::Neg:
  case Op::Sub:
    return wrapped(t.type(), list("-", o));
  case Op::Add:
  case Op::PtrAdd:
    return wrapped(t.type(), list("+", o));
  case Op::Mul:
    return wrapped(t.type(), list("*", o));
  case Op::Div:
    return divide(o);
  case Op::Rem:
    return fmt::format("(- {} (* {} {}))", o[0], o[1], divide(o));
  case Op::Cast:
    return cast(t, o[0]);
  default:
    return bit_operator(t, o);
  }
}

} // namespace kleene::smt
