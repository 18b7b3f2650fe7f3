// SPDX-License-Identifier: Apache-2.0
#include "kleene/presburger/relation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace kleene::presburger {
namespace {

class PresburgerTest : public ::testing::Test {
protected:
  Budget budget;
  Context c{budget};

  Set at_least(std::size_t dims, std::size_t dim, Integer bound) {
    Conjunction::Linear l{-bound, std::vector<Integer>(dims, 0), {}};
    l.dims[dim] = 1;
    return Set::half_space(c, l, false);
  }
  Set at_most(std::size_t dims, std::size_t dim, Integer bound) {
    Conjunction::Linear l{bound, std::vector<Integer>(dims, 0), {}};
    l.dims[dim] = -1;
    return Set::half_space(c, l, false);
  }
  Expr x(std::size_t dims, std::size_t i) { return Expr::dimension(c, dims, i); }
  Expr n(std::size_t dims, Integer v) { return Expr::constant(c, dims, v); }
  Map fun(std::size_t dims, std::vector<Expr> values) { return function(c, dims, values); }
};

TEST_F(PresburgerTest, CountingUpIsClosedExactly) {
  Map step = fun(1, {x(1, 0) + n(1, 1)}).restrict_domain(at_most(1, 0, 9));
  Closure plus = step.transitive_closure();
  EXPECT_TRUE(plus.exact);
  EXPECT_TRUE(plus.map.as_set().contains({0, 10}));
  EXPECT_TRUE(plus.map.as_set().contains({9, 10}));
  EXPECT_FALSE(plus.map.as_set().contains({0, 11}));
  EXPECT_FALSE(plus.map.as_set().contains({3, 3}));
}

TEST_F(PresburgerTest, AnInexactClosureSaysSo) {
  // i := i + 1, s := s + i has no linear closed form.
  Closure plus = fun(2, {x(2, 0) + n(2, 1), x(2, 1) + x(2, 0)}).transitive_closure();
  EXPECT_FALSE(plus.exact);
  EXPECT_TRUE(plus.map.as_set().contains({0, 0, 4, 6})) << "it should be a superset";
}

// Oracle O7: for which loops the closure is exact. Where it is not, it is a superset.

TEST_F(PresburgerTest, OracleO7ParityIsExactOnlyWithItsInvariant) {
  // x := x - 1, e := 1 - e while x > 0: e must be known to be 0 or 1.
  Map step = fun(2, {x(2, 0) - n(2, 1), n(2, 1) - x(2, 1)}).restrict_domain(at_least(2, 0, 1));
  EXPECT_FALSE(step.transitive_closure().exact);
  Closure plus = step.restrict_domain(at_least(2, 1, 0) & at_most(2, 1, 1)).transitive_closure();
  EXPECT_TRUE(plus.exact);
  EXPECT_TRUE(plus.map.as_set().contains({5, 0, 2, 1}));
  EXPECT_FALSE(plus.map.as_set().contains({5, 0, 2, 0}));
}

TEST_F(PresburgerTest, OracleO7TwoMonotonePathsAreExact) {
  Map first = fun(2, {x(2, 0) + n(2, 2), x(2, 1) - n(2, 1)}).restrict_domain(at_most(2, 0, 99));
  Map second = fun(2, {x(2, 0) + n(2, 1), x(2, 1) + n(2, 1)}).restrict_domain(at_most(2, 1, 49));
  Closure plus = (first | second).transitive_closure();
  EXPECT_TRUE(plus.exact);
  EXPECT_TRUE(plus.map.as_set().contains({0, 0, 3, 0}));
  EXPECT_FALSE(plus.map.as_set().contains({0, 0, 0, 1}));
}

TEST_F(PresburgerTest, OracleO7SwappingIsNotExact) {
  Map step = fun(3, {x(3, 0) + n(3, 1), x(3, 2), x(3, 1)}).restrict_domain(at_most(3, 0, 9));
  Closure plus = step.transitive_closure();
  EXPECT_FALSE(plus.exact);
  EXPECT_TRUE(plus.map.as_set().contains({0, 7, 8, 1, 8, 7}));
  EXPECT_TRUE(plus.map.as_set().contains({0, 7, 8, 2, 7, 8}));
}

TEST_F(PresburgerTest, OracleO7NestedLoopsInOneAreNotExact) {
  // y := y + 1 while y < n, then x := x + 1, y := 0 while x < n. Dimensions x, y, n; n does not change.
  auto below_n = [&](std::size_t dim, Integer slack) {
    Conjunction::Linear l{slack, {0, 0, 1}, {}};
    l.dims[dim] = -1;
    return Set::half_space(c, l, false);
  };
  Map inner =
      fun(3, {x(3, 0), x(3, 1) + n(3, 1), x(3, 2)}).restrict_domain(below_n(1, -1) & below_n(0, 0));
  Conjunction::Linear at_end{0, {0, -1, 1}, {}};
  Map reset = fun(3, {x(3, 0) + n(3, 1), n(3, 0), x(3, 2)})
                  .restrict_domain(Set::half_space(c, at_end, true) & below_n(0, -1));
  Closure plus = (inner | reset).transitive_closure();
  EXPECT_FALSE(plus.exact);
  // All that is reached in fact, for n = 2, is there.
  const std::vector<Point> run{
      {0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}};
  for (std::size_t from = 0; from < run.size(); ++from)
    for (std::size_t to = from + 1; to < run.size(); ++to)
      EXPECT_TRUE(
          plus.map.as_set().contains({run[from][0], run[from][1], 2, run[to][0], run[to][1], 2}))
          << from << " to " << to;
}

TEST_F(PresburgerTest, DivisionIsTowardsZeroAsInC) {
  for (Integer divisor : {3, -3, 2, 7})
    for (Integer value = -10; value <= 10; ++value) {
      Map m = fun(1, {x(1, 0).quotient(divisor), x(1, 0).remainder(divisor)});
      EXPECT_TRUE(m.as_set().contains({value, value / divisor, value % divisor}))
          << to_string(value) << " / " << to_string(divisor);
    }
}

TEST_F(PresburgerTest, ChooseTakesEachBranchWhereItHolds) {
  Expr abs = Expr::choose(at_least(1, 0, 0), x(1, 0), x(1, 0).scaled(-1));
  Map m = fun(1, {abs});
  EXPECT_TRUE(m.as_set().contains({-4, 4}));
  EXPECT_TRUE(m.as_set().contains({4, 4}));
  EXPECT_FALSE(m.as_set().contains({-4, -4}));
}

TEST_F(PresburgerTest, LargeNumbersSurviveTheWayThereAndBack) {
  Integer big = *parse_integer("123456789012345678901234567890");
  for (Integer v : {big, -big, Integer(0), Integer(-1)}) {
    auto p = Set::point(c, {v}).sample();
    ASSERT_TRUE(p.has_value());
    EXPECT_EQ((*p)[0], v);
  }
}

TEST_F(PresburgerTest, NumbersGrowBeyondMachineWords) {
  for (Integer v : {Integer(1) << 62, Integer(1) << 63, Integer(1) << 126, -(Integer(1) << 500)}) {
    auto p = Set::point(c, {v}).apply(fun(1, {x(1, 0).scaled(v)})).sample();
    ASSERT_TRUE(p.has_value());
    EXPECT_EQ((*p)[0], v * v);
  }
}

TEST_F(PresburgerTest, ALimitThrowsAndLeavesTheContextUsable) {
  Map step = fun(2, {x(2, 0) + x(2, 1), x(2, 1) - n(2, 1)});
  Map two = step | step.then(step);
  {
    TighterLimit tight(c, 1);
    EXPECT_THROW((void)two.transitive_closure(), Failure);
  }
  EXPECT_TRUE(Set::universe(c, 1).contains({5}));
}

TEST_F(PresburgerTest, TheBudgetStopsWork) {
  Budget spent(std::chrono::duration<double>(-1.0), std::nullopt);
  Context stopped(spent);
  EXPECT_THROW((void)Set::universe(stopped, 1), ResourceOut);
}

TEST_F(PresburgerTest, ProductsKeepTheirSides) {
  Map inc = fun(1, {x(1, 0) + n(1, 1)});
  Map twice = fun(1, {x(1, 0).scaled(2)});
  EXPECT_TRUE(inc.beside(twice).as_set().contains({5, 6, 10}));
  EXPECT_TRUE(inc.parallel(twice).as_set().contains({5, 7, 6, 14}));
  EXPECT_TRUE(inc.as_set().as_map(1).equals(inc));
}

TEST_F(PresburgerTest, SelectMovesDimensionsAndFreesTheOthers) {
  std::vector<std::optional<std::size_t>> sources{1, std::nullopt, 0};
  Set s = Map::select(c, 2, sources).as_set();
  EXPECT_TRUE(s.contains({7, 8, 8, 99, 7}));
  EXPECT_FALSE(s.contains({7, 8, 7, 99, 7}));
}

/// Does a point satisfy a conjunction, computed with plain arithmetic?
bool satisfies(const Conjunction& k, const Point& p) {
  std::vector<Integer> q;
  auto value = [&](const Conjunction::Linear& l) {
    Integer sum = l.constant;
    for (std::size_t i = 0; i < l.dims.size(); ++i)
      sum += l.dims[i] * p[i];
    for (std::size_t i = 0; i < l.quotients.size() && i < q.size(); ++i)
      sum += l.quotients[i] * q[i];
    return sum;
  };
  for (const Conjunction::Quotient& d : k.quotients) {
    Integer n = value(d.numerator);
    Integer floor = n / d.denominator;
    if (n % d.denominator != 0 && n < 0) --floor;
    q.push_back(floor);
  }
  for (const auto& e : k.equalities)
    if (value(e) != 0) return false;
  for (const auto& e : k.inequalities)
    if (value(e) < 0) return false;
  return true;
}

TEST_F(PresburgerTest, ConjunctionsMeanTheSameAsTheSet) {
  std::mt19937 random(7);
  auto pick = [&](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  };
  for (int round = 0; round < 60; ++round) {
    Set s = Set::empty(c, 2);
    for (int d = 0; d < 2; ++d) {
      Set part = at_least(2, 0, -4) & at_most(2, 0, 4) & at_least(2, 1, -4) & at_most(2, 1, 4);
      for (int k = 0; k < 2; ++k)
        part = part & Set::half_space(c, {pick(-3, 3), {pick(-2, 2), pick(-2, 2)}, {}}, false);
      Expr e = x(2, 0).scaled(pick(1, 3)) + x(2, 1);
      if (pick(0, 1) == 1) part = part & e.remainder(pick(2, 4)).equal_to(n(2, pick(-1, 2)));
      s = s | part;
    }
    if (pick(0, 3) == 0) s = (Set::universe(c, 2) - s) & at_least(2, 0, -4);
    std::vector<Conjunction> ks = s.explicit_quotients().conjunctions();
    for (Integer a = -5; a <= 5; ++a)
      for (Integer b = -5; b <= 5; ++b) {
        bool in = std::ranges::any_of(ks, [&](const Conjunction& k) {
          return satisfies(k, {a, b});
        });
        ASSERT_EQ(in, s.contains({a, b})) << s.text();
      }
  }
}

TEST_F(PresburgerTest, TheSampleOfANonEmptySetIsInIt) {
  Set s = at_least(3, 0, 17) & at_most(3, 1, -5) & (x(3, 0) + x(3, 1)).equal_to(x(3, 2).scaled(2));
  auto p = s.sample();
  ASSERT_TRUE(p.has_value());
  EXPECT_TRUE(s.contains(*p));
  EXPECT_FALSE((s & at_most(3, 0, 16)).sample().has_value());
}

} // namespace
} // namespace kleene::presburger
