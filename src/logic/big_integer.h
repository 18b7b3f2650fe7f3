// SPDX-License-Identifier: Apache-2.0
// The integers that do not lie inside an Integer, and the way between both and GMP.
#pragma once
#include "kleene/logic/integer.h"

#include <atomic>
#include <gmpxx.h>

namespace kleene {

struct BigInteger {
  std::atomic<std::uint32_t> users{1};
  mpz_class value;

  explicit BigInteger(mpz_class v) : value(std::move(v)) {}

  static const mpz_class* of(const Integer& a) { return a.is_big() ? &at(a)->value : nullptr; }
  static BigInteger* at(const Integer& a) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the address is kept in the low bits
    return reinterpret_cast<BigInteger*>(static_cast<std::uintptr_t>(a.word_));
  }
  static Int128 word(const Integer& a) { return a.word_; }
  static Int128 word(BigInteger* big) {
    return (Int128(1) << 126) + static_cast<Int128>(reinterpret_cast<std::uintptr_t>(big));
  }
  static Integer hold(Int128 word) {
    Integer result;
    result.word_ = word;
    return result;
  }
};

/// The value of an Integer as GMP has it, made if it lies inside.
class Number {
public:
  explicit Number(const Integer& a);
  Number(const Number&) = delete;
  Number& operator=(const Number&) = delete;
  const mpz_class& operator*() const { return *value_; }
  mpz_srcptr get() const { return value_->get_mpz_t(); }

private:
  mpz_class made_;
  const mpz_class* value_;
};

mpz_class to_gmp(UInt128 magnitude, bool negative);
/// Throws NumberTooLarge if the value has more bits than an Integer may have.
Integer from_gmp(mpz_class value);

} // namespace kleene
