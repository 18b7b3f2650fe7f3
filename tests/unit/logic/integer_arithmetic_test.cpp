// SPDX-License-Identifier: Apache-2.0
// Integers of all sizes against GMP, above all where they cease to lie inside.
#include "kleene/logic/integer.h"
#include "kleene/logic/number_too_large.h"

#include <gtest/gtest.h>

#include <gmpxx.h>
#include <random>
#include <unordered_set>

namespace kleene {
namespace {

/// As text, so that both sides are read independently.
mpz_class gmp(const Integer& value) {
  return mpz_class(to_string(value));
}

Integer integer(const mpz_class& value) {
  return *parse_integer(value.get_str());
}

/// Powers of two with their neighbours, and random numbers of every length.
class Numbers {
public:
  mpz_class next() {
    mpz_class value = 1;
    if (random_() % 2 == 0) {
      static constexpr unsigned ends[] = {0, 31, 32, 63, 64, 125, 126, 127, 128, 252, 300};
      value <<= ends[random_() % std::size(ends)];
      value += static_cast<long>(random_() % 5) - 2;
    } else {
      value = digits_.get_z_bits(random_() % 300);
    }
    return random_() % 2 == 0 ? value : mpz_class(-value);
  }

  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }

private:
  std::mt19937 random_{7};
  gmp_randclass digits_{gmp_randinit_default};
};

constexpr int rounds = 20'000;

TEST(IntegerArithmetic, AgreesWithGmp) {
  Numbers numbers;
  for (int i = 0; i < rounds && !testing::Test::HasFailure(); ++i) {
    mpz_class x = numbers.next();
    mpz_class y = numbers.next();
    Integer a = integer(x);
    Integer b = integer(y);
    SCOPED_TRACE(x.get_str() + " and " + y.get_str());
    EXPECT_EQ(gmp(a + b), x + y);
    EXPECT_EQ(gmp(a - b), x - y);
    EXPECT_EQ(gmp(a * b), x * y);
    if (y != 0) {
      EXPECT_EQ(gmp(a / b), x / y);
      EXPECT_EQ(gmp(a % b), x % y);
    }
    EXPECT_EQ(gmp(a & b), x & y);
    EXPECT_EQ(gmp(a | b), x | y);
    EXPECT_EQ(gmp(a ^ b), x ^ y);
    EXPECT_EQ(gmp(-a), -x);
    EXPECT_EQ(gmp(~a), ~x);
    unsigned places = numbers.below(200);
    EXPECT_EQ(gmp(a << places), x << places);
    EXPECT_EQ(gmp(a >> places), x >> places);
    EXPECT_EQ(a == b, x == y);
    EXPECT_EQ(a < b, x < y);
    EXPECT_EQ(a <= b, x <= y);
    EXPECT_EQ(a.bits(), x == 0 ? 0 : mpz_sizeinbase(x.get_mpz_t(), 2));
  }
}

TEST(IntegerArithmetic, AValueHasOneForm) {
  Numbers numbers;
  for (int i = 0; i < rounds && !testing::Test::HasFailure(); ++i) {
    Integer a = integer(numbers.next());
    Integer b = integer(numbers.next());
    Integer same = a + b - b; // may have been large on the way
    EXPECT_EQ(same, a);
    EXPECT_EQ(std::hash<Integer>()(same), std::hash<Integer>()(a));
    EXPECT_EQ(Integer(a.digits(), a < 0), a);
  }
}

TEST(IntegerArithmetic, ConversionsKeepTheLowBits) {
  Numbers numbers;
  for (int i = 0; i < rounds && !testing::Test::HasFailure(); ++i) {
    mpz_class x = numbers.next();
    Integer a = integer(x);
    mpz_class low = x & mpz_class("0xffffffffffffffff");
    EXPECT_EQ(static_cast<std::uint64_t>(a), low.get_ui());
    EXPECT_EQ(static_cast<std::int64_t>(a), static_cast<std::int64_t>(low.get_ui()));
    EXPECT_EQ(static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(low.get_ui()));
    EXPECT_EQ(static_cast<bool>(a), x != 0);
    EXPECT_EQ(wrap(Type::machine(64, false), a), Integer(low.get_ui()));
    EXPECT_EQ(Integer(static_cast<UInt128>(a)), a & ((Integer(1) << 128) - 1));
    EXPECT_EQ(fits(Type::machine(64, true), a), x.fits_slong_p());
  }
}

TEST(IntegerArithmetic, NumbersOfTheProcessor) {
  EXPECT_EQ(static_cast<double>(Integer(1) << 200), 0x1p200);
  EXPECT_EQ(static_cast<double>(-(Integer(1) << 62)), -0x1p62);
  EXPECT_EQ(Integer(0x1.8p200), Integer(3) << 199);
  EXPECT_EQ(Integer(-2.75), Integer(-2));
  EXPECT_EQ(Integer(INT64_MIN) * INT64_MIN, Integer(1) << 126);
  EXPECT_EQ(Integer(UINT64_MAX) * UINT64_MAX, (Integer(1) << 128) - (Integer(1) << 65) + 1);
}

TEST(IntegerArithmetic, CopiesLiveOnTheirOwn) {
  Integer a = Integer(1) << 400;
  Integer b = a;
  a += 1;
  EXPECT_EQ(b, Integer(1) << 400);
  EXPECT_EQ(a - b, 1);
  Integer& self = a;
  a = self;
  EXPECT_EQ(a, (Integer(1) << 400) + 1);
  Integer c = std::move(a);
  a = 5;
  EXPECT_EQ(c - b, a - 4);
}

TEST(IntegerArithmetic, TooManyDigitsAreRefused) {
  Integer most = ((Integer(1) << (Integer::most_bits - 1)) - 1) * 2 + 1;
  EXPECT_EQ(most.bits(), Integer::most_bits);
  EXPECT_THROW((void)(most + 1), NumberTooLarge);
  EXPECT_THROW((void)(-most - 1), NumberTooLarge);
  EXPECT_THROW((void)(most * 2), NumberTooLarge);
  EXPECT_THROW((void)(Integer(1) << (Integer::most_bits + 1)), NumberTooLarge);
  EXPECT_EQ(Integer(0) << (std::size_t(1) << 40), 0);
  EXPECT_EQ(parse_integer(std::string(2'000'000, '9')), std::nullopt);
  EXPECT_EQ(parse_integer(to_string(most)), most);
}

} // namespace
} // namespace kleene
