// SPDX-License-Identifier: Apache-2.0
// Infinite executions of programs with recursion and memory: the state has to come back exactly.
#include "kleene/evidence/lasso.h"

#include <gmock/gmock.h>

#include "judge_support.h"

namespace kleene::evidence {
namespace {

using namespace testing_support;
using testing::HasSubstr;

/// One call of f per step of the loop: `in_f` leads from `start` to `again`, where f calls itself.
std::string recursion(const std::string& in_f) {
  return R"(first_free 0x20000;
global mem: memory cell i32; global alloc: allocation;
object a at 0x10000 size 8 in mem bytes "0500000007";
proc main() {
  start -> exit:  call f(3);
}
proc f(n: i32) {
  local x: i32; local p: u64;
)" + in_f + R"(
  again -> exit:  call f(n);
})";
}

LassoJudgement judged(const std::string& text, std::uint64_t loop_steps, Lasso lasso = {}) {
  ir::Program p = program(text);
  lasso.stem_steps = 1;
  lasso.loop_steps = loop_steps;
  Budget budget;
  return judge(problem(p, IntegerModel::Machine, Property::Termination), lasso, budget);
}

TEST(LassoJudge, RecursionWithTheSameArgumentsAndMemoryNeverEnds) {
  LassoJudgement reads = judged(recursion(R"(
  start -> again: assume load[i32](mem, &a) == 5;
  start -> exit:  assume load[i32](mem, &a) != 5;)"),
                                2);
  EXPECT_EQ(reads.objection, "");
  EXPECT_TRUE(reads.grows);
  LassoJudgement writes = judged(recursion("start -> again: mem := store(mem, &a, 5:i32);"), 2);
  EXPECT_EQ(writes.objection, "");
}

TEST(LassoJudge, ChangedMemoryIsAChangedState) {
  EXPECT_THAT(judged(recursion(R"(
  start -> again: mem := store(mem, ptradd(&a, 4), load[i32](mem, ptradd(&a, 4)) + 1);)"),
                     2)
                  .objection,
              HasSubstr("same memory"));
}

TEST(LassoJudge, ChangedArgumentsAreAChangedState) {
  std::string counts = recursion(R"(
  start -> next:  assume n != -100;
  start -> exit:  assume n == -100;
  next -> again:  n := n - 1;)");
  EXPECT_THAT(judged(counts, 3).objection, HasSubstr("its values"));
  EXPECT_THAT(judged(counts, 6).objection, HasSubstr("its values"));
}

TEST(LassoJudge, WhatOnlyCountsMayChange) {
  EXPECT_EQ(judged(recursion("start -> again: x := 2 * n, n := n - 1;"), 2).objection, "");
  std::string decides_late = recursion(R"(
  start -> next:  x := n;
  next -> more:   n := n - 1;
  more -> again:  assume 3 * x < 100;
  more -> exit:   assume 3 * x >= 100;)");
  EXPECT_THAT(judged(decides_late, 4).objection, HasSubstr("its values"));
}

TEST(LassoJudge, EveryCallAllocatesAnotherObject) {
  EXPECT_THAT(judged(recursion(R"(start -> again: alloc p := 4 in mem named "p";)"), 2).objection,
              HasSubstr("same memory"));
}

TEST(LassoJudge, WhatNobodyKnowsDoesNotRepeat) {
  EXPECT_THAT(judged(recursion(R"(
  start -> test:  havoc unknown x from "missing";
  test -> again:  assume x == 0;
  test -> exit:   assume x != 0;)"),
                     3)
                  .objection,
              HasSubstr("unknown value"));
}

TEST(LassoJudge, InputsAreRepeatedByChoice) {
  std::string text = recursion(R"(
  start -> test:  havoc x;
  test -> again:  assume x == 7;
  test -> exit:   assume x != 7;)");
  Lasso lasso;
  EXPECT_THAT(judged(text, 3, lasso).objection, HasSubstr("ends"));
  lasso.loop.push_back({.value = 7});
  EXPECT_EQ(judged(text, 3, lasso).objection, "");
  lasso.loop.front().value = 6;
  EXPECT_THAT(judged(text, 3, lasso).objection, HasSubstr("ends"));
}

TEST(LassoJudge, OverflowIsNoGoingOn) {
  EXPECT_THAT(judged(recursion("start -> again: x := 2147483647:i32 + n;"), 2).objection,
              HasSubstr("overflows"));
}

} // namespace
} // namespace kleene::evidence
