// SPDX-License-Identifier: Apache-2.0
#include "kleene/facts/loops.h"

#include <algorithm>
#include <functional>

#include "accelerate.h"
#include "helpers.h"
#include "widen.h"

namespace kleene::engine::linear::test {
namespace {

using domain::Exactness;
using domain::Relation;
using presburger::Expr;
using presburger::Map;
using presburger::Set;

class ClosedForm : public ::testing::Test {
protected:
  Budget budget;
  presburger::Context c{budget};
  Expr x(std::size_t i) { return Expr::dimension(c, 3, i); }
  Expr n(Integer v) { return Expr::constant(c, 3, v); }
  Relation update(std::vector<Expr> values) { return {presburger::function(c, 3, values)}; }

  /// R^0 ∪ … ∪ R^k from the definition.
  Map unrolled(const Relation& R, int k) {
    Map power = Map::identity(c, 3);
    Map all = power;
    for (int i = 0; i < k; ++i) {
      power = power.then(R.map);
      all = all | power;
    }
    return all;
  }
};

TEST_F(ClosedForm, ExactClosuresAgreeWithUnrollingOnABoundedPart) {
  std::vector<Relation> loops{
      update({x(0) + n(1), x(1) + n(2), x(2)}),     // translation
      update({x(0) + n(1), x(2), x(1)}),            // swap
      update({x(0) + n(1), x(1).scaled(-1), x(2)}), // change of sign
      update({x(0) + n(1), x(2), n(5)}),            // becomes constant
      update({x(0) + n(1), n(1) - x(1), x(1)}),
  };
  for (const Relation& R : loops) {
    Relation bounded{R.map.restrict_domain(x(0).less_than(n(6)) & n(0).at_most(x(0)))};
    Relation all = star(bounded);
    EXPECT_EQ(all.exactness, Exactness::Exact) << bounded.map.text();
    // From x >= 0 there are at most six steps.
    Set start = n(0).at_most(x(0));
    EXPECT_TRUE(all.map.restrict_domain(start).equals(unrolled(bounded, 7).restrict_domain(start)))
        << bounded.map.text();
  }
}

TEST_F(ClosedForm, InexactClosuresAreSupersets) {
  Relation R = update({x(0) + n(1), x(1) + x(0), x(2)});
  Relation all = star(R);
  EXPECT_EQ(all.exactness, Exactness::Over);
  EXPECT_TRUE(unrolled(R, 6).subset_of(all.map));
}

TEST_F(ClosedForm, WideningCoversBothAndBecomesStable) {
  Set set = Set::point(c, {0, 0, 0});
  for (int i = 1; i < 60; ++i) {
    Set next = Set::point(c, {i, 2 * i, i % 3});
    Set wide = widen(set, set | next, {});
    EXPECT_TRUE(set.subset_of(wide) && next.subset_of(wide));
    EXPECT_TRUE(i <= 40 || wide.equals(set)) << "after " << i << " steps it should be stable";
    set = wide;
  }
}

TEST_F(ClosedForm, WideningKeepsThresholds) {
  Set bound = x(0).at_most(n(10));
  Set set = Set::point(c, {0, 0, 0});
  for (int i = 1; i <= 8; ++i)
    set = widen(set, set | Set::point(c, {i, 0, 0}), {bound});
  EXPECT_TRUE(set.subset_of(bound));
  EXPECT_TRUE(set.contains({9, 0, 0})) << "it should have been widened up to the threshold";
}

void all_locations(const std::vector<facts::Nested>& order, std::vector<std::size_t>& into) {
  for (const facts::Nested& e : order) {
    into.push_back(e.location.index());
    all_locations(e.body, into);
  }
}

TEST_F(ClosedForm, BackwardEdgesLeadToHeadsOfTheirComponents) {
  ir::Program p = read("int x; main() { A: while (x > 0) { while (x > 5) { x = x - 1; } if (x = 3)"
                       "{ goto A; } x = x - 2; } if (?) { goto A; } }");
  const ir::Procedure& m = p.procedure(p.entry);
  std::vector<facts::Nested> order = facts::loop_forest(m);
  std::vector<std::size_t> line;
  all_locations(order, line);
  std::vector<std::size_t> position(m.locations.size(), line.size());
  for (std::size_t i = 0; i < line.size(); ++i)
    position[line[i]] = i;
  std::function<bool(const std::vector<facts::Nested>&, std::size_t, std::size_t)> headed =
      [&](const auto& sequence, std::size_t from, std::size_t head) {
        for (const facts::Nested& e : sequence) {
          std::vector<std::size_t> inside{e.location.index()};
          all_locations(e.body, inside);
          bool has = std::ranges::find(inside, from) != inside.end();
          if (e.loop && e.location.index() == head && has) return true;
          if (headed(e.body, from, head)) return true;
        }
        return false;
      };
  for (const ir::Edge& e : m.edges) {
    bool reached = position[e.from.index()] < line.size();
    bool backward = position[e.to.index()] <= position[e.from.index()];
    EXPECT_TRUE(!reached || !backward || headed(order, e.from.index(), e.to.index()));
  }
}

} // namespace
} // namespace kleene::engine::linear::test
