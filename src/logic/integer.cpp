// SPDX-License-Identifier: Apache-2.0
#include "kleene/logic/integer.h"

#include "kleene/support/invariant.h"

#include <algorithm>
#include <limits>

namespace kleene {
namespace {
__extension__ using Unsigned = unsigned __int128;
constexpr Unsigned max_magnitude = static_cast<Unsigned>(1) << 127;
} // namespace

std::string to_string(Integer value) {
  if (value == 0) return "0";
  bool negative = value < 0;
  Unsigned rest = negative ? -static_cast<Unsigned>(value) : static_cast<Unsigned>(value);
  std::string digits;
  for (; rest != 0; rest /= 10)
    digits += static_cast<char>('0' + static_cast<int>(rest % 10));
  if (negative) digits += '-';
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::optional<Integer> parse_integer(std::string_view text) {
  bool negative = !text.empty() && text[0] == '-';
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
  unsigned base = 10;
  if (text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
    base = 16;
    text.remove_prefix(2);
  }
  if (text.empty()) return std::nullopt;
  Unsigned value = 0;
  for (char c : text) {
    unsigned digit = 99;
    if (c >= '0' && c <= '9') digit = static_cast<unsigned>(c - '0');
    if (c >= 'a' && c <= 'f') digit = static_cast<unsigned>(c - 'a') + 10;
    if (c >= 'A' && c <= 'F') digit = static_cast<unsigned>(c - 'A') + 10;
    if (digit >= base) return std::nullopt;
    if (value > (max_magnitude - digit) / base) return std::nullopt;
    value = value * base + digit;
  }
  if (!negative && value == max_magnitude) return std::nullopt;
  return static_cast<Integer>(negative ? -value : value);
}

Integer min_value(Type type) {
  KL_INVARIANT(type.is_machine(), "only machine types should be asked for their range");
  return type.is_signed() ? -(static_cast<Integer>(1) << (type.width() - 1)) : 0;
}

Integer max_value(Type type) {
  KL_INVARIANT(type.is_machine(), "only machine types should be asked for their range");
  return (static_cast<Integer>(1) << (type.is_signed() ? type.width() - 1 : type.width())) - 1;
}

bool fits(Type type, Integer value) {
  if (type.is_bool()) return value == 0 || value == 1;
  if (type.is_math()) return true;
  return value >= min_value(type) && value <= max_value(type);
}

Integer wrap(Type type, Integer value) {
  KL_INVARIANT(type.is_machine(), "only machine types should wrap");
  Unsigned modulus = static_cast<Unsigned>(1) << type.width();
  auto low = static_cast<Integer>(static_cast<Unsigned>(value) & (modulus - 1));
  if (type.is_signed() && low > max_value(type)) low -= static_cast<Integer>(modulus);
  return low;
}

} // namespace kleene
