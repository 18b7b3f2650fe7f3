// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <gmock/gmock.h>

#include "run_text.h"

namespace kleene::calculus {
namespace {

/// A chain 0 -> 1 -> … -> 9 -> 9 and an island 10 -> 11 -> 10.
const std::string graph = "enum S { 0..11 };"
                          "bool T(S s, S t) (exists i in 0..8. s = i & t = i + 1) | s = 9 & t = 9"
                          "  | s = 10 & t = 11 | s = 11 & t = 10;";

TEST(FixedPoints, Reachability) {
  TextRun run =
      run_text(graph
               + "mu bool R(S s) s = 3 | (exists S t. T(t, s) & R(t)); #ons R; R(9); R(2);"
                 "mu bool C(S s, S t) s = t | (exists S u. C(s, u) & C(u, t)) | T(s, t);"
                 "#ons C;");
  EXPECT_EQ(run.error, "");
  EXPECT_EQ(run.sizes, "R=7;C=59");
  EXPECT_EQ(run.truths, "TF");
}

TEST(FixedPoints, GreatestFixedPoints) {
  TextRun run =
      run_text(graph
               + "nu bool EG(S s) s != 9 & (exists S t. T(s, t) & EG(t)); #ons EG;"
                 "nu bool All(S s) All(s); mu bool None(S s) None(s); #ons All; #ons None;");
  EXPECT_EQ(run.sizes, "EG=2;All=12;None=0");
}

TEST(FixedPoints, Alternation) {
  // Infinitely often 10: the inner least fixed point is computed anew for each outer value.
  TextRun run = run_text(graph
                         + "nu bool Often(S s);"
                           "mu bool Until(S s) s = 10 & (exists S t. T(s, t) & Often(t))"
                           "  | (exists S t. T(s, t) & Until(t));"
                           "nu bool Often(S s) Until(s); #ons Often;");
  EXPECT_EQ(run.sizes, "Often=2");
}

TEST(FixedPoints, MutualRecursion) {
  TextRun run = run_text(graph
                         + "mu bool Odd(S s);"
                           "mu bool Even(S s) s = 0 | (exists S t. T(t, s) & Odd(t));"
                           "mu bool Odd(S s) exists S t. T(t, s) & Even(t);"
                           "#ons Even; #ons Odd;");
  // 9 follows itself: it is both.
  EXPECT_EQ(run.sizes, "Even=6;Odd=5");
}

TEST(FixedPoints, NegativeRecursionFollowsTheProcedureAndIsAWarning) {
  // Each round adds the successors of what the round before has added.
  TextRun run = run_text(graph
                         + "mu bool R(bool fresh, S s) fresh & s = 2 | R(1, s)"
                           "  | fresh & (exists S t. R(1, t) & !R(0, t) & T(t, s));"
                           "bool Reached(S s) R(1, s); #ons Reached;");
  EXPECT_EQ(run.error, "");
  EXPECT_EQ(run.sizes, "Reached=8");
  ASSERT_EQ(run.warnings.size(), 1U);
  EXPECT_THAT(run.warnings[0], ::testing::HasSubstr("'R' depends negatively on itself"));
}

TEST(FixedPoints, AnOscillationIsAnError) {
  TextRun run = run_text("mu bool F(bool x) !F(x); F(1);");
  EXPECT_THAT(run.error, ::testing::HasSubstr("'F' never settles"));
  EXPECT_EQ(run.place, "1:9");
  EXPECT_NE(run_text("nu bool F(bool x) !F(!x) & !F(x); F(1);").error, "");
}

TEST(FixedPoints, CodesThatAreNoValuesDoNotCount) {
  // Outside of the three values the body would go back and forth.
  TextRun run = run_text("enum E { a, b, c }; E x;"
                         "mu bool F(E y) y = a | y = b | y = c | !F(y); #ons F;"
                         "mu bool G(bool y) x = a | x = b | x = c | !G(y); G(1);");
  EXPECT_EQ(run.error, "");
  EXPECT_EQ(run.sizes, "F=3");
  ASSERT_EQ(run.outcomes.size(), 2U);
  EXPECT_EQ(run.outcomes[1].count->to_string(), "3");
}

TEST(FixedPoints, DoubleNegationIsPositive) {
  TextRun run =
      run_text(graph
               + "mu bool R(S s);"
                 "bool Not(S s) !R(s);"
                 "mu bool R(S s) s = 0 | (exists S t. T(t, s) & !Not(t)); #ons R; #ons Not;");
  EXPECT_EQ(run.sizes, "R=10;Not=2");
  EXPECT_TRUE(run.warnings.empty());
}

TEST(FixedPoints, ResetKeepsValues) {
  TextRun run = run_text(graph
                         + "mu bool R(S s) s = 3 | (exists S t. T(t, s) & R(t));"
                           "#ons R; #reset R; #ons R; #reset all; #ons R;");
  EXPECT_EQ(run.sizes, "R=7;R=7;R=7");
}

TEST(FixedPoints, LongChainsAndManyBits) {
  // A counter of 12 bits, least significant bit first, reaches all of its values.
  std::string text =
      "class C { bool b[12]; }; bool Next(C s, C t) forall i in 0..11."
      "  (t.b[i] <-> (s.b[i] <+> (forall j in 0..11. j < i -> s.b[j])));"
      "mu bool R(C s) (forall i in 0..11. !s.b[i]) | (exists C p. R(p) & Next(p, s));"
      "#ons R;";
  EXPECT_EQ(run_text(text).sizes, "R=4096");
}

} // namespace
} // namespace kleene::calculus
