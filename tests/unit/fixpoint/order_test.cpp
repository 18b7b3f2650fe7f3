// SPDX-License-Identifier: Apache-2.0
#include "kleene/fixpoint/order.h"

#include <gtest/gtest.h>

#include <random>

namespace kleene::fixpoint {
namespace {

/// Bourdoncle's example: ((1) 2 (3 4 (5 6) 7) 8), nodes here from 0.
Graph example() {
  return {{1}, {2, 7}, {3}, {4, 6}, {5}, {4, 6}, {2, 7}, {}};
}

TEST(WeakTopologicalOrder, OrdersBourdonclesExample) {
  WeakTopologicalOrder wto = weak_topological_order(example(), 0);
  EXPECT_EQ(wto.order, (std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(wto.head, (std::vector<bool>{false, false, true, false, true, false, false, false}));
}

TEST(WeakTopologicalOrder, BackwardEdgesLeadToHeads) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    std::size_t size = 1 + random() % 12;
    Graph graph(size);
    for (std::size_t e = random() % (3 * size); e > 0; --e)
      graph[random() % size].push_back(random() % size);
    WeakTopologicalOrder wto = weak_topological_order(graph, 0);
    std::vector<bool> reached(size, false);
    for (std::size_t node : wto.order) {
      EXPECT_FALSE(reached[node]) << "each node once";
      reached[node] = true;
    }
    ASSERT_TRUE(reached[0]);
    for (std::size_t node : wto.order)
      for (std::size_t successor : graph[node]) {
        EXPECT_TRUE(reached[successor]);
        if (wto.position[successor] <= wto.position[node]) {
          EXPECT_TRUE(wto.head[successor]) << node << " -> " << successor;
        }
      }
  }
}

TEST(WeakTopologicalOrder, LongGraphsNeedNoStack) {
  constexpr std::size_t size = 200'000;
  Graph graph(size);
  for (std::size_t i = 0; i + 1 < size; ++i)
    graph[i] = {i + 1};
  EXPECT_EQ(weak_topological_order(graph, 0).order.size(), size);
  EXPECT_EQ(component_ranks(graph)[0], size - 1);
}

TEST(ComponentRanks, SuccessorsComeFirstAndCyclesShare) {
  std::vector<std::size_t> rank = component_ranks({{1, 2}, {2}, {1, 3}, {}});
  EXPECT_EQ(rank[1], rank[2]);
  EXPECT_LT(rank[3], rank[1]);
  EXPECT_LT(rank[1], rank[0]);
}

} // namespace
} // namespace kleene::fixpoint
