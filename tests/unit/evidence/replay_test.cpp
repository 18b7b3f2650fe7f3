// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/execution.h"
#include "kleene/ir/text.h"

#include <gtest/gtest.h>

#include <gmock/gmock.h>

namespace kleene::evidence {
namespace {

using testing::HasSubstr;

ir::Program program(const std::string& text) {
  Result<ir::Program> parsed = ir::parse(text, "test.ir");
  EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : render(parsed.error()));
  return parsed.ok() ? std::move(parsed).value() : ir::Program();
}

Execution execution(const std::vector<Integer>& values, std::uint64_t steps = 1000) {
  Execution result;
  for (Integer value : values)
    result.inputs.push_back({value, ir::InputKind::Value, Type::machine(32, true), "n", {}});
  result.steps = steps;
  return result;
}

constexpr const char* wants_seven = R"(proc main() {
  local x: i32;
  start -> test:  havoc x from "__VERIFIER_nondet_int";
  test -> bad:    assume x == 7;
  test -> exit:   assume x != 7;
  location bad target call reach_error;
})";

Problem problem(const ir::Program& p, Property property = Property::UnreachCall) {
  return {p, property, {{"reach_error"}, false, {}}, IntegerModel::Machine};
}

TEST(Replay, AcceptsWhatReachesTheTarget) {
  ir::Program p = program(wants_seven);
  Budget budget;
  Replay r = replay(problem(p), execution({7}), budget);
  EXPECT_TRUE(r.accepted()) << r.objection;
  ASSERT_EQ(r.inputs.size(), 1U);
  EXPECT_EQ(r.inputs[0].value, 7);
  EXPECT_EQ(r.inputs[0].origin, "__VERIFIER_nondet_int");
}

TEST(Replay, RefusesWhatDoesNot) {
  ir::Program p = program(wants_seven);
  Budget budget;
  EXPECT_FALSE(replay(problem(p), execution({8}), budget).accepted());
  EXPECT_FALSE(replay(problem(p), execution({}), budget).accepted());
  EXPECT_FALSE(replay(problem(p), execution({7}, 1), budget).accepted()) << "too few steps";
  Problem other = problem(p);
  other.targets.functions = {"another_function"};
  EXPECT_FALSE(replay(other, execution({7}), budget).accepted());
}

TEST(Replay, RefusesWhatRestsOnValuesNobodyKnows) {
  ir::Program p = program(R"(proc main() {
  local x: i32;
  start -> test:  havoc demonic x from "somewhere";
  test -> bad:    assume x == 0;
  test -> exit:   assume x != 0;
  location bad target call reach_error;
})");
  Budget budget;
  Replay r = replay(problem(p), execution({}), budget);
  EXPECT_EQ(r.run.ending, ir::Ending::TargetReached) << "the interpreter takes zero";
  EXPECT_THAT(r.objection, HasSubstr("nobody knows"));
}

TEST(Replay, OverflowIsAViolationOfItsOwnPropertyOnly) {
  ir::Program p = program(R"(proc main() {
  local x: i32;
  start -> add:  havoc x;
  add -> exit:   x := x + 1;
})");
  Budget budget;
  EXPECT_TRUE(replay(problem(p, Property::NoOverflow), execution({2147483647}), budget).accepted());
  EXPECT_FALSE(replay(problem(p, Property::NoOverflow), execution({5}), budget).accepted());
  EXPECT_FALSE(replay(problem(p), execution({2147483647}), budget).accepted());
  Problem math = problem(p, Property::NoOverflow);
  math.integers = IntegerModel::Math;
  EXPECT_FALSE(replay(math, execution({2147483647}), budget).accepted());
}

TEST(Replay, FiniteRunsSayNothingAboutTermination) {
  ir::Program p = program(wants_seven);
  Budget budget;
  EXPECT_FALSE(replay(problem(p, Property::Termination), execution({7}), budget).accepted());
}

} // namespace
} // namespace kleene::evidence
