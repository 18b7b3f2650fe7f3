// SPDX-License-Identifier: Apache-2.0
#include "big_integer.h"

#include "kleene/logic/number_too_large.h"
#include "kleene/support/invariant.h"

#include <array>
#include <cmath>

namespace kleene {
namespace {

std::size_t bits_of(const mpz_class& value) {
  return mpz_sizeinbase(value.get_mpz_t(), 2);
}

void require_bits(std::size_t bits) {
  if (bits > Integer::most_bits) throw NumberTooLarge();
}

/// From -2^126 to 2^126 - 1.
bool lies_inside(const mpz_class& value) {
  std::size_t bits = bits_of(value);
  return bits <= 126 || (bits == 127 && sgn(value) < 0 && mpz_scan1(value.get_mpz_t(), 0) == 126);
}

UInt128 magnitude_bits(const mpz_class& value) {
  std::array<std::uint64_t, 2> words{};
  mpz_class low;
  mpz_tdiv_r_2exp(low.get_mpz_t(), value.get_mpz_t(), 128);
  mpz_export(words.data(), nullptr, -1, sizeof(std::uint64_t), 0, 0, low.get_mpz_t());
  return (UInt128(words[1]) << 64) | words[0];
}

UInt128 magnitude(Int128 value) {
  return value < 0 ? UInt128(0) - static_cast<UInt128>(value) : static_cast<UInt128>(value);
}

} // namespace

NumberTooLarge::NumberTooLarge() : ResourceOut("a number has too many digits") {}

Number::Number(const Integer& a) : value_(BigInteger::of(a)) {
  if (value_ != nullptr) return;
  made_ = to_gmp(magnitude(BigInteger::word(a)), BigInteger::word(a) < 0);
  value_ = &made_;
}

mpz_class to_gmp(UInt128 magnitude, bool negative) {
  std::array<std::uint64_t, 2> words{static_cast<std::uint64_t>(magnitude),
                                     static_cast<std::uint64_t>(magnitude >> 64)};
  mpz_class result;
  mpz_import(result.get_mpz_t(), words.size(), -1, sizeof(std::uint64_t), 0, 0, words.data());
  if (negative) mpz_neg(result.get_mpz_t(), result.get_mpz_t());
  return result;
}

Integer from_gmp(mpz_class value) {
  if (lies_inside(value)) {
    UInt128 bits = magnitude_bits(value);
    return static_cast<Int128>(sgn(value) < 0 ? UInt128(0) - bits : bits);
  }
  require_bits(bits_of(value));
  return BigInteger::hold(BigInteger::word(new BigInteger(std::move(value))));
}

Integer::Integer(double value) {
  KL_INVARIANT(std::isfinite(value), "only finite numbers should be made integers");
  *this = from_gmp(mpz_class(std::trunc(value)));
}

Integer::Integer(std::span<const std::uint64_t> digits, bool negative) {
  require_bits(digits.size() * 64);
  mpz_class value;
  mpz_import(value.get_mpz_t(), digits.size(), -1, sizeof(std::uint64_t), 0, 0, digits.data());
  if (negative) mpz_neg(value.get_mpz_t(), value.get_mpz_t());
  *this = from_gmp(std::move(value));
}

void Integer::move_out() {
  word_ = BigInteger::word(new BigInteger(to_gmp(magnitude(word_), word_ < 0)));
}

void Integer::move_out_unsigned() {
  word_ = BigInteger::word(new BigInteger(to_gmp(static_cast<UInt128>(word_), false)));
}

void Integer::share() const {
  BigInteger::at(*this)->users.fetch_add(1, std::memory_order_relaxed);
}

void Integer::release() noexcept {
  BigInteger* big = BigInteger::at(*this);
  if (big->users.fetch_sub(1, std::memory_order_acq_rel) == 1) delete big;
}

UInt128 Integer::low_bits() const {
  const mpz_class& value = BigInteger::at(*this)->value;
  UInt128 bits = magnitude_bits(value);
  return sgn(value) < 0 ? UInt128(0) - bits : bits;
}

double Integer::truncated() const {
  return BigInteger::at(*this)->value.get_d();
}

std::vector<std::uint64_t> Integer::digits() const {
  Number number(*this);
  std::vector<std::uint64_t> result((bits() + 63) / 64);
  mpz_export(result.data(), nullptr, -1, sizeof(std::uint64_t), 0, 0, number.get());
  return result;
}

std::size_t Integer::bits() const {
  return word_ == 0 ? 0 : bits_of(*Number(*this));
}

std::size_t Integer::hash() const {
  auto mix = [](std::size_t seed, std::uint64_t word) {
    return (seed ^ word) * 0x9e3779b97f4a7c15 + (seed >> 32);
  };
  if (!is_big())
    return mix(static_cast<std::uint64_t>(word_), static_cast<std::uint64_t>(word_ >> 64));
  std::size_t result = 0;
  for (std::uint64_t digit : digits())
    result = mix(result, digit);
  return result;
}

int Integer::compare(const Integer& a, const Integer& b) {
  return cmp(*Number(a), *Number(b));
}

Integer Integer::sum(const Integer& a, const Integer& b) {
  return from_gmp(*Number(a) + *Number(b));
}

Integer Integer::difference(const Integer& a, const Integer& b) {
  return from_gmp(*Number(a) - *Number(b));
}

Integer Integer::product(const Integer& a, const Integer& b) {
  Number x(a);
  Number y(b);
  if (sgn(*x) == 0 || sgn(*y) == 0) return 0;
  require_bits(bits_of(*x) + bits_of(*y) - 1);
  return from_gmp(*x * *y);
}

Integer Integer::quotient(const Integer& a, const Integer& b) {
  return from_gmp(*Number(a) / *Number(b));
}

Integer Integer::remainder(const Integer& a, const Integer& b) {
  return from_gmp(*Number(a) % *Number(b));
}

Integer Integer::shifted_left(const Integer& a, std::size_t places) {
  if (a == 0) return 0;
  Number x(a);
  require_bits(bits_of(*x) + places);
  return from_gmp(*x << places);
}

Integer Integer::shifted_right(const Integer& a, std::size_t places) {
  return from_gmp(*Number(a) >> places);
}

Integer Integer::bit_and(const Integer& a, const Integer& b) {
  return from_gmp(*Number(a) & *Number(b));
}

Integer Integer::bit_or(const Integer& a, const Integer& b) {
  return from_gmp(*Number(a) | *Number(b));
}

Integer Integer::bit_xor(const Integer& a, const Integer& b) {
  return from_gmp(*Number(a) ^ *Number(b));
}

} // namespace kleene
