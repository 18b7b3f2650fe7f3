// SPDX-License-Identifier: Apache-2.0
#include "kleene/analysis/range.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace kleene::analysis {
namespace {

/// Ranges over small numbers, with and without congruences.
std::vector<Range> some_ranges() {
  std::vector<Range> result;
  for (Integer low = -6; low <= 6; low += 3)
    for (Integer high = low; high <= low + 9; high += 2)
      for (Integer modulus : {1, 2, 3, 4})
        result.push_back(Range::congruent(modulus, low, low, high));
  return result;
}

std::vector<Integer> members(const Range& range) {
  std::vector<Integer> result;
  for (Integer v = -40; v <= 40; ++v)
    if (range.contains(v)) result.push_back(v);
  return result;
}

void expect_contains_all(const std::function<Range(const Range&, const Range&)>& operation,
                         const std::function<Integer(Integer, Integer)>& exact,
                         bool divides = false) {
  for (const Range& a : some_ranges())
    for (const Range& b : some_ranges()) {
      Range divisor = divides ? b.without(0) : b;
      Range result = operation(a, divisor);
      for (Integer x : members(a))
        for (Integer y : members(divisor))
          if (!divides || y != 0) {
            ASSERT_TRUE(result.contains(exact(x, y))) << to_string(x) << " " << to_string(y);
          }
    }
}

TEST(Range, OperationsContainEveryExactResult) {
  expect_contains_all([](auto& a, auto& b) { return a.add(b); },
                      [](Integer x, Integer y) { return x + y; });
  expect_contains_all([](auto& a, auto& b) { return a.subtract(b); },
                      [](Integer x, Integer y) { return x - y; });
  expect_contains_all([](auto& a, auto& b) { return a.multiply(b); },
                      [](Integer x, Integer y) { return x * y; });
  expect_contains_all([](auto& a, auto& b) { return a.divide(b); },
                      [](Integer x, Integer y) { return x / y; },
                      true);
  expect_contains_all([](auto& a, auto& b) { return a.remainder(b); },
                      [](Integer x, Integer y) { return x % y; },
                      true);
}

TEST(Range, JoinAndMeetAreBounds) {
  for (const Range& a : some_ranges())
    for (const Range& b : some_ranges()) {
      Range joined = a.join(b);
      Range met = a.meet(b);
      EXPECT_TRUE(a.within(joined) && b.within(joined));
      for (Integer v : members(a)) {
        EXPECT_TRUE(joined.contains(v));
        if (b.contains(v)) {
          EXPECT_TRUE(met.contains(v));
        }
      }
    }
}

TEST(Range, WrappingContainsEveryWrappedValue) {
  for (Type type : {Type::machine(3, true), Type::machine(3, false), Type::machine(4, true)})
    for (const Range& a : some_ranges()) {
      Range wrapped_range = a.wrapped(type);
      for (Integer v : members(a))
        ASSERT_TRUE(wrapped_range.contains(wrap(type, v))) << to_string(v);
      EXPECT_TRUE(wrapped_range.within(Range(min_value(type), max_value(type))));
    }
}

TEST(Range, ARangeInOneLapIsMovedAsAWhole) {
  EXPECT_EQ(Range(256, 260).wrapped(Type::machine(8, false)), Range(0, 4));
  EXPECT_EQ(Range(250, 260).wrapped(Type::machine(8, false)), Range(0, 255));
}

TEST(Range, InfinityStays) {
  Range half(5, Range::infinity);
  EXPECT_FALSE(half.add(Range(1, 2)).has_high());
  EXPECT_EQ(half.add(Range(1, 2)).low(), 6);
  EXPECT_FALSE(half.multiply(Range(-1, 1)).has_low());
  EXPECT_EQ(half.negate().high(), -5);
}

TEST(Range, NumbersBeyondInfinityAreContained) {
  for (const Integer& far : {Range::infinity, Range::infinity + 5, Integer(1) << 300})
    for (const Integer& value : {far, -far}) {
      Range range = Range::constant(value);
      EXPECT_FALSE(range.empty());
      EXPECT_FALSE(range.is_constant());
      EXPECT_TRUE(range.contains(value));
      EXPECT_TRUE(range.add(Range::constant(1)).contains(value + 1));
      EXPECT_TRUE(range.negate().contains(-value));
      EXPECT_TRUE(range.multiply(Range(2, 3)).contains(3 * value));
      EXPECT_TRUE(Range::congruent(0, value).contains(value));
      EXPECT_FALSE(range.contains(0));
    }
}

TEST(Range, KnowsMultiples) {
  Range even = Range::congruent(2, 0, 0, 100);
  EXPECT_EQ(even.remainder(Range::constant(2)), Range::constant(0));
  EXPECT_EQ(even.add(Range::constant(1)).remainder(Range::constant(2)), Range::constant(1));
  EXPECT_FALSE(even.contains(7));
  EXPECT_TRUE(even.meet(even.add(Range::constant(1))).empty());
}

} // namespace
} // namespace kleene::analysis
