// SPDX-License-Identifier: Apache-2.0
// Whatever the processor computes of members of sets is in the set that the operation gives.
#include "kleene/logic/float_interval.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace kleene {
namespace {

class Source {
public:
  Source(unsigned width, unsigned seed)
      : type_(width == 32 ? float_type() : double_type()), random_(seed) {}

  Type type() const { return type_; }
  std::uint64_t pick(std::uint64_t n) {
    return std::uniform_int_distribution<std::uint64_t>(0, n - 1)(random_);
  }
  std::uint64_t pattern() {
    FloatFormat format = float_format(type_.width());
    std::uint64_t sign = pick(2) == 0 ? 0 : format.sign_bit();
    switch (pick(6)) {
    case 0:
      return sign;
    case 1:
      return sign | format.infinity();
    case 2:
      return sign | (pick(4) == 0 ? format.nan() : pick(4));
    case 3:
      return sign | (format.infinity() - 1 - pick(4));
    default:
      return float_pattern(type_, (double(pick(2001)) - 1000) / (pick(2) == 0 ? 8 : 1e3));
    }
  }
  /// One that has this member.
  FloatInterval around(std::uint64_t member) {
    FloatInterval result = FloatInterval::of_pattern(type_, member);
    for (std::uint64_t more = pick(4); more > 0; --more)
      result = result.join(FloatInterval::of_pattern(type_, pattern()));
    return result;
  }

private:
  Type type_;
  std::mt19937_64 random_;
};

bool has(const FloatInterval& set, Type type, std::uint64_t pattern) {
  double number = float_number(type, pattern);
  return std::isnan(number) ? set.has_nan() : set.contains(number);
}

bool agrees(FloatInterval::Truth truth, bool value) {
  return value ? truth.can_hold : truth.can_fail;
}

constexpr int cases = 20'000;

class FloatIntervals : public testing::TestWithParam<unsigned> {
protected:
  Source source{GetParam(), 7};
  Type type = source.type();
  std::uint64_t result(FloatOp op, std::uint64_t a, std::uint64_t b) {
    std::uint64_t values[] = {a, b};
    return float_result(op, type, type, values);
  }
};

TEST_P(FloatIntervals, ContainResults) {
  for (int i = 0; i < cases; ++i) {
    std::uint64_t a = source.pattern();
    std::uint64_t b = source.pattern();
    FloatInterval x = source.around(a);
    FloatInterval y = source.around(b);
    auto expect = [&](FloatOp op, const FloatInterval& set) {
      std::uint64_t value = result(op, a, b);
      EXPECT_TRUE(has(set, type, value)) << name(op) << " " << float_text(type, a) << " "
                                         << float_text(type, b) << ": " << float_text(type, value);
    };
    expect(FloatOp::Add, x.add(y));
    expect(FloatOp::Sub, x.subtract(y));
    expect(FloatOp::Mul, x.multiply(y));
    expect(FloatOp::Div, x.divide(y));
    expect(FloatOp::Rem, x.remainder(y));
    expect(FloatOp::Sqrt, x.root());
    EXPECT_TRUE(agrees(x.equal(y), result(FloatOp::Eq, a, b) == 1));
    EXPECT_TRUE(agrees(x.less(y), result(FloatOp::Lt, a, b) == 1));
    EXPECT_TRUE(agrees(x.less_or_equal(y), result(FloatOp::Le, a, b) == 1));
    if (result(FloatOp::Lt, a, b) == 1) {
      EXPECT_TRUE(has(x.below(y, true), type, a));
      EXPECT_TRUE(has(y.above(x, true), type, b));
    }
    if (result(FloatOp::Le, a, b) == 1) {
      EXPECT_TRUE(has(x.below(y, false), type, a));
    }
  }
}

TEST_P(FloatIntervals, ContainConversions) {
  Type other = GetParam() == 32 ? double_type() : float_type();
  for (int i = 0; i < cases; ++i) {
    std::uint64_t a = source.pattern();
    FloatInterval x = source.around(a);
    std::uint64_t values[] = {a, 0};
    std::uint64_t there = float_result(FloatOp::ToFloat, other, type, values);
    EXPECT_TRUE(has(x.converted(other.width()), other, there)) << float_text(type, a);
    EXPECT_TRUE(
        has(FloatInterval::of_pattern(other, there).before_conversion(type.width()), type, a));
    for (Type integer :
         {Type::machine(32, true), Type::machine(8, false), Type::machine(64, true)}) {
      auto value = wrap(integer, Integer(float_result(FloatOp::ToInt, integer, type, values)));
      auto [low, high] = x.truncated(integer);
      EXPECT_TRUE(low <= value && value <= high) << float_text(type, a);
    }
    auto [low, high] = x.patterns();
    EXPECT_TRUE(low <= Integer(a) && Integer(a) <= high);
    std::uint64_t size = a & (float_format(type.width()).sign_bit() - 1);
    auto [least, most] = x.magnitudes();
    EXPECT_TRUE(least <= Integer(size) && Integer(size) <= most);
    EXPECT_TRUE(has(x.absolute(), type, size));
    std::uint64_t b = source.pattern();
    EXPECT_TRUE(has(FloatInterval::of_patterns(type, std::min(a, b), std::max(a, b)), type, a));
  }
}

INSTANTIATE_TEST_SUITE_P(Both, FloatIntervals, testing::Values(32U, 64U));

TEST(FloatIntervals, KnowHowMuchIsRounded) {
  FloatInterval one(64, 1, 2);
  EXPECT_EQ(one.add(one), FloatInterval(64, 2, 4));
  EXPECT_EQ(one.divide(FloatInterval(64, 0, 1)).low(), -FloatInterval::infinity);
  EXPECT_TRUE(FloatInterval(64, 0, 1).divide(FloatInterval(64, 0, 1)).has_nan());
  EXPECT_FALSE(one.multiply(one).has_nan());
  EXPECT_EQ(FloatInterval::of_integers(32, 0, (Integer(1) << 24) + 1).high(), 16777216);
}

} // namespace
} // namespace kleene
