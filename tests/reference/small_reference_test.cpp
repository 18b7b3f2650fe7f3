// SPDX-License-Identifier: Apache-2.0
// The reference, on programs whose truth is seen at once.
#include <gtest/gtest.h>

#include "random_small.h"
#include "small_reference.h"

namespace kleene::reference {
namespace {

using Kind = SmallStatement::Kind;
using Op = SmallExpression::Kind;

SmallExpression number(int value) {
  return {.value = value};
}
SmallExpression var(unsigned v) {
  return {.kind = Op::Variable, .variable = v};
}
SmallExpression make(Op op, SmallExpression a, SmallExpression b) {
  return {.kind = op, .operands = {std::move(a), std::move(b)}};
}
SmallStatement assign(unsigned v, SmallExpression value, Settle settle = Settle::Clamp) {
  return {.kind = Kind::Assign, .variable = v, .settle = settle, .expressions = {std::move(value)}};
}
SmallStatement when(SmallExpression condition, std::vector<SmallStatement> body) {
  return {.kind = Kind::If, .expressions = {std::move(condition)}, .body = std::move(body)};
}
SmallStatement loop(SmallExpression condition, std::vector<SmallStatement> body) {
  return {.kind = Kind::While, .expressions = {std::move(condition)}, .body = std::move(body)};
}
SmallStatement call(unsigned v, unsigned callee, std::vector<SmallExpression> arguments) {
  return {.kind = Kind::Call, .variable = v, .expressions = std::move(arguments), .callee = callee};
}
const SmallStatement error{.kind = Kind::Error};
const SmallRange small{0, 3, false};

/// Variable 0 is main's local.
SmallTruth main_alone(SmallRange range, std::vector<SmallStatement> body) {
  return truth_about({range, 0, {{"main", 0, 1, std::move(body)}}}).value();
}
/// Variable 0 is main's local, and f's parameter.
SmallTruth with_f(std::vector<SmallStatement> main, std::vector<SmallStatement> f) {
  return truth_about({small, 0, {{"main", 0, 1, std::move(main)}, {"f", 1, 0, std::move(f)}}})
      .value();
}

TEST(SmallReference, CountingToTheEndOfTheRange) {
  SmallStatement count =
      loop(make(Op::Less, var(0), number(3)), {assign(0, make(Op::Add, var(0), number(1)))});
  SmallTruth truth = main_alone(small, {count, when(make(Op::Equal, var(0), number(3)), {error})});
  EXPECT_TRUE(truth.reaches_error);
  EXPECT_FALSE(truth.runs_for_ever);
}

TEST(SmallReference, ResettingCountsForEver) {
  SmallStatement count = loop(make(Op::LessEqual, var(0), number(3)),
                              {assign(0, make(Op::Add, var(0), number(1)), Settle::Reset)});
  SmallTruth truth = main_alone(small, {count, error});
  EXPECT_FALSE(truth.reaches_error);
  EXPECT_TRUE(truth.runs_for_ever);
}

/// The largest number plus 1 is negative only where numbers wrap.
TEST(SmallReference, Wrapping) {
  std::vector<SmallStatement> body{assign(0, number(3)),
                                   assign(0, make(Op::Add, var(0), number(1))),
                                   when(make(Op::Less, var(0), number(0)), {error})};
  EXPECT_TRUE(main_alone({-4, 3, true}, body).reaches_error);
  EXPECT_FALSE(main_alone({-4, 3, false}, body).reaches_error);
}

TEST(SmallReference, RecursionThatCountsDownEnds) {
  SmallStatement down =
      when(make(Op::Less, number(0), var(0)), {call(0, 1, {make(Op::Sub, var(0), number(1))})});
  SmallTruth truth = with_f({call(0, 1, {number(3)}), error}, {down});
  EXPECT_TRUE(truth.reaches_error);
  EXPECT_FALSE(truth.runs_for_ever);
}

TEST(SmallReference, RecursionOnTheSameArgumentNeverEnds) {
  SmallTruth truth = with_f({call(0, 1, {number(3)}), error}, {call(0, 1, {var(0)})});
  EXPECT_FALSE(truth.reaches_error);
  EXPECT_TRUE(truth.runs_for_ever);
}

TEST(SmallReference, SomeChoiceIsEnough) {
  SmallStatement pick{.kind = Kind::Pick, .variable = 0};
  SmallTruth truth = main_alone(small,
                                {pick,
                                 when(make(Op::Equal, var(0), number(2)), {error}),
                                 loop(make(Op::Equal, var(0), number(1)), {})});
  EXPECT_TRUE(truth.reaches_error);
  EXPECT_TRUE(truth.runs_for_ever);
}

TEST(SmallReference, WhatIsAssumedAwayIsNoExecution) {
  SmallStatement pick{.kind = Kind::Pick, .variable = 0};
  SmallStatement assume{.kind = Kind::Assume, .expressions = {make(Op::Less, var(0), number(1))}};
  SmallTruth truth = main_alone(small,
                                {pick,
                                 assume,
                                 when(make(Op::Equal, var(0), number(2)), {error}),
                                 loop(make(Op::Equal, var(0), number(1)), {})});
  EXPECT_FALSE(truth.reaches_error);
  EXPECT_FALSE(truth.runs_for_ever);
}

/// A cycle among the states, and a set of states that is never left: two ways to say the same.
TEST(SmallReference, CyclesAndEndlessStatesAgree) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    SmallProgram program = random_small_program(seed, unsigned(seed % 3));
    auto truth = truth_about(program);
    auto states = states_of(program);
    ASSERT_EQ(truth.has_value(), states.has_value());
    if (!truth) continue;
    EXPECT_EQ(truth->runs_for_ever, states->front().never_ends) << "seed " << seed;
  }
}

} // namespace
} // namespace kleene::reference
