// SPDX-License-Identifier: Apache-2.0
#include "kleene/support/graph.h"

#include <gtest/gtest.h>

namespace kleene {
namespace {

TEST(Graph, APathHasAtLeastOneEdge) {
  Successors next{{1}, {2}, {1}, {}};
  EXPECT_TRUE(leads_to(next, 0, 2));
  EXPECT_TRUE(leads_to(next, 1, 1)) << "round the cycle";
  EXPECT_FALSE(leads_to(next, 0, 0)) << "no way back";
  EXPECT_FALSE(leads_to(next, 2, 3));
  EXPECT_FALSE(leads_to(next, 3, 3));
}

} // namespace
} // namespace kleene
