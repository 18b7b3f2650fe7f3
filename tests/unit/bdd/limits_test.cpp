// SPDX-License-Identifier: Apache-2.0
// A limit that is reached must show as ResourceOut, never as a wrong function, and must leave the
// process fit for the next manager.
#include "kleene/bdd/manager.h"
#include "kleene/support/invariant.h"

#include <gtest/gtest.h>

#include <chrono>
#include <optional>

// Sifting that is left half-way loses BuDDy's working memory: a few kilobytes, once.
extern "C" const char* __lsan_default_suppressions(); // NOLINT: the name is the sanitizer's
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libbdd";
} // NOLINT

namespace kleene {
namespace {

/// The equality of two blocks of n variables, whose diagram has 2^n nodes if one block is above the
/// other, built in one renaming from an order where it is small.
Bdd separate_equality(BddManager& manager, std::size_t n) {
  auto interleaved = manager.add_interleaved(2, n);
  VarBlock upper = manager.add_block(n);
  VarBlock lower = manager.add_block(n);
  Bdd small = manager.equals(interleaved[0], interleaved[1]);
  return Renaming(interleaved[0] + interleaved[1], upper + lower)(small);
}

void expect_a_working_manager() {
  Budget budget;
  BddManager manager(budget);
  VarBlock x = manager.add_block(4);
  Bdd f = manager.equals(x, 9) | manager.equals(x, 6);
  EXPECT_EQ(f.restrict(x[0], true), manager.equals(x.part(1, 3), 1));
  EXPECT_EQ(separate_equality(manager, 8).support().variables().size(), 16U);
}

TEST(BddLimits, AFullTableThrows) {
  {
    Budget budget;
    BddManager manager(budget, {.nodes = 30'000});
    EXPECT_THROW(separate_equality(manager, 16), ResourceOut);
    // Nothing was computed, nothing is broken: smaller things still fit.
    VarBlock x = manager.add_block(3);
    EXPECT_EQ(manager.equals(x, 5).node_count(), 3U);
  }
  expect_a_working_manager();
}

TEST(BddLimits, AFullTableNeverReadsAsFalse) {
  Budget budget;
  BddManager manager(budget, {.nodes = 25'000});
  auto result = Bdd(true);
  bool thrown = false;
  try {
    result = separate_equality(manager, 20);
  } catch (const ResourceOut&) {
    thrown = true;
  }
  EXPECT_TRUE(thrown);
  EXPECT_TRUE(result.is_true());
}

TEST(BddLimits, OneLongOperationIsInterruptedByTheTimeLimit) {
  {
    Budget budget(std::chrono::milliseconds(200), std::nullopt);
    BddManager manager(budget);
    Bdd kept = manager.variable(manager.add_variable());
    EXPECT_THROW(separate_equality(manager, 40), ResourceOut);
    // Where the work was stopped in its middle nothing may be computed any more; where it stopped
    // between two steps the answer is right.
    Bdd copy = kept;
    try {
      EXPECT_TRUE((copy & !kept).is_false());
      EXPECT_FALSE((copy | kept).is_false());
    } catch (const ResourceOut&) {
    }
  }
  expect_a_working_manager();
}

TEST(BddLimits, SiftingIsInterruptedByTheTimeLimit) {
  {
    Budget budget(std::chrono::milliseconds(1500), std::nullopt);
    BddManager manager(budget);
    try {
      Bdd f = separate_equality(manager, 17);
      for (;;) {
        manager.reorder();
        f = separate_equality(manager, 17) ^ f;
      }
    } catch (const ResourceOut&) {
    }
  }
  expect_a_working_manager();
}

TEST(BddLimits, TheMemoryLimitCounts) {
  {
    Budget budget(std::nullopt, 1);
    BddManager manager(budget);
    EXPECT_THROW(separate_equality(manager, 16), ResourceOut);
  }
  expect_a_working_manager();
}

TEST(BddLimits, OneManagerAtATime) {
  Budget budget;
  BddManager manager(budget);
  EXPECT_THROW(BddManager second(budget), InternalError);
}

TEST(BddLimits, AHandleThatOutlivesItsManagerIsHarmless) {
  {
    Bdd late;
    {
      Budget budget;
      BddManager manager(budget);
      VarBlock x = manager.add_block(2);
      late = manager.equals(x, 3);
    }
    EXPECT_THROW(!late, InternalError);
    Budget budget;
    EXPECT_THROW(BddManager too_early(budget), InternalError);
  }
  expect_a_working_manager();
}

/// Interrupted at many moments, while the table and its caches grow: the process must survive each.
TEST(BddLimits, AnyMomentOfAnOperationMayBeTheLast) {
  int interrupted = 0;
  for (int i = 0; i < 40; ++i) {
    try {
      Budget budget(std::chrono::milliseconds(20 + 7 * i), std::nullopt);
      BddManager manager(budget);
      separate_equality(manager, 40);
    } catch (const ResourceOut&) {
      ++interrupted;
    }
  }
  EXPECT_EQ(interrupted, 40);
  expect_a_working_manager();
}

} // namespace
} // namespace kleene
