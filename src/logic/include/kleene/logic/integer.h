// SPDX-License-Identifier: Apache-2.0
// Exact integers of any size, and what wrapping to a machine type means.
#pragma once
#include "kleene/logic/type.h"

#include <compare>
#include <concepts>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kleene {

__extension__ using Int128 = __int128;
__extension__ using UInt128 = unsigned __int128;

struct BigInteger;

/// A mathematical integer. Values of up to 126 bits and their sign, so every machine value and every product of two of
/// them, lie inside; greater ones are shared on the heap. Division truncates towards zero, bit operators see two's
/// complement with infinitely many bits. Conversions to machine types keep the low bits.
class Integer {
public:
  /// Greater results are refused (number_too_large.h).
  static constexpr std::size_t most_bits = std::size_t(1) << 22;

  constexpr Integer() = default;
  template <std::integral T>
    requires(sizeof(T) <= 8)
  constexpr Integer(T value)
      : word_(value) {} // NOLINT(google-explicit-constructor): they are integers
  template <std::same_as<Int128> T>
  constexpr Integer(T value) : word_(value) { // NOLINT(google-explicit-constructor)
    if (!lies_inside(value)) move_out();
  }
  constexpr explicit Integer(UInt128 value) : word_(static_cast<Int128>(value)) {
    if (value >> 126 != 0) move_out_unsigned();
  }
  /// Truncated towards zero; of a finite number.
  explicit Integer(double value);
  /// Sum of digits[i] * 2^(64 i), or its negation.
  Integer(std::span<const std::uint64_t> digits, bool negative);

  constexpr Integer(const Integer& other) : word_(other.word_) {
    if (is_big()) share();
  }
  constexpr Integer(Integer&& other) noexcept : word_(other.word_) { other.word_ = 0; }
  constexpr Integer& operator=(const Integer& other) {
    if (other.is_big()) other.share();
    if (is_big()) release();
    word_ = other.word_;
    return *this;
  }
  constexpr Integer& operator=(Integer&& other) noexcept {
    std::swap(word_, other.word_);
    return *this;
  }
  constexpr ~Integer() {
    if (is_big()) release();
  }

  template <std::integral T>
    requires(!std::same_as<T, bool> && sizeof(T) <= 8)
  constexpr explicit operator T() const {
    return static_cast<T>(is_big() ? low_bits() : static_cast<UInt128>(word_));
  }
  constexpr explicit operator bool() const { return word_ != 0; }
  constexpr explicit operator Int128() const { return static_cast<Int128>(UInt128(*this)); }
  constexpr explicit operator UInt128() const {
    return is_big() ? low_bits() : static_cast<UInt128>(word_);
  }
  /// Rounded as the processor does; more than 126 bits first towards zero.
  template <std::floating_point T>
  explicit operator T() const {
    return is_big() ? static_cast<T>(truncated()) : static_cast<T>(word_);
  }

  /// Of the absolute value, 64 bits each, lowest first; none of zero.
  std::vector<std::uint64_t> digits() const;
  /// Of the absolute value without leading zeros.
  std::size_t bits() const;

  friend constexpr bool operator==(const Integer& a, const Integer& b) {
    return a.word_ == b.word_ || (a.is_big() && b.is_big() && compare(a, b) == 0);
  }
  friend constexpr std::strong_ordering operator<=>(const Integer& a, const Integer& b) {
    if (both_inside(a, b)) return a.word_ <=> b.word_;
    return compare(a, b) <=> 0;
  }

  friend constexpr Integer operator+(const Integer& a, const Integer& b) {
    return both_inside(a, b) ? Integer(a.word_ + b.word_) : sum(a, b);
  }
  friend constexpr Integer operator-(const Integer& a, const Integer& b) {
    return both_inside(a, b) ? Integer(a.word_ - b.word_) : difference(a, b);
  }
  friend constexpr Integer operator*(const Integer& a, const Integer& b) {
    Int128 result = 0;
    if (both_inside(a, b) && !__builtin_mul_overflow(a.word_, b.word_, &result)) return result;
    return product(a, b);
  }
  /// The divisor is not zero.
  friend constexpr Integer operator/(const Integer& a, const Integer& b) {
    return both_inside(a, b) ? Integer(a.word_ / b.word_) : quotient(a, b);
  }
  friend constexpr Integer operator%(const Integer& a, const Integer& b) {
    return both_inside(a, b) ? Integer(a.word_ % b.word_) : remainder(a, b);
  }
  friend constexpr Integer operator<<(const Integer& a, std::size_t places) {
    if (!a.is_big() && places < 126 && (a.word_ << places) >> places == a.word_)
      return a.word_ << places;
    return shifted_left(a, places);
  }
  friend constexpr Integer operator>>(const Integer& a, std::size_t places) {
    return a.is_big() ? shifted_right(a, places)
                      : Integer(a.word_ >> (places < 127 ? places : 127));
  }
  friend constexpr Integer operator&(const Integer& a, const Integer& b) {
    return both_inside(a, b) ? Integer(a.word_ & b.word_) : bit_and(a, b);
  }
  friend constexpr Integer operator|(const Integer& a, const Integer& b) {
    return both_inside(a, b) ? Integer(a.word_ | b.word_) : bit_or(a, b);
  }
  friend constexpr Integer operator^(const Integer& a, const Integer& b) {
    return both_inside(a, b) ? Integer(a.word_ ^ b.word_) : bit_xor(a, b);
  }
  constexpr Integer operator+() const { return *this; }
  constexpr Integer operator-() const { return Integer(0) - *this; }
  constexpr Integer operator~() const { return Integer(-1) - *this; }

  constexpr Integer& operator+=(const Integer& b) { return *this = *this + b; }
  constexpr Integer& operator-=(const Integer& b) { return *this = *this - b; }
  constexpr Integer& operator*=(const Integer& b) { return *this = *this * b; }
  constexpr Integer& operator/=(const Integer& b) { return *this = *this / b; }
  constexpr Integer& operator%=(const Integer& b) { return *this = *this % b; }
  constexpr Integer& operator&=(const Integer& b) { return *this = *this & b; }
  constexpr Integer& operator|=(const Integer& b) { return *this = *this | b; }
  constexpr Integer& operator^=(const Integer& b) { return *this = *this ^ b; }
  constexpr Integer& operator<<=(std::size_t places) { return *this = *this << places; }
  constexpr Integer& operator>>=(std::size_t places) { return *this = *this >> places; }
  constexpr Integer& operator++() { return *this += 1; }
  constexpr Integer& operator--() { return *this -= 1; }

  std::size_t hash() const;

private:
  friend struct BigInteger;

  static constexpr bool lies_inside(Int128 value) {
    return value >> 126 == 0 || value >> 126 == -1;
  }
  constexpr bool is_big() const { return word_ >> 126 == 1; }
  static constexpr bool both_inside(const Integer& a, const Integer& b) {
    return !a.is_big() && !b.is_big();
  }
  /// `word_` is a value that does not lie inside.
  void move_out();
  void move_out_unsigned();
  void share() const;
  void release() noexcept;
  UInt128 low_bits() const;
  double truncated() const;

  static int compare(const Integer& a, const Integer& b);
  static Integer sum(const Integer& a, const Integer& b);
  static Integer difference(const Integer& a, const Integer& b);
  static Integer product(const Integer& a, const Integer& b);
  static Integer quotient(const Integer& a, const Integer& b);
  static Integer remainder(const Integer& a, const Integer& b);
  static Integer shifted_left(const Integer& a, std::size_t places);
  static Integer shifted_right(const Integer& a, std::size_t places);
  static Integer bit_and(const Integer& a, const Integer& b);
  static Integer bit_or(const Integer& a, const Integer& b);
  static Integer bit_xor(const Integer& a, const Integer& b);

  /// The value if its two highest bits are equal. If they are 01, the low 64 bits are the address of a BigInteger.
  Int128 word_ = 0;
};

/// How the integers of a program are read: as the machine has them, or unbounded.
enum class IntegerModel : std::uint8_t { Machine, Math };

std::string to_string(const Integer& value);
/// Decimal, or hexadecimal after `0x`, with an optional sign; nothing if malformed or of too many bits.
std::optional<Integer> parse_integer(std::string_view text);
std::ostream& operator<<(std::ostream& out, const Integer& value);

/// Smallest and largest value of a machine type.
Integer min_value(Type type);
Integer max_value(Type type);
bool fits(Type type, const Integer& value);
/// The value of `type` that is equal to `value` modulo 2^width.
Integer wrap(Type type, const Integer& value);

} // namespace kleene

template <>
struct std::hash<kleene::Integer> {
  std::size_t operator()(const kleene::Integer& value) const noexcept { return value.hash(); }
};
