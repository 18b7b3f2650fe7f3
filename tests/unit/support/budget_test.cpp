// SPDX-License-Identifier: Apache-2.0
#include "kleene/support/budget.h"

#include <gtest/gtest.h>

namespace kleene {
namespace {

using Seconds = std::chrono::duration<double>;

TEST(Budget, WithoutLimitsNeverThrows) {
  Budget b;
  EXPECT_NO_THROW(b.check());
  EXPECT_EQ(b.seconds_left(), std::nullopt);
}

TEST(Budget, ThrowsWhenTimeIsUp) {
  Budget b(Seconds(0), std::nullopt);
  EXPECT_THROW(b.check(), ResourceOut);
  EXPECT_TRUE(b.exhausted());
}

TEST(Budget, ThrowsWhenMemoryIsUsedUp) {
  Budget b(std::nullopt, 1);
  EXPECT_THROW(b.check(), ResourceOut);
}

TEST(Budget, ThrowsBeforeMemoryIsAskedForThatIsNotThere) {
  std::size_t room = std::size_t(1) << 30;
  Budget b(std::nullopt, resident_memory() + room);
  EXPECT_NO_THROW(b.check_memory(room / 2));
  EXPECT_THROW(b.check_memory(2 * room), ResourceOut);
  EXPECT_NO_THROW(Budget().check_memory(SIZE_MAX / 2));
}

TEST(Budget, ASliceNeverOutlivesTheWhole) {
  Budget whole(Seconds(5), std::nullopt);
  EXPECT_LE(*whole.slice(100).seconds_left(), 5.0);
  EXPECT_LE(*whole.slice(1).seconds_left(), 1.0);
  EXPECT_LE(*Budget().slice(3).seconds_left(), 3.0);
}

} // namespace
} // namespace kleene
