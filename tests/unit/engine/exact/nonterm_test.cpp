// SPDX-License-Identifier: Apache-2.0
// The equations of non-termination, and that each condition they rest on is needed: without it they say
// something wrong about one of these programs.
#include <gtest/gtest.h>

#include "solved.h"

namespace kleene::engine::exact {
namespace {

/// Runs for ever behind a call that returns.
const char* const loops_behind_call = R"(
proc main() {
  local x: int;
  local y: int;
  exit E;
  L0 -> L1: havoc x;
  L1 -> L2: call y := f();
  L2 -> L2: assume x <= 0;
  L2 -> E: assume !(x <= 0);
}
proc f() returns (r: int) {
  exit E;
  L0 -> E: r := 1;
}
)";

/// Ends, because the call returns 1.
const char* const ends_behind_call = R"(
proc main() {
  local y: int;
  exit E;
  L0 -> L1: call y := f();
  L1 -> L1: assume y <= 0;
  L1 -> E: assume !(y <= 0);
}
proc f() returns (r: int) {
  exit E;
  L0 -> E: r := 1;
}
)";

/// Whether it ends depends on a value that nobody knows.
const char* const depends_on_the_unknown = R"(
proc main() {
  local x: int;
  exit E;
  L0 -> L1: havoc unknown x;
  L1 -> L1: assume x <= 0;
  L1 -> E: assume !(x <= 0);
}
)";

/// x <= 0 without x <= 5 is no state.
const char* const two_thresholds = R"(
proc main() {
  local x: int;
  exit E;
  L0 -> L1: havoc x;
  L1 -> L2: assume x <= 0;
  L1 -> E: assume !(x <= 0);
  L2 -> L2: assume x <= 5;
  L2 -> E: assume !(x <= 5);
}
)";

TEST(NonTermination, LoopBehindACallIsFoundOnBothSides) {
  Solved solved(loops_behind_call);
  solved.solve();
  EXPECT_FALSE(solved.at_start().may.is_false());
  EXPECT_FALSE(solved.at_start().must.is_false());
}

TEST(NonTermination, WithoutSummariesItSeemsToEnd) {
  Solved solved(loops_behind_call, {.conditions = {.summaries_first = false}});
  solved.solve();
  EXPECT_TRUE(solved.at_start().may.is_false()) << "the fault should show";
}

TEST(NonTermination, ResultThatLeavesTheLoopIsSeen) {
  EXPECT_TRUE(Solved(ends_behind_call).solve().at_start().must.is_false());
}

TEST(NonTermination, WithoutAllExitsItSeemsToGoOn) {
  Solved solved(ends_behind_call, {.conditions = {.all_exits = false}});
  solved.solve();
  EXPECT_FALSE(solved.at_start().must.is_false()) << "the fault should show";
}

TEST(NonTermination, WhatNobodyKnowsIsNoChoice) {
  Solved solved(depends_on_the_unknown);
  solved.solve();
  EXPECT_TRUE(solved.at_start().must.is_false());
  EXPECT_FALSE(solved.at_start().may.is_false());
}

TEST(NonTermination, IgnoranceTakenForChoiceSeemsToGoOn) {
  Solved solved(depends_on_the_unknown, {.conditions = {.our_ignorance = false}});
  solved.solve();
  EXPECT_FALSE(solved.at_start().must.is_false()) << "the fault should show";
}

TEST(NonTermination, OnlyStatesThatExistCount) {
  Solved solved(two_thresholds);
  solved.solve();
  EXPECT_TRUE(solved.within_reached());
  EXPECT_FALSE(solved.at_start().must.is_false());
}

TEST(NonTermination, WithoutConsistencyImpossibleStatesCount) {
  EXPECT_FALSE(
      Solved(two_thresholds, {.conditions = {.consistent = false}}).solve().within_reached())
      << "the fault should show";
}

} // namespace
} // namespace kleene::engine::exact
