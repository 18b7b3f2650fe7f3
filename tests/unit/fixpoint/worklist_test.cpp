// SPDX-License-Identifier: Apache-2.0
#include "kleene/fixpoint/worklist.h"

#include <gtest/gtest.h>

namespace kleene::fixpoint {
namespace {

TEST(Worklist, GivesTheMostUrgentOnce) {
  Worklist work({5, 1, 3});
  work.push(0);
  work.push(2);
  work.push(0);
  work.push(1);
  EXPECT_EQ(work.pop(), 1U);
  EXPECT_EQ(work.pop(), 2U);
  EXPECT_EQ(work.pop(), 0U);
  EXPECT_TRUE(work.empty());
}

TEST(Worklist, ALineGivesWhoWaitsLongestOnce) {
  Line<int> line;
  for (int n : {7, 3, 7, 5})
    line.push(n);
  EXPECT_EQ(line.pop(), 7);
  line.push(7); // behind the others, now that it was taken
  EXPECT_EQ(line.pop(), 3);
  EXPECT_EQ(line.pop(), 5);
  EXPECT_EQ(line.pop(), 7);
  EXPECT_TRUE(line.empty());
}

} // namespace
} // namespace kleene::fixpoint
