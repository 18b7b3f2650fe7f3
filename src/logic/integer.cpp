// SPDX-License-Identifier: Apache-2.0
#include "kleene/logic/integer.h"

#include "kleene/support/invariant.h"

#include <algorithm>
#include <ostream>

#include "big_integer.h"

namespace kleene {
namespace {

unsigned digit_value(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A') + 10;
  return 99;
}

std::string decimal(UInt128 magnitude, bool negative) {
  std::string digits;
  do {
    digits += static_cast<char>('0' + static_cast<int>(magnitude % 10));
    magnitude /= 10;
  } while (magnitude != 0);
  if (negative) digits += '-';
  std::reverse(digits.begin(), digits.end());
  return digits;
}

} // namespace

std::string to_string(const Integer& value) {
  if (const mpz_class* big = BigInteger::of(value)) return big->get_str();
  Int128 word = BigInteger::word(value);
  auto bits = static_cast<UInt128>(word);
  return decimal(word < 0 ? UInt128(0) - bits : bits, word < 0);
}

std::ostream& operator<<(std::ostream& out, const Integer& value) {
  return out << to_string(value);
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
  for (char c : text)
    if (digit_value(c) >= base) return std::nullopt;
  if (text.size() <= 31) { // fewer than 126 bits
    UInt128 value = 0;
    for (char c : text)
      value = value * base + digit_value(c);
    auto result = static_cast<Int128>(value);
    return negative ? -result : result;
  }
  // Every decimal digit stands for more than 3 bits.
  if (text.size() * 3 > Integer::most_bits) return std::nullopt;
  mpz_class value(std::string(text), static_cast<int>(base));
  if (mpz_sizeinbase(value.get_mpz_t(), 2) > Integer::most_bits) return std::nullopt;
  return from_gmp(negative ? mpz_class(-value) : std::move(value));
}

Integer min_value(Type type) {
  KL_INVARIANT(type.is_machine(), "only machine types should be asked for their range");
  return type.is_signed() ? -(Int128(1) << (type.width() - 1)) : Int128(0);
}

Integer max_value(Type type) {
  KL_INVARIANT(type.is_machine(), "only machine types should be asked for their range");
  return (Int128(1) << (type.is_signed() ? type.width() - 1 : type.width())) - 1;
}

bool fits(Type type, const Integer& value) {
  if (type.is_bool()) return value == 0 || value == 1;
  if (type.is_math()) return true;
  return value >= min_value(type) && value <= max_value(type);
}

Integer wrap(Type type, const Integer& value) {
  KL_INVARIANT(type.is_machine(), "only machine types should wrap");
  UInt128 modulus = UInt128(1) << type.width();
  UInt128 low = UInt128(value) & (modulus - 1);
  bool below_zero = type.is_signed() && low >> (type.width() - 1) != 0;
  return static_cast<Int128>(below_zero ? low - modulus : low);
}

} // namespace kleene
