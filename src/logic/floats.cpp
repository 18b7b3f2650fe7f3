// SPDX-License-Identifier: Apache-2.0
#include "kleene/logic/floats.h"

#include "kleene/support/invariant.h"

#include <fmt/core.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <locale.h> // NOLINT: newlocale is POSIX

namespace kleene {
namespace {

template <class F>
struct Bits;
template <>
struct Bits<float> {
  using Type = std::uint32_t;
};
template <>
struct Bits<double> {
  using Type = std::uint64_t;
};

template <class F>
F number_of(std::uint64_t pattern) {
  return std::bit_cast<F>(static_cast<typename Bits<F>::Type>(pattern));
}

template <class F>
std::uint64_t pattern_of(F number) {
  if (std::isnan(number)) return float_format(sizeof(F) * 8).nan();
  return std::bit_cast<typename Bits<F>::Type>(number);
}

template <class F>
std::uint64_t to_integer(Type to, F number) {
  F whole = std::trunc(number);
  int bits = static_cast<int>(to.width()) - (to.is_signed() ? 1 : 0);
  F end = std::ldexp(F(1), bits);
  bool fits_in = whole < end && (to.is_signed() ? whole >= -end : whole >= 0);
  if (!fits_in) return 0;
  if (to.is_signed()) return static_cast<std::uint64_t>(static_cast<std::int64_t>(whole));
  return static_cast<std::uint64_t>(whole);
}

template <class F>
F from_integer(Type from, std::uint64_t value) {
  return from.is_signed() ? static_cast<F>(static_cast<std::int64_t>(value))
                          : static_cast<F>(value);
}

template <class F>
std::uint64_t computed(FloatOp op, Type result, Patterns values) {
  auto at = [&](std::size_t i) { return number_of<F>(values[i]); };
  switch (op) {
  case FloatOp::Add:
    return pattern_of<F>(at(0) + at(1));
  case FloatOp::Sub:
    return pattern_of<F>(at(0) - at(1));
  case FloatOp::Mul:
    return pattern_of<F>(at(0) * at(1));
  case FloatOp::Div:
    return pattern_of<F>(at(0) / at(1));
  case FloatOp::Rem:
    return pattern_of<F>(std::fmod(at(0), at(1)));
  case FloatOp::Sqrt:
    return pattern_of<F>(std::sqrt(at(0)));
  case FloatOp::Eq:
    return at(0) == at(1) ? 1 : 0;
  case FloatOp::Lt:
    return at(0) < at(1) ? 1 : 0;
  case FloatOp::Le:
    return at(0) <= at(1) ? 1 : 0;
  case FloatOp::ToFloat:
    return result.width() == 32 ? pattern_of(static_cast<float>(at(0)))
                                : pattern_of(static_cast<double>(at(0)));
  case FloatOp::ToInt:
    return to_integer<F>(result, at(0));
  default:
    KL_INVARIANT(false, "a float operator should be computed");
  }
}

/// Text in the locale C, whatever the process has.
locale_t plain_locale() {
  static locale_t locale = newlocale(LC_ALL_MASK, "C", static_cast<locale_t>(nullptr));
  return locale;
}

bool is_nan(Type type, std::uint64_t pattern) {
  return (pattern & ~float_format(type.width()).sign_bit()) > float_format(type.width()).infinity();
}

} // namespace

std::string_view name(FloatOp op) {
  static constexpr std::array names{
      "fadd", "fsub", "fmul", "fdiv", "frem", "fsqrt", "feq", "flt", "fle", "ftof", "ftoi", "itof"};
  return names.at(static_cast<std::size_t>(op) - static_cast<std::size_t>(FloatOp::Add));
}

Term floating(TermManager& terms, FloatOp op, Term a, Term b) {
  return terms.binary(kleene::op(op), a, b);
}

Term float_root(TermManager& terms, Term a) {
  return terms.unary(op(FloatOp::Sqrt), a);
}

Term float_conversion(TermManager& terms, FloatOp op, Type to, Term a) {
  if (op == FloatOp::ToFloat && a.type() == to) return a;
  return terms.binary(kleene::op(op), a, terms.constant(to, 0));
}

std::uint64_t float_result(FloatOp op, Type result, Type operand, Patterns values) {
  if (op == FloatOp::FromInt)
    return result.width() == 32 ? pattern_of(from_integer<float>(operand, values[0]))
                                : pattern_of(from_integer<double>(operand, values[0]));
  return operand.width() == 32 ? computed<float>(op, result, values)
                               : computed<double>(op, result, values);
}

FloatBounds float_bounds(Type pattern, Type integer) {
  int bits = static_cast<int>(integer.width()) - (integer.is_signed() ? 1 : 0);
  double end = std::ldexp(1.0, bits);
  FloatBounds bounds{0, true, float_pattern(pattern, end)};
  if (!integer.is_signed()) {
    bounds.low = float_pattern(pattern, -1);
  } else if (integer.width() <= float_format(pattern.width()).fraction + 1) {
    bounds.low = float_pattern(pattern, -end - 1);
  } else {
    // No float lies between the least integer and the one below.
    bounds.low = float_pattern(pattern, -end);
    bounds.above_low = false;
  }
  return bounds;
}

double float_number(Type type, std::uint64_t pattern) {
  return type.width() == 32 ? static_cast<double>(number_of<float>(pattern))
                            : number_of<double>(pattern);
}

std::uint64_t float_pattern(Type type, double number) {
  return type.width() == 32 ? pattern_of(static_cast<float>(number)) : pattern_of(number);
}

std::string float_text(Type type, std::uint64_t pattern) {
  std::string sign = (pattern & float_format(type.width()).sign_bit()) != 0 ? "-" : "";
  if (is_nan(type, pattern)) return sign + "nan";
  double number = float_number(type, pattern);
  if (std::isinf(number)) return sign + "inf";
  // The shortest decimal text that is read back as the same number.
  std::string decimal = type.width() == 32 ? fmt::format("{}", static_cast<float>(number))
                                           : fmt::format("{}", number);
  std::string exact = fmt::format("{:a}", number);
  return fmt::format("{} ({})", exact, decimal);
}

std::string float_literal(Type type, std::uint64_t pattern) {
  bool negative = (pattern & float_format(type.width()).sign_bit()) != 0;
  std::string suffix = type.width() == 32 ? "f" : "";
  if (is_nan(type, pattern)) return fmt::format("({0}0.0{1}/0.0{1})", negative ? "-" : "", suffix);
  double number = float_number(type, pattern);
  if (std::isinf(number)) return fmt::format("({0}1.0{1}/0.0{1})", negative ? "-" : "", suffix);
  std::string text = fmt::format("{:a}{}", number, suffix);
  return negative ? "(" + text + ")" : text;
}

std::optional<std::uint64_t> parse_float(Type type, std::string_view text) {
  std::string copy(text);
  if (copy.empty() || std::isspace(static_cast<unsigned char>(copy[0])) != 0) return std::nullopt;
  char* end = nullptr;
  std::uint64_t pattern = 0;
  if (type.width() == 32)
    pattern = std::bit_cast<std::uint32_t>(strtof_l(copy.c_str(), &end, plain_locale()));
  else
    pattern = std::bit_cast<std::uint64_t>(strtod_l(copy.c_str(), &end, plain_locale()));
  if (end != copy.c_str() + copy.size()) return std::nullopt;
  return pattern;
}

} // namespace kleene
