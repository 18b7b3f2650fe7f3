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
                                 IntegerModel integers = IntegerModel::Math) {
    Result<ir::Program> parsed = ir::parse(text, "test.ir");
    EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : render(parsed.error()));
    program = std::move(parsed).value();
    evidence::Problem problem{
        program, evidence::Property::UnreachCall, {{"reach_error"}, false, {}}, integers};
    Budget budget;
    Observer observer;
    Candidate candidate = solve(problem, budget, observer);
    auto* found = std::get_if<Leapt>(&candidate);
    if (found == nullptr) return std::nullopt;
    smt::Cvc5 solver;
    EXPECT_EQ(evidence::judge(problem, found->chain, solver, budget).objection, "");
    return found->chain;
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

} // namespace
} // namespace kleene::engine::leap
