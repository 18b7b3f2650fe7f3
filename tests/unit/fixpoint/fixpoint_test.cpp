// SPDX-License-Identifier: Apache-2.0
#include "kleene/fixpoint/fixpoint.h"
#include "kleene/fixpoint/worklist.h"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

namespace kleene::fixpoint {
namespace {

using Numbers = std::set<int>;

TEST(Fixpoint, LeastIsReachability) {
  // From 1 by doubling, below 100.
  Numbers reached = lfp(Numbers{}, [](const Numbers& x) {
    Numbers next{1};
    for (int n : x)
      if (2 * n < 100) next.insert(2 * n);
    next.insert(x.begin(), x.end());
    return next;
  });
  EXPECT_EQ(reached, (Numbers{1, 2, 4, 8, 16, 32, 64}));
}

TEST(Fixpoint, GreatestIsWhatCanGoOnForEver) {
  // n goes to n - 1 and to n / 2; 0 goes to itself; 7 goes nowhere.
  Numbers all{0, 1, 2, 3, 7, 8};
  Numbers forever = gfp(all, [](const Numbers& x) {
    Numbers next;
    for (int n : x) {
      bool goes_on = n == 0 || (n != 7 && (x.contains(n - 1) || x.contains(n / 2)));
      if (goes_on) next.insert(n);
    }
    return next;
  });
  EXPECT_EQ(forever, (Numbers{0, 1, 2, 3}));
}

TEST(Fixpoint, WatcherSeesEveryRoundAndMayStop) {
  auto watch = [](std::size_t round, int) {
    if (round == 5) throw std::runtime_error("enough");
  };
  EXPECT_THROW(lfp(
                   0, [](int n) { return n + 1; }, watch),
               std::runtime_error);
}

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

} // namespace
} // namespace kleene::fixpoint
