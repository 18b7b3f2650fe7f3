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

TEST(Replay, InputsAreValuesOfTheirTypesInEveryIntegerModel) {
  // What the environment gives, whether by a choice, as a global or as a parameter: none of it is large.
  ir::Program p = program(R"(global g: i32 = ?;
proc main(n: i32) {
  local x: i32; local b: bool;
  start -> choose: havoc x from "x";
  choose -> test:  havoc b from "b";
  test -> bad:     assume 2147483647 < x || 2147483647 < g || 2147483647 < n;
  test -> odd:     assume !(2147483647 < x || 2147483647 < g || 2147483647 < n);
  odd -> bad:      assume b;
  odd -> exit:     assume b;
  odd -> exit:     assume !b;
  location bad target call reach_error;
})");
  Budget budget;
  for (IntegerModel integers : {IntegerModel::Machine, IntegerModel::Math}) {
    Problem question{p, Property::UnreachCall, {{"reach_error"}, false, {}}, integers};
    // In order: g, n, x, b, and which of two edges.
    EXPECT_EQ(replay(question, execution({0, 0, 0, 1, 0}), budget).objection, "");
    EXPECT_THAT(replay(question, execution({3000000000, 0, 0, 1, 0}), budget).objection,
                HasSubstr("3000000000"));
    EXPECT_FALSE(replay(question, execution({0, 3000000000, 0, 1, 0}), budget).accepted());
    EXPECT_FALSE(replay(question, execution({0, 0, 3000000000, 1, 0}), budget).accepted());
    EXPECT_FALSE(replay(question, execution({0, 0, -3000000000, 1, 0}), budget).accepted());
    EXPECT_FALSE(replay(question, execution({0, 0, 0, 2, 0}), budget).accepted());
    EXPECT_FALSE(replay(question, execution({0, 0, 0, 1, 2}), budget).accepted());
  }
}

TEST(Replay, WhatIsRecordedIsWhatTheRunTook) {
  ir::Program p = program(wants_seven);
  ir::InputList given({Integer(7) + (Integer(1) << 32)});
  InputRecorder recorder(given);
  ir::RunOptions options;
  options.targets = problem(p).targets;
  options.integers = IntegerModel::Math;
  ir::RunResult run = ir::Interpreter(p).run(recorder, options);
  EXPECT_EQ(run.ending, ir::Ending::TargetReached);
  ASSERT_EQ(recorder.inputs().size(), 1U);
  EXPECT_EQ(recorder.inputs()[0].value, 7);
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
  start -> test:  havoc unknown x from "somewhere";
  test -> bad:    assume x == 0;
  test -> exit:   assume x != 0;
  location bad target call reach_error;
})");
  Budget budget;
  Replay r = replay(problem(p), execution({}), budget);
  EXPECT_EQ(r.run.ending, ir::Ending::TargetReached) << "the interpreter takes zero";
  EXPECT_THAT(r.objection, HasSubstr("unknown value"));
}

/// The loop counts its rounds in a variable that nothing depends on.
constexpr const char* idle_counter = R"(proc main() {
  local x, rounds: i32;
  start -> loop:  havoc x from "__VERIFIER_nondet_int";
  loop -> again:  rounds := rounds + 1;
  again -> bad:   assume x == 7;
  again -> exit:  assume x != 7;
  location bad target call reach_error;
})";

TEST(Replay, ValuesThatDecideNothingMayBeUnknown) {
  ir::Program p = program(idle_counter);
  Budget budget;
  Replay r = replay(problem(p), execution({7}), budget);
  EXPECT_TRUE(r.accepted()) << r.objection;
}

TEST(Replay, AnUnknownValueThatTravelsToADecisionCounts) {
  std::string text = idle_counter;
  text.replace(text.find("rounds := rounds + 1"), 20, "x := x + rounds");
  ir::Program p = program(text);
  Budget budget;
  Replay r = replay(problem(p), execution({7}), budget);
  EXPECT_EQ(r.run.ending, ir::Ending::TargetReached) << "the interpreter takes zero";
  EXPECT_THAT(r.objection, HasSubstr("rounds is not known"));
}

TEST(Replay, ArgumentsAndResultsCarryUnknownValues) {
  constexpr const char* text = R"(proc main() {
  local x, y: i32;
  start -> back:  call y := same(x);
  back -> bad:    assume y == 0;
  back -> exit:   assume y != 0;
  location bad target call reach_error;
}
proc same(a: i32) returns (r: i32) { a -> exit: r := a; })";
  ir::Program p = program(text);
  Budget budget;
  EXPECT_THAT(replay(problem(p), execution({}), budget).objection, HasSubstr("unknown value"));
}

constexpr const char* uninitialised = R"(
global m: memory; global live: allocation;
proc main() {
  local p: u64;
  local x: i32;
  start -> born:  havoc uninitialised x from "x";
  born -> block:  alloc p := 4 in m named "malloc";
  block -> bad:   assume x == 0 && load[i32](m, p) == 0;
  block -> exit:  assume !(x == 0 && load[i32](m, p) == 0);
  location bad target call reach_error;
})";

TEST(Replay, TheEnvironmentMayChooseWhatIsNotInitialised) {
  Budget budget;
  ir::Program strict = program(uninitialised);
  EXPECT_THAT(replay(problem(strict), execution({}), budget).objection, HasSubstr("unknown value"));
  ir::Program free = program("uninitialised free;" + std::string(uninitialised));
  Replay r = replay(problem(free), execution({}), budget);
  EXPECT_TRUE(r.accepted()) << r.objection;
}

TEST(Replay, NobodyChoosesWhatAFunctionWithoutBodyReturns) {
  std::string text = "uninitialised free;" + std::string(uninitialised);
  text.replace(text.find("uninitialised x"), 15, "unknown x");
  ir::Program p = program(text);
  Budget budget;
  EXPECT_THAT(replay(problem(p), execution({}), budget).objection, HasSubstr("unknown value"));
}

TEST(Replay, WhatIsNotInitialisedIsZeroInEveryActivation) {
  ir::Program p = program(R"(uninitialised free;
proc main() {
  local y: i32;
  start -> one:  call y := first(5);
  one -> two:    call y := first(0);
  two -> bad:    assume y == 0;
  two -> exit:   assume y != 0;
  location bad target call reach_error;
}
proc first(a: i32) returns (r: i32) {
  local x: i32;
  a -> b: r := x;
  b -> exit: x := a;
})");
  Budget budget;
  Replay r = replay(problem(p), execution({}), budget);
  EXPECT_TRUE(r.accepted()) << r.objection;
}

TEST(Replay, TheEnvironmentMayFillTheHeap) {
  std::string text = uninitialised;
  text.replace(text.find("load[i32](m, p) == 0"), 20, "load[i32](m, p) == 9");
  text.replace(text.rfind("load[i32](m, p) == 0"), 20, "load[i32](m, p) == 9");
  Budget budget;
  ir::Program p = program("uninitialised free;" + text);
  auto with = [](std::uint64_t number, std::string bytes) {
    return Execution{{}, UINT64_MAX, {{number, std::move(bytes), {}}}};
  };
  EXPECT_THAT(replay(problem(p), execution({}), budget).objection, HasSubstr("no target"));
  Replay r = replay(problem(p), with(1, "\t"), budget);
  EXPECT_TRUE(r.accepted()) << r.objection;
  ASSERT_EQ(r.heap.size(), 1U);
  EXPECT_EQ(r.heap[0].bytes, "\t");
  Execution two = with(1, "\t");
  two.heap.push_back({2, "x", {}});
  EXPECT_THAT(replay(problem(p), two, budget).objection, HasSubstr("no object 2"));
  EXPECT_THAT(replay(problem(p), with(1, std::string("\t\0\0\0\1", 5)), budget).objection,
              HasSubstr("of 5 bytes"));
  ir::Program strict = program(text);
  EXPECT_FALSE(replay(problem(strict), with(1, "\t"), budget).accepted());
}

TEST(Replay, WhatDoesNotMatterInTheHeapIsZero) {
  ir::Program p = program(R"(uninitialised free;
global m: memory; global live: allocation;
proc main() {
  local p, q: u64;
  start -> one:  alloc p := 32 in m named "malloc";
  one -> two:    alloc q := 8 in m named "malloc";
  two -> bad:    assume load[u8](m, ptradd(p, 9)) > 5:u8 && load[u8](m, ptradd(q, 1)) < 5:u8;
  two -> exit:   assume !(load[u8](m, ptradd(p, 9)) > 5:u8 && load[u8](m, ptradd(q, 1)) < 5:u8);
  location bad target call reach_error;
})");
  Budget budget;
  Execution e{{}, UINT64_MAX, {{1, std::string(30, '\x7f'), {}}, {2, "\3\3", {}}}};
  Execution simple = simplest_heap(problem(p), e, budget);
  ASSERT_EQ(simple.heap.size(), 1U);
  EXPECT_EQ(simple.heap[0].number, 1U);
  EXPECT_EQ(simple.heap[0].bytes, std::string(9, '\0') + "\x7f");
  e.heap[0].bytes[9] = '\0';
  EXPECT_EQ(simplest_heap(problem(p), e, budget).heap.size(), 2U) << "no violation: unchanged";
}

TEST(Replay, InputsBecomeAsSmallAsTheViolationAllows) {
  ir::Program p = program(R"(proc main() {
  local x, y: i32; local u: u8;
  start -> one:   havoc x;
  one -> two:     havoc y;
  two -> three:   havoc u;
  three -> bad:   assume x > 1000 && y < -5 && u != 7:u8;
  three -> exit:  assume !(x > 1000 && y < -5 && u != 7:u8);
  location bad target call reach_error;
})");
  Budget budget;
  auto values = [&](Integer x, Integer y, Integer u) {
    Execution e{{{x}, {y}, {u}}, UINT64_MAX};
    std::vector<Integer> result;
    for (const Input& input : simplest_inputs(problem(p), e, budget).inputs)
      result.push_back(input.value);
    return result;
  };
  EXPECT_EQ(values(2147483647, -2147483647, 255), (std::vector<Integer>{1001, -6, 0}));
  EXPECT_EQ(values(999, -2147483647, 255), (std::vector<Integer>{999, -2147483647, 255}))
      << "no violation: unchanged";
}

TEST(Replay, InputsThatTheViolationDoesNotNeedAreLeftOut) {
  ir::Program p = program(R"(proc main() {
  local x, sum: i32;
  start -> loop:  sum := 0;
  loop -> read:   assume sum < 1000;
  loop -> bad:    assume sum >= 1000;
  read -> add:    havoc x;
  add -> exit:    assume x < 0;
  add -> more:    assume x >= 0;
  more -> loop:   sum := sum + x;
  location bad target call reach_error;
})");
  Budget budget;
  std::vector<Integer> left;
  Execution e = execution({0, 3, 0, 7, 0, 600, 5, 1, 400, 2});
  for (const Input& input : simplest_inputs(problem(p), e, budget).inputs)
    left.push_back(input.value);
  EXPECT_EQ(left, (std::vector<Integer>{600, 400}));
  Execution none = execution({0, 3, 0, -1, 600, 400});
  EXPECT_EQ(simplest_inputs(problem(p), none, budget).inputs.size(), 6U)
      << "no violation: unchanged";
}

TEST(Replay, AnotherViolationIsNotASimplerOne) {
  ir::Program p = program(R"(proc main() {
  local x: i32;
  start -> one:  havoc x;
  one -> bad:    assume x > 1000;
  one -> worse:  assume x <= 1000;
  location bad target call reach_error;
  location worse target call reach_error;
})");
  Budget budget;
  Execution e{{{5000}}, UINT64_MAX};
  EXPECT_EQ(simplest_inputs(problem(p), e, budget).inputs[0].value, 1001);
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
