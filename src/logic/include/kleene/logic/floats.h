// SPDX-License-Identifier: Apache-2.0
// Floating point. A value is its bit pattern in the format binary32 or binary64 of IEEE 754, of type u32 or u64. The
// operators here read patterns as numbers and round to nearest, ties to even; they are the same in both integer models
// and have a value for all operands. A result that is no number has the pattern of `float_nan(type)`. Negation,
// absolute value and sign are operators on bits.
#pragma once
#include "kleene/logic/term.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace kleene {

/// Continues Op: `op(FloatOp::Add)` is the operator of a term. Who knows no floats meets them as operators that he does
/// not know.
enum class FloatOp : std::uint8_t {
  Add = 64, ///< two patterns of one width, and so on to Le
  Sub,
  Mul,
  Div,
  Rem,  ///< as fmod
  Sqrt, ///< one pattern
  Eq,   ///< no number is equal to none; both zeros are equal
  Lt,
  Le,
  // Conversions have a second operand, a zero of the type of the result.
  ToFloat, ///< to the other width
  ToInt,   ///< towards zero; 0 if the result does not fit, or is no number
  FromInt, ///< from a machine integer, with its sign
};
constexpr Op op(FloatOp op) {
  return static_cast<Op>(op);
}
constexpr bool is_float(Op op) {
  return static_cast<std::uint8_t>(op) >= static_cast<std::uint8_t>(FloatOp::Add);
}
constexpr FloatOp float_op(Op op) {
  return static_cast<FloatOp>(op);
}
constexpr bool is_float_conversion(Op op) {
  return static_cast<std::uint8_t>(op) >= static_cast<std::uint8_t>(FloatOp::ToFloat);
}
std::string_view name(FloatOp op);

/// Add … Le.
Term floating(TermManager& terms, FloatOp op, Term a, Term b);
Term float_root(TermManager& terms, Term a);
/// ToFloat, ToInt, FromInt.
Term float_conversion(TermManager& terms, FloatOp op, Type to, Term a);

/// The format of a width: binary32 or binary64.
struct FloatFormat {
  unsigned width = 0;
  unsigned exponent = 0; ///< bits
  unsigned fraction = 0; ///< bits, without the hidden one
  constexpr int bias() const { return (1 << (exponent - 1)) - 1; }
  constexpr std::uint64_t sign_bit() const { return std::uint64_t(1) << (width - 1); }
  constexpr std::uint64_t infinity() const {
    return ((std::uint64_t(1) << exponent) - 1) << fraction;
  }
  constexpr std::uint64_t nan() const { return infinity() | (std::uint64_t(1) << (fraction - 1)); }
};
constexpr FloatFormat float_format(unsigned width) {
  return width == 32 ? FloatFormat{32, 8, 23} : FloatFormat{64, 11, 52};
}

constexpr bool is_float_pattern(Type type) {
  return type.is_machine() && !type.is_signed() && (type.width() == 32 || type.width() == 64);
}
constexpr Type float_type() {
  return Type::machine(32, false);
}
constexpr Type double_type() {
  return Type::machine(64, false);
}
/// The pattern of results that are no number.
constexpr std::uint64_t float_nan(Type type) {
  return float_format(type.width()).nan();
}

/// The result of an operator on values of type `operand`; 0 or 1 for a comparison. Computed by the processor.
/// Integers are given, and come, as their low 64 bits.
using Patterns = std::span<const std::uint64_t>;
std::uint64_t float_result(FloatOp op, Type result, Type operand, Patterns values);

/// The floats whose value, cut off towards zero, an integer type has: low <= x < high, or low < x < high.
struct FloatBounds {
  std::uint64_t low = 0; ///< patterns
  bool above_low = false;
  std::uint64_t high = 0;
};
FloatBounds float_bounds(Type pattern, Type integer);

/// The number that a pattern stands for.
double float_number(Type type, std::uint64_t pattern);
/// The pattern of a number, rounded to nearest.
std::uint64_t float_pattern(Type type, double number);
/// `0x1.8p-1 (0.75)`, `inf`, `-nan`.
std::string float_text(Type type, std::uint64_t pattern);
/// As a C expression: `0x1.8p-1`, `0x1.8p-1f`, `(1.0/0.0)`, `(0.0/0.0)`.
std::string float_literal(Type type, std::uint64_t pattern);
/// Decimal or hexadecimal floating-point number, `inf`, `nan`, with a sign; correctly rounded.
std::optional<std::uint64_t> parse_float(Type type, std::string_view text);

} // namespace kleene
