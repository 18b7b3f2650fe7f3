// SPDX-License-Identifier: Apache-2.0
#include "kleene/bdd/cubes.h"

#include <gtest/gtest.h>

#include <random>

namespace kleene {
namespace {

class Cubes : public ::testing::Test {
protected:
  Budget budget;
  BddManager manager{budget};
};

TEST_F(Cubes, NumbersOfAnySize) {
  EXPECT_EQ(BigNatural().to_string(), "0");
  EXPECT_EQ(BigNatural(1'000'000'007).to_string(), "1000000007");
  EXPECT_EQ(BigNatural(5'000'000'000'000'000'000).to_string(), "5000000000000000000");
  EXPECT_EQ(BigNatural::power_of_two(100).to_string(), "1267650600228229401496703205376");
  BigNatural max64(~std::uint64_t{0});
  EXPECT_EQ(max64 + BigNatural(1), BigNatural::power_of_two(64));
  EXPECT_EQ(max64.small(), ~std::uint64_t{0});
  EXPECT_EQ(BigNatural::power_of_two(64).small(), std::nullopt);
  EXPECT_EQ((BigNatural(3) << 35).small(), std::uint64_t{3} << 35);
}

TEST_F(Cubes, CountingIsExact) {
  VarBlock x = manager.add_block(130);
  // All but one assignment.
  Bdd f = !(manager.equals(x.part(0, 60), 5) & manager.equals(x.part(60, 60), 7)
            & manager.equals(x.part(120, 10), 0));
  BigNatural count = count_assignments(f, x.set());
  EXPECT_EQ(count + BigNatural(1), BigNatural::power_of_two(130));
  EXPECT_EQ(count_assignments(manager.variable(x[129]), x.set()), BigNatural::power_of_two(129));
  EXPECT_EQ(count_assignments(Bdd(true), VarSet()), BigNatural(1));
  EXPECT_EQ(count_assignments(Bdd(false), x.set()), BigNatural());
}

TEST_F(Cubes, CountsAgreeWithEnumeration) {
  VarBlock x = manager.add_block(8);
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    Bdd f;
    std::vector<bool> expected(256);
    for (int i = 0; i < 40; ++i) {
      std::size_t value = random() % 256;
      expected[value] = true;
      f |= manager.equals(x, value);
    }
    std::vector<bool> seen(256);
    std::size_t last = 0;
    std::size_t count = 0;
    EXPECT_TRUE(for_each_assignment(f, x, [&](const std::vector<bool>& bits) {
      std::size_t value = 0;
      for (bool bit : bits)
        value = value * 2 + (bit ? 1 : 0);
      EXPECT_TRUE(count == 0 || value > last);
      last = value;
      seen[value] = true;
      ++count;
      return true;
    }));
    EXPECT_EQ(seen, expected);
    EXPECT_EQ(count_assignments(f, x.set()), BigNatural(count));

    Bdd sum;
    for_each_cube(f, [&](const Cube& cube) {
      Bdd part(true);
      for (const Literal& literal : cube)
        part &= manager.literal(literal.variable, literal.value);
      EXPECT_FALSE(sum.intersects(part));
      sum |= part;
      return true;
    });
    EXPECT_EQ(sum, f);
    auto some = some_cube(f);
    ASSERT_TRUE(some.has_value());
    Bdd part(true);
    for (const Literal& literal : *some)
      part &= manager.literal(literal.variable, literal.value);
    EXPECT_TRUE(part.subset_of(f));
  }
}

TEST_F(Cubes, VisitorsCanStop) {
  VarBlock x = manager.add_block(20);
  int visits = 0;
  EXPECT_FALSE(
      for_each_assignment(Bdd(true), x, [&](const std::vector<bool>&) { return ++visits < 3; }));
  EXPECT_EQ(visits, 3);
  EXPECT_FALSE(for_each_cube(Bdd(true), [](const Cube&) { return false; }));
  EXPECT_EQ(some_cube(Bdd(false)), std::nullopt);
}

} // namespace
} // namespace kleene
