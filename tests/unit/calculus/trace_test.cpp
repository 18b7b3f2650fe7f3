// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <gmock/gmock.h>

#include "run_text.h"

namespace kleene::calculus {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> trace(const std::string& text) {
  TextRun run = run_text(text);
  EXPECT_EQ(run.error, "");
  for (const Outcome& outcome : run.outcomes)
    if (outcome.kind == OutcomeKind::Trace) return outcome.lines;
  return {};
}

/// A long way 0-1-2-3-9 and a short one 0-5-9; a loop 20-21-22-20 that 3 leads to.
const std::string graph =
    "enum S { 0..22 }; bool T(S s, S t) s = 0 & t = 1 | s = 1 & t = 2 | s = 2 & t = 3 | s = 3 & t "
    "= 9"
    " | s = 0 & t = 5 | s = 5 & t = 9 | s = 3 & t = 20 | s = 20 & t = 21 | s = 21 & t = 22"
    " | s = 22 & t = 20;"
    "mu bool EF9(S s) s = 9 | (exists S t. T(s, t) & EF9(t));"
    "nu bool EG(S s) exists S t. T(s, t) & EG(t);"
    "mu bool EFEG(S s) EG(s) | (exists S t. T(s, t) & EFEG(t));";

TEST(Traces, LeastFixedPointsGiveShortestSequences) {
  EXPECT_THAT(
      trace(graph + "#wit EF9(0);"),
      ElementsAre("witness:", "step 1: EF9(s = 0)", "step 2: EF9(s = 5)", "step 3: EF9(s = 9)"));
  EXPECT_THAT(
      trace(graph + "#wit exists S x. x = 2 & EF9(x);"),
      ElementsAre("witness:", "step 1: EF9(s = 2)", "step 2: EF9(s = 3)", "step 3: EF9(s = 9)"));
}

TEST(Traces, GreatestFixedPointsComeBack) {
  EXPECT_THAT(trace(graph + "#wit EG(21);"),
              ElementsAre("witness:",
                          "step 1: EG(s = 21)",
                          "step 2: EG(s = 22)",
                          "step 3: EG(s = 20)",
                          "and again from step 1 on"));
}

TEST(Traces, CounterexamplesExplainTheNegation) {
  EXPECT_THAT(trace(graph + "#cex forall S s. s = 5 -> !EF9(s);"),
              ElementsAre("counterexample:", "step 1: EF9(s = 5)", "step 2: EF9(s = 9)"));
  EXPECT_THAT(trace(graph + "#cex EF9(0);"), ElementsAre("no counterexample: the formula holds"));
  EXPECT_THAT(trace(graph + "#wit EF9(20);"), ElementsAre("no witness: the formula does not hold"));
}

TEST(Traces, EachStepIsATransition) {
  // From 0 into the loop: the last line closes it.
  EXPECT_THAT(trace(graph + "#wit EFEG(2);"),
              ElementsAre("witness:",
                          "step 1: EFEG(s = 2)",
                          "step 2: EG(s = 2)",
                          "step 3: EG(s = 3)",
                          "step 4: EG(s = 20)",
                          "step 5: EG(s = 21)",
                          "step 6: EG(s = 22)",
                          "and again from step 4 on"));
}

TEST(Traces, ShowChoosesWhatIsPrinted) {
  EXPECT_THAT(trace("mu bool F(bool a, bool b) (a & b | (exists bool c. !a & F(1, c))) { show a };"
                    "#visualize F(0, 0);"),
              ElementsAre("witness:", "step 1: F(a = false)", "step 2: F(a = true)"));
}

TEST(Traces, FairLoops) {
  // A loop through both 20 and 22, by nested fixed points.
  std::vector<std::string> lines =
      trace(graph
            + "nu bool Fair(S s);"
              "mu bool To22(S s) s = 22 & Fair(s) | (exists S t. T(s, t) & To22(t));"
              "mu bool To20(S s) s = 20 & To22(s) | (exists S t. T(s, t) & To20(t));"
              "nu bool Fair(S s) exists S t. T(s, t) & To20(t);"
              "#wit Fair(20);");
  ASSERT_GE(lines.size(), 4U);
  EXPECT_EQ(lines[1], "step 1: Fair(s = 20)");
  EXPECT_THAT(lines.back(), ::testing::HasSubstr("and again from step"));
}

} // namespace
} // namespace kleene::calculus
