// SPDX-License-Identifier: Apache-2.0
#include "kleene/bdd/bdd.h"
#include "kleene/bdd/manager.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <random>

namespace kleene {
namespace {

constexpr std::size_t n = 5;
constexpr std::size_t points = std::size_t{1} << n;
/// Bit p is the value at point p; bit i of p is the value of variable i.
using Table = std::uint32_t;

class BddLaws : public ::testing::Test {
protected:
  Bdd from_table(Table table) {
    Bdd f;
    for (std::size_t p = 0; p < points; ++p) {
      if ((table >> p & 1) == 0) continue;
      Bdd minterm(true);
      for (std::size_t i = 0; i < n; ++i)
        minterm &= manager.literal(x[i], (p >> i & 1) != 0);
      f |= minterm;
    }
    return f;
  }

  Table to_table(const Bdd& f) {
    Table table = 0;
    for (std::size_t p = 0; p < points; ++p) {
      Bdd value = f;
      for (std::size_t i = 0; i < n; ++i)
        value = value.restrict(x[i], (p >> i & 1) != 0);
      EXPECT_TRUE(value.is_constant());
      if (value.is_true()) table |= Table{1} << p;
    }
    return table;
  }

  static Table quantify(Table table, unsigned variables, bool existential) {
    Table result = 0;
    for (std::size_t p = 0; p < points; ++p) {
      bool value = !existential;
      for (std::size_t q = 0; q < points; ++q) {
        if (((p ^ q) & ~variables) != 0) continue;
        bool bit = (table >> q & 1) != 0;
        value = existential ? value || bit : value && bit;
      }
      if (value) result |= Table{1} << p;
    }
    return result;
  }

  VarSet set(unsigned variables) {
    std::vector<BddVar> list;
    for (std::size_t i = 0; i < n; ++i)
      if ((variables >> i & 1) != 0) list.push_back(x[i]);
    return VarSet(list);
  }

  Budget budget;
  BddManager manager{budget};
  VarBlock x = manager.add_block(n);
  std::mt19937 random{20261115};
};

TEST_F(BddLaws, OperatorsAgreeWithTruthTables) {
  for (int round = 0; round < 200; ++round) {
    Table a = static_cast<Table>(random());
    Table b = static_cast<Table>(random());
    Table c = static_cast<Table>(random());
    Bdd f = from_table(a);
    Bdd g = from_table(b);
    Bdd h = from_table(c);
    EXPECT_EQ(to_table(f), a);
    EXPECT_EQ(f & g, from_table(a & b));
    EXPECT_EQ(f | g, from_table(a | b));
    EXPECT_EQ(f ^ g, from_table(a ^ b));
    EXPECT_EQ(f - g, from_table(a & ~b));
    EXPECT_EQ(!f, from_table(~a));
    EXPECT_EQ(f.implies(g), from_table(~a | b));
    EXPECT_EQ(f.iff(g), from_table(~(a ^ b)));
    EXPECT_EQ(ite(f, g, h), from_table((a & b) | (~a & c)));
    EXPECT_EQ((f & g).subset_of(f), true);
    EXPECT_EQ(f.intersects(g), (a & b) != 0);
  }
}

TEST_F(BddLaws, QuantifiersAgreeWithTruthTables) {
  for (int round = 0; round < 200; ++round) {
    Table a = static_cast<Table>(random());
    Table b = static_cast<Table>(random());
    unsigned variables = random() % points;
    Bdd f = from_table(a);
    Bdd g = from_table(b);
    VarSet v = set(variables);
    EXPECT_EQ(f.exists(v), from_table(quantify(a, variables, true)));
    EXPECT_EQ(f.forall(v), from_table(quantify(a, variables, false)));
    EXPECT_EQ(and_exists(f, g, v), from_table(quantify(a & b, variables, true)));
    EXPECT_EQ(implies_forall(f, g, v), from_table(quantify(~a | b, variables, false)));
  }
}

TEST_F(BddLaws, SimplificationsAgreeInsideTheCareSet) {
  for (int round = 0; round < 200; ++round) {
    Table a = static_cast<Table>(random());
    Table care = static_cast<Table>(random() & random());
    Bdd f = from_table(a);
    Bdd c = from_table(care);
    EXPECT_EQ(f.simplify(c) & c, f & c);
    EXPECT_EQ(f.constrain(c) & c, f & c);
  }
  EXPECT_TRUE(from_table(7).simplify(Bdd(false)).is_false());
}

TEST_F(BddLaws, RenamingIsSimultaneous) {
  VarBlock swapped({x[1], x[0], x[2], x[3], x[4]});
  VarBlock merged({x[1], x[1], x[2], x[3], x[4]});
  for (int round = 0; round < 100; ++round) {
    Bdd f = from_table(static_cast<Table>(random()));
    Bdd x0 = manager.variable(x[0]);
    Bdd x1 = manager.variable(x[1]);
    auto cofactor = [&](bool v0, bool v1) { return f.restrict(x[0], v0).restrict(x[1], v1); };
    Bdd exchanged = ite(x1,
                        ite(x0, cofactor(true, true), cofactor(true, false)),
                        ite(x0, cofactor(false, true), cofactor(false, false)));
    EXPECT_EQ(Renaming(x, swapped)(f), exchanged);
    Bdd diagonal = ite(x1, cofactor(true, true), cofactor(false, false));
    EXPECT_EQ(Renaming(x, merged)(f), diagonal);
  }
}

TEST_F(BddLaws, RenamingOntoAVariableThatIsThere) {
  Renaming onto;
  onto.add(x[0], x[3]);
  Bdd f = manager.variable(x[0]) ^ manager.variable(x[3]) ^ manager.variable(x[1]);
  EXPECT_EQ(onto(f), manager.variable(x[1]));
}

TEST_F(BddLaws, RenamingToFunctionsSubstitutes) {
  Bdd f = manager.variable(x[0]) & manager.variable(x[1]);
  Renaming substitution;
  substitution.add(x[0], manager.variable(x[1]) | manager.variable(x[2]));
  substitution.add(x[1], manager.variable(x[0]));
  EXPECT_EQ(substitution(f),
            (manager.variable(x[1]) | manager.variable(x[2])) & manager.variable(x[0]));
}

TEST_F(BddLaws, RenamingSurvivesNewVariables) {
  Renaming shift(x.part(0, 2), x.part(2, 2));
  VarBlock more = manager.add_block(3);
  Bdd f = manager.variable(x[0]) & manager.variable(more[1]);
  EXPECT_EQ(shift(f), manager.variable(x[2]) & manager.variable(more[1]));
}

TEST_F(BddLaws, SetsOfVariables) {
  EXPECT_EQ(set(0b10110) | set(0b00011), set(0b10111));
  EXPECT_EQ(set(0b10110) & set(0b00011), set(0b00010));
  EXPECT_EQ(set(0b10110) - set(0b00011), set(0b10100));
  EXPECT_TRUE(set(0).empty());
  EXPECT_TRUE(set(0b100).contains(x[2]));
  EXPECT_FALSE(set(0b100).contains(x[1]));
  EXPECT_EQ(from_table(0xffff0000).support(), set(0b10000));
  EXPECT_EQ(set(0b101).variables(), (std::vector<BddVar>{x[0], x[2]}));
}

TEST_F(BddLaws, ValuesAndEqualityOfBlocks) {
  VarBlock high = x.part(0, 2);
  VarBlock low = x.part(2, 2);
  EXPECT_EQ(manager.equals(high, 2), manager.literal(x[0], true) & manager.literal(x[1], false));
  Bdd same;
  for (std::size_t v = 0; v < 4; ++v)
    same |= manager.equals(high, v) & manager.equals(low, v);
  EXPECT_EQ(manager.equals(high, low), same);
}

TEST_F(BddLaws, HandlesAreValues) {
  Bdd f = from_table(0x1234abcd);
  Bdd copy = f;
  Bdd moved = std::move(f);
  EXPECT_EQ(copy, moved);
  f = copy;
  moved = Bdd(true);
  manager.collect_garbage();
  EXPECT_EQ(to_table(f), 0x1234abcdU);
}

TEST(BddOrder, SiftingKeepsMeaningAndFindsTheGoodOrder) {
  Budget budget;
  BddManager manager(budget);
  constexpr std::size_t pairs = 10;
  VarBlock a = manager.add_block(pairs);
  VarBlock b = manager.add_block(pairs);
  Bdd f;
  for (std::size_t i = 0; i < pairs; ++i)
    f |= manager.variable(a[i]) & manager.variable(b[i]);
  std::size_t before = f.node_count();
  manager.reorder();
  EXPECT_GT(before, std::size_t{1} << pairs);
  EXPECT_LE(f.node_count(), 4 * pairs);
  Bdd again;
  for (std::size_t i = 0; i < pairs; ++i)
    again |= manager.variable(a[i]) & manager.variable(b[i]);
  EXPECT_EQ(f, again);

  VarBlock later = manager.add_block(2);
  Bdd g = f ^ manager.variable(later[0]) ^ manager.variable(later[1]);
  manager.reorder();
  EXPECT_EQ(g ^ manager.variable(later[1]) ^ manager.variable(later[0]), f);
}

TEST(BddOrder, ReordersBetweenIterationsOnceDiagramsHaveGrown) {
  Budget budget;
  BddLimits limits;
  limits.reorder_from = 2000;
  BddManager manager(budget, limits);
  constexpr std::size_t pairs = 11;
  VarBlock a = manager.add_block(pairs);
  VarBlock b = manager.add_block(pairs);
  Renaming exchange;
  exchange.add(a, b);
  exchange.add(b, a);
  Bdd f;
  Bdd g;
  std::size_t times = 0;
  for (std::size_t i = 0; i < pairs; ++i) {
    f |= manager.variable(a[i]) & manager.literal(b[i], false);
    g |= manager.variable(b[i]) & manager.literal(a[i], false);
    times += manager.reorder_if_grown() ? 1 : 0;
  }
  EXPECT_EQ(times, 1U);
  EXPECT_LT(f.node_count(), 20 * pairs); // 2^11 in the order of creation
  // Substitutions and sets of variables made before still mean the same.
  EXPECT_EQ(exchange(f), g);
  EXPECT_TRUE(f.exists(a.set()).exists(b.set()).is_true());
  EXPECT_FALSE(manager.reorder_if_grown());
}

TEST(BddOrder, InterleavedBlocksStaySideBySide) {
  Budget budget;
  BddManager manager(budget);
  auto blocks = manager.add_interleaved(3, 6);
  Bdd f;
  for (std::size_t i = 0; i < 3; ++i)
    f |= manager.variable(blocks[0][i]) & manager.variable(blocks[0][5 - i]);
  manager.reorder();
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(manager.level(blocks[1][i]), manager.level(blocks[0][i]) + 1);
    EXPECT_EQ(manager.level(blocks[2][i]), manager.level(blocks[0][i]) + 2);
  }
}

} // namespace
} // namespace kleene
