// SPDX-License-Identifier: Apache-2.0
// What the engine finds is what the judge accepts; where there is nothing to find, it finds nothing.
#include "kleene/engine/leap/leap.h"
#include "kleene/ir/text.h"

#include <algorithm>
#include <gmock/gmock.h>

namespace kleene::engine::leap {
namespace {

using evidence::LeapChain;

class LeapEngine : public ::testing::Test {
protected:
  ir::Program program;

  /// The chain that the engine finds in a program; nothing if it finds none.
  std::optional<LeapChain> chain(const std::string& text,
                                 IntegerModel integers = IntegerModel::Math,
                                 evidence::Property property = evidence::Property::UnreachCall) {
    Result<ir::Program> parsed = ir::parse(text, "test.ir");
    EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : render(parsed.error()));
    program = std::move(parsed).value();
    evidence::Problem problem{program, property, {{"reach_error"}, false, {}}, integers};
    Budget budget;
    Observer observer;
    Answer candidate = solve(problem, budget, observer);
    auto* found = std::get_if<evidence::LeapChain>(&candidate);
    if (found == nullptr) return std::nullopt;
    smt::Cvc5 solver;
    EXPECT_EQ(evidence::judge(problem, *found, solver, budget).objection, "");
    return *found;
  }
  std::optional<LeapChain> endless(const std::string& text,
                                   IntegerModel integers = IntegerModel::Math) {
    return chain(text, integers, evidence::Property::Termination);
  }
  static std::size_t leaps_in(const evidence::Way& way) {
    return static_cast<std::size_t>(std::ranges::count_if(
        way.items, [](const evidence::Way::Item& i) { return i.leap != evidence::Way::no_leap; }));
  }
  VarId variable(const std::string& name) const { return *program.find_variable(name); }
};

constexpr const char* counting = R"(proc main(n: i64) { local x: i64; local sum: i64;
    start -> zero:  assume[assumption] n >= 1000000000000;
    zero -> none:   sum := 0;
    none -> head:   x := 0;
    head -> add:    assume x < n;
    add -> body:    sum := sum + x;
    body -> head:   x := x + 1;
    head -> bad:    assume x >= n;
    location bad target call reach_error; })";

TEST_F(LeapEngine, CountsToABillion) {
  std::optional<LeapChain> found = chain(counting);
  ASSERT_TRUE(found);
  ASSERT_EQ(found->leaps.size(), 1U);
  EXPECT_EQ(found->leaps[0].theorem, evidence::Leap::Theorem::Forward);
  EXPECT_EQ(found->leaps[0].hidden, std::vector{variable("sum")});
  EXPECT_FALSE(found->execution) << "nobody should run so many steps";
}

TEST_F(LeapEngine, WithMachineIntegersToo) {
  EXPECT_TRUE(chain(counting, IntegerModel::Machine));
}

TEST_F(LeapEngine, ShortExecutionsAreRun) {
  std::optional<LeapChain> found = chain(R"(proc main(n: int) { local x: int;
    start -> zero:  assume[assumption] n == 1000;
    zero -> head:   x := 0;
    head -> body:   assume x < n;
    body -> head:   x := x + 1;
    head -> bad:    assume x >= n;
    location bad target call reach_error; })");
  ASSERT_TRUE(found);
  ASSERT_TRUE(found->execution);
  ASSERT_EQ(found->execution->inputs.size(), 1U);
  EXPECT_EQ(found->execution->inputs[0].value, 1000);
  EXPECT_EQ(found->execution->steps, 2U + 2U * 1000U + 1U);
}

TEST_F(LeapEngine, TakesBranchesInTurn) {
  std::optional<LeapChain> found = chain(R"(proc main(n: int) { local x, t: int; local b: bool;
    start -> one:   x := 0, t := 1;
    one -> head:    assume[assumption] n > 10;
    head -> turn:   assume x < n;
    turn -> ask:    t := -t;
    ask -> choice:  havoc b from "nondet";
    choice -> plus: assume b;
    choice -> less: assume !b;
    plus -> head:   x := x + t;
    less -> head:   x := x - t;
    head -> bad:    assume x >= n;
    location bad target call reach_error; })");
  ASSERT_TRUE(found);
  for (const evidence::Way& step : found->leaps[0].steps)
    EXPECT_FALSE(step.choices.at(0).is_constant());
}

/// The loop stops at 5; only without h in the state would it seem to go on.
TEST_F(LeapEngine, DoesNotHideWhatIsRead) {
  EXPECT_FALSE(chain(R"(proc main() { local x, h: int;
    start -> head:  x := 0, h := 5;
    head -> body:   assume x < 100 && h > 0;
    body -> head:   x := x + 1, h := h - 1;
    head -> bad:    assume x >= 100;
    location bad target call reach_error; })"));
}

TEST_F(LeapEngine, AnInfiniteRegionIsNoRegion) {
  EXPECT_FALSE(chain(R"(proc main() { local x: int;
    start -> head:  x := -1;
    head -> body:   assume x != 0;
    body -> head:   x := x - 1;
    head -> bad:    assume x == 0;
    location bad target call reach_error; })"));
}

TEST_F(LeapEngine, ACycleIsNotLeft) {
  EXPECT_FALSE(chain(R"(proc main() { local x: int;
    start -> head:  x := 0;
    head -> up:     assume x < 9;
    up -> head:     x := x + 1;
    head -> again:  assume x == 9;
    again -> head:  x := 0;
    head -> bad:    assume x == 10;
    location bad target call reach_error; })"));
}

/// No constant choice goes on, nor one that depends on where the loop began.
TEST_F(LeapEngine, ChoosesByWhatGuardsAsk) {
  std::optional<LeapChain> found = chain(R"(proc main(n: int) { local x: int; local b: bool;
    start -> one:   x := 0;
    one -> head:    assume[assumption] n > 1000;
    head -> ask:    assume x < n;
    ask -> choice:  havoc b from "nondet";
    choice -> even: assume b && x % 2 == 0;
    choice -> odd:  assume !b && x % 2 == 1;
    even -> head:   x := x + 1;
    odd -> head:    x := x + 1;
    head -> bad:    assume x >= n;
    location bad target call reach_error; })");
  ASSERT_TRUE(found);
  for (const evidence::Way& step : found->leaps[0].steps)
    EXPECT_FALSE(step.choices.at(0).is_constant());
}

TEST_F(LeapEngine, InnerLoopsAreLeapsInSteps) {
  std::optional<LeapChain> found = chain(R"(proc main(n: int) { local x, y, z: int;
    start -> zero:  assume[assumption] n >= 1000000;
    zero -> head:   x := 0;
    head -> one:    assume x < n;
    one -> up:      y := 0;
    up -> upward:   assume y < n;
    upward -> up:   y := y + 1;
    up -> two:      assume y >= n;
    two -> down:    z := n;
    down -> less:   assume z > 0;
    less -> down:   z := z - 1;
    down -> more:   assume z <= 0;
    more -> head:   x := x + 1;
    head -> bad:    assume x == n;
    location bad target call reach_error; })");
  ASSERT_TRUE(found);
  ASSERT_EQ(found->leaps.size(), 3U);
  ASSERT_EQ(found->leaps[2].steps.size(), 1U);
  EXPECT_EQ(leaps_in(found->leaps[2].steps[0]), 2U);
  EXPECT_EQ(leaps_in(found->way), 1U);
}

/// x goes from 0, 1 or 2 in steps of three; behind the loop, `then` leads to the target.
std::string from_three_places(const std::string& then) {
  return R"(proc main(n: int, x: int) { local y: int;
    start -> in:    assume[assumption] n >= 1000000;
    in -> first:    assume[assumption] 0 <= x && x <= 2;
    first -> head:  y := 0;
    head -> body:   assume x < n;
    body -> head:   x := x + 3;
    )" + then
         + "location bad target call reach_error; }";
}

TEST_F(LeapEngine, Theorem1WhereTheExitHasToBeChosen) {
  std::optional<LeapChain> found = chain(from_three_places("head -> bad: assume x == n + 1;"));
  ASSERT_TRUE(found);
  ASSERT_EQ(found->leaps.size(), 1U);
  EXPECT_EQ(found->leaps[0].theorem, evidence::Leap::Theorem::Backward);
  ASSERT_EQ(found->reached.size(), 2U);
  EXPECT_EQ(found->reached[1].leap, 0U);
}

TEST_F(LeapEngine, OneMayStepBetweenBackwardAndForward) {
  std::optional<LeapChain> found = chain(from_three_places(R"(
    head -> up:     assume x == n + 1;
    up -> more:     assume y < n;
    more -> up:     y := y + 1;
    up -> bad:      assume y == n;)"));
  ASSERT_TRUE(found);
  ASSERT_EQ(found->leaps.size(), 2U);
  EXPECT_EQ(found->leaps[0].theorem, evidence::Leap::Theorem::Backward);
  EXPECT_EQ(found->leaps[1].theorem, evidence::Leap::Theorem::Forward);
  EXPECT_FALSE(found->values.empty()) << "the state behind the first leap";
}

/// Only what is reached counts as an entry: from 0 the loop never leaves at 1000001.
TEST_F(LeapEngine, Theorem1NeedsAllOfTheEntry) {
  EXPECT_FALSE(chain(R"(proc main() { local x: int;
    start -> head:  x := 0;
    head -> body:   assume x < 999999;
    body -> head:   x := x + 3;
    head -> bad:    assume x == 1000000;
    location bad target call reach_error; })"));
}

std::string rounds(const std::string& round) {
  return R"(proc main(n: i64, x: i64) { local i: i64;
    start -> head:  assume[assumption] n >= 1000000;
    head -> zero:   assume x > 0;
    zero -> inner:  i := 0;
    inner -> body:  assume i < n;
    body -> inner:  i := i + 1;
    inner -> last:  assume i >= n;
    )" + round
         + "head -> end: assume x <= 0; }";
}

TEST_F(LeapEngine, RoundsWithoutEnd) {
  for (IntegerModel integers : {IntegerModel::Math, IntegerModel::Machine}) {
    std::optional<LeapChain> found = endless(rounds("last -> head: skip;"), integers);
    ASSERT_TRUE(found);
    ASSERT_TRUE(found->round);
    EXPECT_EQ(leaps_in(found->round->way), 1U);
    EXPECT_EQ(leaps_in(found->way), 0U);
  }
}

TEST_F(LeapEngine, RoundsThatEnd) {
  EXPECT_FALSE(endless(rounds("last -> head: x := x - 1;")));
}

/// The inner loop is left at 12. At 10, which its exit port would allow, the outer one would go on.
TEST_F(LeapEngine, TheExitOfAnInnerLoopIsNotChosen) {
  EXPECT_FALSE(endless(R"(proc main() { local y: int;
    start -> head:  y := 10;
    head -> zero:   assume y == 10;
    zero -> inner:  y := 0;
    inner -> body:  assume y < 10;
    body -> inner:  y := y + 3;
    inner -> head:  assume y >= 10;
    head -> end:    assume y != 10; })"));
}

/// A leap over nothing is no step: the loop is left at once.
TEST_F(LeapEngine, StandingStillIsNoRound) {
  EXPECT_FALSE(endless(R"(proc main() { local x: int;
    start -> head:  x := 5;
    head -> body:   assume x < 5;
    body -> head:   x := x + 1;
    head -> end:    assume x >= 5; })"));
}

} // namespace
} // namespace kleene::engine::leap
