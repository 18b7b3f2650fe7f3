// SPDX-License-Identifier: Apache-2.0
// Control flow, endings, events, inputs and the tracer.
#include <algorithm>

#include "interpreter_support.h"

namespace kleene::ir {
namespace {

TEST(Interpreter, CountsStepsAndReturnsTheFirstResult) {
  RunResult r = run_text(R"(
    proc main() returns (s: i32, other: i32) {
      local i: i32;
      a -> b: i := 0, s := 0;
      b -> c: assume i < 10;
      b -> exit: assume !(i < 10);
      c -> d: s := s + i;
      d -> b: i := i + 1;
    })");
  EXPECT_EQ(r.ending, Ending::Returned);
  EXPECT_EQ(r.status, 45);
  EXPECT_EQ(r.steps, 1U + 10 * 3 + 1);
  EXPECT_FALSE(r.overflow);
  EXPECT_FALSE(r.indeterminate);
  ASSERT_EQ(r.stack.size(), 1U);
}

constexpr const char* counting = R"(
  proc main() {
    local i: i32;
    a -> b: i := 0;
    b -> b: i := i + 1;
  })";

TEST(Interpreter, StepLimitIsExact) {
  for (std::uint64_t limit : {0U, 1U, 2U, 17U, 99'999U, 100'000U, 100'001U, 250'000U}) {
    RunResult r = run_text(counting, {}, {.max_steps = limit});
    EXPECT_EQ(r.ending, Ending::StepLimit);
    EXPECT_EQ(r.steps, limit);
  }
}

TEST(Interpreter, AnEndThatNeedsNoStepIsNoStepLimit) {
  constexpr const char* text = R"(
    proc main() { a -> b; b -> exit: call f(); }
    proc f() { a -> b; b -> exit; })";
  EXPECT_EQ(run_text(text, {}, {.max_steps = 3}).ending, Ending::StepLimit);
  RunResult r = run_text(text, {}, {.max_steps = 4});
  EXPECT_EQ(r.ending, Ending::Returned);
  EXPECT_EQ(r.steps, 4U);
}

TEST(Interpreter, OverflowWrapsAndIsNotedOnce) {
  RunResult r = run_text(R"(
    file "a.c";
    proc main() returns (s: i32) {
      a -> b: s := 2147483647;
      b -> c: s := s + 1 @ 7:3;
      c -> exit: s := s - 1 @ 8:3;
    })");
  EXPECT_EQ(r.status, 2147483647);
  ASSERT_TRUE(r.overflow);
  EXPECT_EQ(r.overflow->range.begin.line, 7U);
  EXPECT_NE(r.overflow->text.find("2147483647 + 1"), std::string::npos);
}

TEST(Interpreter, HaltsWithItsKind) {
  RunResult r =
      run_text("proc main() { a -> b: call f(); b -> exit; } proc f() { a -> b: exit 7:i32; }");
  EXPECT_EQ(r.ending, Ending::Exited);
  EXPECT_EQ(r.status, 7);
  EXPECT_EQ(r.steps, 2U);
  EXPECT_EQ(r.stack.size(), 2U);
  EXPECT_EQ(run_text("proc main() { a -> b: abort; }").ending, Ending::Aborted);
  EXPECT_EQ(run_text("proc main() { a -> b: fail; }").ending, Ending::AssertionFailed);
}

TEST(Interpreter, TargetsCountOnArrivalAndOnlyIfSelected) {
  constexpr const char* text = R"(
    file "a.c";
    proc main() {
      a -> b: skip @ 1:1;
      b -> c: skip @ 2:1;
      c -> d: skip @ 3:1;
      d -> exit: skip @ 4:1;
      location b target call reach_error;
      location c target assertion;
      location d label other, ERROR;
    })";
  RunOptions calls{.targets = {.functions = {"reach_error"}}};
  RunResult r = run_text(text, {}, calls);
  EXPECT_EQ(r.ending, Ending::TargetReached);
  ASSERT_TRUE(r.target);
  EXPECT_EQ(r.target->function, "reach_error");
  EXPECT_EQ(r.steps, 1U);
  EXPECT_EQ(r.range.begin.line, 2U);
  RunResult assertion = run_text(text, {}, {.targets = {.assertions = true}});
  EXPECT_EQ(assertion.steps, 2U);
  EXPECT_EQ(assertion.target->kind, TargetKind::Assertion);
  RunResult label = run_text(text, {}, {.targets = {.labels = {"ERROR"}}});
  EXPECT_EQ(label.label, "ERROR");
  EXPECT_FALSE(label.target);
  EXPECT_EQ(label.steps, 3U);
  EXPECT_EQ(run_text(text).ending, Ending::Returned);
  EXPECT_EQ(run_text(text, {}, {.targets = {.functions = {"f"}}}).ending, Ending::Returned);
}

TEST(Interpreter, TheEntryLocationMayBeATarget) {
  RunResult r = run_text("proc main() { a -> exit; location a label ERROR; }",
                         {},
                         {.max_steps = 0, .targets = {.labels = {"ERROR"}}});
  EXPECT_EQ(r.ending, Ending::TargetReached);
  EXPECT_EQ(r.steps, 0U);
}

TEST(Interpreter, UndefinedBehaviourEndsTheRunAndSaysWhich) {
  const std::vector<std::pair<std::string, AssumeKind>> kinds{
      {"division_by_zero", AssumeKind::DivisionByZero},
      {"invalid_dereference", AssumeKind::InvalidDereference},
      {"invalid_free", AssumeKind::InvalidFree},
      {"array_bound", AssumeKind::ArrayBound},
      {"read_only", AssumeKind::ReadOnly},
      {"shift_range", AssumeKind::ShiftRange},
      {"invalid_call", AssumeKind::InvalidCall},
      {"unreachable", AssumeKind::Unreachable},
      {"unsequenced", AssumeKind::Unsequenced}};
  for (const auto& [name, kind] : kinds) {
    std::string text = "file \"a.c\"; global x: i32 = 3; proc main() { a -> b; b -> exit: assume["
                       + name + "] x == 4 @ 9:1; }";
    RunResult r = run_text(text);
    EXPECT_EQ(r.ending, Ending::UndefinedBehaviour);
    EXPECT_EQ(r.undefined, kind);
    EXPECT_EQ(r.steps, 1U);
    EXPECT_EQ(r.range.begin.line, 9U);
  }
}

TEST(Interpreter, UnguardedOperationsAreUndefinedToo) {
  auto with = [](const std::string& term) {
    return run_text("global x: i32 = 0; proc main() returns (r: i32) { a -> exit: r := " + term
                    + "; }");
  };
  for (const char* term : {"5 / x", "5 % x"})
    EXPECT_EQ(with(term).undefined, AssumeKind::DivisionByZero) << term;
  for (const char* term : {"1 << (x - 1)", "1 << (x + 32)", "1 >> (x - 1)", "1 >> (x + 32)"})
    EXPECT_EQ(with(term).undefined, AssumeKind::ShiftRange) << term;
  EXPECT_EQ(with("1 << (x + 30)").status, 1 << 30);
}

TEST(Interpreter, BlocksWhereNoEdgeCanBeTaken) {
  RunResult assumption =
      run_text("global x: i32 = 3; proc main() { a -> b; b -> exit: assume[assumption] x == 4; }");
  EXPECT_EQ(assumption.ending, Ending::Blocked);
  EXPECT_EQ(assumption.steps, 1U);
  RunResult dead_end = run_text("proc main() { a -> b; location b; }");
  EXPECT_EQ(dead_end.ending, Ending::Blocked);
  EXPECT_EQ(dead_end.steps, 1U);
  RunResult guards = run_text(R"(global x: i32 = 3;
    proc main() { a -> exit: assume x == 1; a -> exit: assume x == 2; })");
  EXPECT_EQ(guards.ending, Ending::Blocked);
  EXPECT_EQ(guards.steps, 0U);
}

/// Remembers what it was asked, and answers from a list.
class Recorder : public InputSource {
public:
  explicit Recorder(std::vector<Integer> values) : list_(std::move(values)) {}
  std::optional<Integer> next(const InputRequest& request) override {
    requests.push_back({request.kind, request.type, request.choices, ""});
    origins.emplace_back(request.origin);
    return list_.next(request);
  }
  std::vector<InputRequest> requests;
  std::vector<std::string> origins;

private:
  InputList list_;
};

TEST(Interpreter, AsksForInputsInOrder) {
  Program p = program_of(R"(
    global g: u8 = ?;
    global h: i32 = 5;
    global k: bool = ?;
    proc main() returns (r: i32) {
      local x: i8;
      local y: i64;
      a -> b: havoc x, y from "nondet";
      b -> exit: r := cast[i32](g) + cast[i32](x) + h + cast[i32](y) + ite(k, 1000, 0);
    })");
  Recorder inputs({300, 7, 200, 3});
  RunResult r = Interpreter(p).run(inputs, {});
  // 300 wraps to 44, 7 is true, 200 wraps to -56.
  EXPECT_EQ(r.status, 44 + 5 + 3 - 56 + 1000);
  ASSERT_EQ(inputs.requests.size(), 4U);
  EXPECT_EQ(inputs.requests[0].type, Type::machine(8, false));
  EXPECT_TRUE(inputs.requests[1].type.is_bool());
  EXPECT_EQ(inputs.requests[2].type, Type::machine(8, true));
  EXPECT_EQ(inputs.origins, (std::vector<std::string>{"g", "k", "nondet", "nondet"}));
  for (std::size_t count = 0; count < 4; ++count) {
    RunResult short_of = run_program(p, std::vector<Integer>(count, 1));
    EXPECT_EQ(short_of.ending, Ending::InputsExhausted);
    EXPECT_EQ(short_of.steps, 0U);
  }
}

constexpr const char* choices = R"(
  global x: i32 = ?;
  proc main() returns (r: i32) {
    a -> b: assume x < 10;
    a -> c: assume x > 5;
    a -> d: r := 3;
    a -> e: assume[division_by_zero] x != 0;
    a -> f: assume[assumption] x == 7;
    b -> exit: r := 1;
    c -> exit: r := 2;
    d -> exit;
    e -> exit: r := 4;
    f -> exit: r := 5;
  })";

TEST(Interpreter, CandidatesAreThoseThatHoldAndAllThatAreNoGuards) {
  Program p = program_of(choices);
  auto taken = [&](Integer x, std::size_t candidates) {
    std::vector<Integer> results;
    for (std::size_t i = 0; i < candidates; ++i) {
      Recorder inputs({x, Integer(i)});
      RunResult r = Interpreter(p).run(inputs, {});
      EXPECT_EQ(inputs.requests.at(1).kind, InputKind::Edge);
      EXPECT_EQ(inputs.requests.at(1).choices, candidates);
      results.push_back(r.ending == Ending::UndefinedBehaviour ? -1 : r.status);
    }
    return results;
  };
  EXPECT_EQ(taken(0, 3), (std::vector<Integer>{1, 3, -1}));
  EXPECT_EQ(taken(6, 4), (std::vector<Integer>{1, 2, 3, 4}));
  EXPECT_EQ(taken(7, 5), (std::vector<Integer>{1, 2, 3, 4, 5}));
  EXPECT_EQ(taken(20, 3), (std::vector<Integer>{2, 3, 4}));
}

TEST(Interpreter, OneCandidateAsksNobody) {
  constexpr const char* text = R"(
    global x: i32 = ?;
    proc main() returns (r: i32) {
      a -> b: assume x < 3;
      a -> c: assume x == 3;
      a -> d: assume 3 < x;
      b -> exit: r := 1;
      c -> exit: r := 2;
      d -> exit: r := 3;
    })";
  EXPECT_EQ(run_text(text, {2}).status, 1);
  EXPECT_EQ(run_text(text, {3}).status, 2);
  EXPECT_EQ(run_text(text, {4}).status, 3);
  EXPECT_EQ(run_text(text, {4}).steps, 2U);
}

/// A switch over x with the given guards, arm i giving the result i.
Program switch_over(const std::string& type, const std::vector<std::string>& guards) {
  std::string text = "global x: " + type + " = ?; proc main() returns (r: i32) {";
  for (std::size_t i = 0; i < guards.size(); ++i) {
    std::string arm = "arm" + std::to_string(i);
    text += "a -> " + arm + ": assume " + guards[i] + ";";
    text += arm + " -> exit: r := " + std::to_string(i) + ";";
  }
  return program_of(text + "}");
}

TEST(Interpreter, SwitchesTakeTheArmThatHolds) {
  Program i32 = switch_over("i32", {"x == 5", "x == -7", "x == 0", "x != 5 && x != -7 && x != 0"});
  Program u64 = switch_over("u64",
                            {"x == 0xFFFFFFFFFFFFFFFF",
                             "0x8000000000000000 == x",
                             "x != 0xFFFFFFFFFFFFFFFF && x != 0x8000000000000000",
                             "false"});
  for (const RunOptions& options : {RunOptions{}, math()}) {
    auto arm = [&](const Program& p, Integer x) {
      RunResult r = run_program(p, {x}, options);
      EXPECT_EQ(r.steps, 2U);
      return r.status;
    };
    EXPECT_EQ(arm(i32, 5), 0);
    EXPECT_EQ(arm(i32, -7), 1);
    EXPECT_EQ(arm(i32, 0), 2);
    for (Integer x : {1, 6, -8, 100})
      EXPECT_EQ(arm(i32, x), 3);
    EXPECT_EQ(arm(u64, max_value(Type::machine(64, false))), 0);
    EXPECT_EQ(arm(u64, Integer(1) << 63), 1);
    EXPECT_EQ(arm(u64, 0), 2);
  }
}

TEST(Interpreter, WhatOnlyLooksLikeASwitchIsAChoice) {
  Program twice = switch_over("i32", {"x == 1", "x == 1", "x == 2"});
  EXPECT_EQ(run_program(twice, {1, 0}).status, 0);
  EXPECT_EQ(run_program(twice, {1, 1}).status, 1);
  EXPECT_EQ(run_program(twice, {2}).status, 2);
  EXPECT_EQ(run_program(twice, {3}).ending, Ending::Blocked);
  Program wider = switch_over("i32", {"x == 1", "x == 2", "x != 1"});
  EXPECT_EQ(run_program(wider, {2, 0}).status, 1);
  EXPECT_EQ(run_program(wider, {2, 1}).status, 2);
  EXPECT_EQ(run_program(wider, {3}).status, 2);
  Program open = switch_over("i32", {"x == 1", "x == 2", "x == 3"});
  EXPECT_EQ(run_program(open, {3}).status, 2);
  RunResult none = run_program(open, {4});
  EXPECT_EQ(none.ending, Ending::Blocked);
  EXPECT_EQ(none.steps, 0U);
}

TEST(Interpreter, ShortcutsInConditionsCannotBeNoticed) {
  // The overflow in the second operand happens although the first one decides.
  Program p = program_of(R"(global x: i32 = ?;
    proc main() returns (r: i32) {
      a -> b: assume x < 0 && x - 1 < 0;
      a -> c: assume !(x < 0 && x - 1 < 0);
      b -> exit: r := 1;
      c -> exit: r := 2; })");
  EXPECT_EQ(run_program(p, {INT32_MIN}).status, 2);
  EXPECT_TRUE(run_program(p, {INT32_MIN}).overflow);
  Program q = program_of(R"(global x: i32 = ?;
    proc main() returns (r: i32) {
      a -> exit: assume x < 5 && x + 1 < 0;
      a -> exit: assume !(x < 5 && x + 1 < 0); })");
  EXPECT_TRUE(run_program(q, {INT32_MAX}).overflow);
  Program read = program_of(R"(global c: bool = ?;
    proc main() { local y: i32;
      a -> exit: assume c && y < 0;
      a -> exit: assume !(c && y < 0); })");
  EXPECT_TRUE(run_program(read, {0}).indeterminate);
}

TEST(Interpreter, NestedConditions) {
  Program p = program_of(R"(global a: u8 = ?; global b: u8 = ?; global c: u8 = ?;
    proc main() returns (r: bool) {
      s -> t: assume (a < b || b + c == 7) && (b + c != 7 || a + c == 9) && !(c == a && b == c);
      s -> f: assume !((a < b || b + c == 7) && (b + c != 7 || a + c == 9) && !(c == a && b == c));
      t -> exit: r := true;
      f -> exit: r := false; })");
  Interpreter interpreter(p);
  for (int a = 0; a < 9; ++a)
    for (int b = 0; b < 9; ++b)
      for (int c = 0; c < 9; ++c) {
        bool expected = (a < b || b + c == 7) && (b + c != 7 || a + c == 9) && !(c == a && b == c);
        InputList inputs({a, b, c});
        ASSERT_EQ(interpreter.run(inputs, {}).status, expected ? 1 : 0) << a << b << c;
      }
}

TEST(Interpreter, ReadsOfIndeterminateVariablesAreNoted) {
  auto indeterminate = [](const std::string& body, std::vector<Integer> inputs = {}) {
    return run_text("global c: bool = ?; global h: i32 = 1; proc main() returns (r: i32) { local "
                    "x, y: i32; "
                        + body + " } proc lost() returns (v: i32) { a -> exit; }"
                        + " proc maybe() returns (v: i32) { a -> b: assume c; a -> exit: assume "
                          "!c; b -> exit: v := 5; }",
                    std::move(inputs))
        .indeterminate.has_value();
  };
  EXPECT_TRUE(indeterminate("a -> b: y := x; b -> exit: r := 0;", {1}));
  EXPECT_FALSE(indeterminate("a -> b: x := 1; b -> exit: r := x;", {1}));
  EXPECT_FALSE(indeterminate("a -> b: havoc x; b -> exit: r := x;", {1, 1}));
  EXPECT_TRUE(indeterminate("a -> b: x := 1; b -> c: havoc unknown x; c -> exit: r := x;", {1}));
  const char* branches = "a -> b: assume c; a -> d: assume !c; b -> d: x := 1; d -> exit: r := x;";
  EXPECT_FALSE(indeterminate(branches, {1}));
  EXPECT_TRUE(indeterminate(branches, {0}));
  EXPECT_TRUE(indeterminate("a -> b: call x := lost(); b -> exit: r := x;", {1}));
  EXPECT_FALSE(indeterminate("a -> b: call x := lost(); b -> exit: r := 0;", {1}));
  EXPECT_FALSE(indeterminate("a -> b: call lost(); b -> exit: r := 0;", {1}));
  EXPECT_FALSE(indeterminate("a -> b: call x := maybe(); b -> exit: r := x;", {1}));
  EXPECT_TRUE(indeterminate("a -> b: call x := maybe(); b -> exit: r := x;", {0}));
  EXPECT_TRUE(indeterminate("a -> b: havoc unknown h; b -> exit: r := h;", {0}));
  EXPECT_FALSE(indeterminate("a -> b: havoc unknown h; b -> d: h := 2; d -> exit: r := h;", {0}));
  EXPECT_TRUE(indeterminate("a -> exit;", {0})) << "the exit status is read";
  EXPECT_TRUE(
      indeterminate("a -> b: assume x < 1; a -> b: assume !(x < 1); b -> exit: r := 0;", {0}));
}

TEST(Interpreter, IndeterminateValuesAreZeroInEveryActivation) {
  RunResult r = run_text(R"(
    proc main() returns (r: i32) {
      local x: i32;
      a -> b: call x := dirty(77);
      b -> exit: call r := clean();
    }
    proc dirty(n: i32) returns (v: i32) { local a, b, c: i32;
      a -> b: a := n, b := n, c := n; b -> exit: v := a + b + c; }
    proc clean() returns (v: i32) { local a, b, c: i32; a -> exit: v := a + b + c; })");
  EXPECT_EQ(r.status, 0);
  EXPECT_TRUE(r.indeterminate);
}

TEST(Interpreter, UnknownWritesToMemoryAreNoted) {
  RunResult r = run_text(R"(global m: memory; global x: i32 = 0;
    proc main() { a -> b; b -> exit: havoc unknown m, x from "mystery"; })");
  ASSERT_TRUE(r.assumed);
  EXPECT_NE(r.assumed->text.find("mystery"), std::string::npos);
  EXPECT_FALSE(r.indeterminate);
}

TEST(Interpreter, ParallelAssignmentReadsTheStateBefore) {
  RunResult r = run_text(R"(
    proc main() returns (r: i32) {
      local x, y, z: i32;
      a -> b: x := 1, y := 20, z := 300;
      b -> c: x := y, y := z, z := x;
      c -> d: x := y, y := x + z;
      d -> exit: r := x * 10000 + y * 10 + z;
    })");
  // After the rotation x = 20, y = 300, z = 1; then x = 300, y = 21.
  EXPECT_EQ(r.status, 3000000 + 210 + 1);
}

TEST(Interpreter, AckermannAndMcCarthy) {
  Program ackermann = program_of(R"(
    proc main() returns (r: i32) { local m, n: i32;
      a -> b: havoc m, n; b -> exit: call r := ack(m, n); }
    proc ack(m: i32, n: i32) returns (r: i32) {
      local t: i32;
      a -> b: assume m == 0;
      a -> c: assume m != 0;
      b -> exit: r := n + 1;
      c -> d: assume n == 0;
      c -> e: assume n != 0;
      d -> exit: call r := ack(m - 1, 1);
      e -> f: call t := ack(m, n - 1);
      f -> exit: call r := ack(m - 1, t);
    })");
  for (int n = 0; n < 6; ++n) {
    EXPECT_EQ(run_program(ackermann, {1, n}).status, n + 2);
    EXPECT_EQ(run_program(ackermann, {2, n}).status, 2 * n + 3);
    EXPECT_EQ(run_program(ackermann, {3, n}).status, (1 << (n + 3)) - 3);
  }
  Program mccarthy = program_of(R"(
    proc main() returns (r: i32) { local n: i32;
      a -> b: havoc n; b -> exit: call r := f(n); }
    proc f(n: i32) returns (r: i32) {
      go -> big: assume n > 100;
      go -> small: assume n <= 100;
      big -> exit: r := n - 10;
      small -> again: call r := f(n + 11);
      again -> exit: call r := f(r);
    })");
  for (int n = -50; n <= 120; ++n)
    EXPECT_EQ(run_program(mccarthy, {n}).status, n > 100 ? n - 10 : 91) << n;
}

constexpr const char* deep = R"(
  proc main() returns (r: i32) { local n: i32;
    a -> b: havoc n; b -> exit: call r := down(n); }
  proc down(n: i32) returns (r: i32) {
    a -> b: assume n == 0;
    a -> c: assume n != 0;
    b -> exit: r := 0;
    c -> d: call r := down(n - 1);
    d -> exit: r := r + 1;
  })";

TEST(Interpreter, AMillionActivations) {
  // main and down(999998) … down(0)
  RunResult r = run_text(deep, {999'998});
  EXPECT_EQ(r.ending, Ending::Returned);
  EXPECT_EQ(r.status, 999'998);
  RunResult over = run_text(deep, {999'999});
  EXPECT_EQ(over.ending, Ending::StackOverflow);
  EXPECT_EQ(over.stack.size(), 1'000'000U);
}

TEST(Interpreter, FramesCountAsMemory) {
  EXPECT_EQ(run_text(deep, {999'998}, {.max_memory = 1 << 20}).ending, Ending::MemoryLimit);
  EXPECT_EQ(run_text(deep, {3}, {.max_memory = 1 << 20}).ending, Ending::Returned);
}

TEST(Interpreter, RunsAreEqualAndIndependent) {
  Program p = program_of(choices);
  Interpreter interpreter(p);
  for (int round = 0; round < 3; ++round)
    for (Integer x : {0, 6, 7, 20})
      for (Integer edge = 0; edge < 3; ++edge) {
        InputList first({x, edge});
        InputList second({x, edge});
        RunResult a = interpreter.run(first, {});
        RunResult b = Interpreter(p).run(second, {});
        EXPECT_EQ(a.ending, b.ending);
        EXPECT_EQ(a.status, b.status);
        EXPECT_EQ(a.steps, b.steps);
      }
}

TEST(Interpreter, ABudgetEndsTheRunAndLeavesTheInterpreterUsable) {
  Program p = program_of(deep);
  Interpreter interpreter(p);
  Budget none(std::chrono::duration<double>(0), std::nullopt);
  InputList inputs({1'000'000});
  EXPECT_THROW(interpreter.run(inputs, {.budget = &none}), ResourceOut);
  InputList again({10});
  EXPECT_EQ(interpreter.run(again, {}).status, 10);
}

class Steps : public Tracer {
public:
  void step(const Step& s) override { steps.push_back(s); }
  std::vector<Step> steps;
};

TEST(Interpreter, TheTracerSeesEveryEdgeAndItsValues) {
  Program p = program_of(deep);
  Steps tracer;
  RunResult r = run_program(p, {1}, {}, &tracer);
  EXPECT_EQ(r.status, 1);
  std::size_t returns = 0;
  for (const Tracer::Step& s : tracer.steps)
    returns += s.returned ? 1 : 0;
  EXPECT_EQ(returns, 2U);
  EXPECT_EQ(tracer.steps.size() - returns, r.steps);
  EXPECT_EQ(r.steps, run_program(p, {1}).steps);
  ASSERT_EQ(tracer.steps[0].written.size(), 1U);
  EXPECT_EQ(tracer.steps[0].written[0].second, 1);
  EXPECT_EQ(tracer.steps[0].depth, 1U);
  // The call begins with the parameter n = 1, and ends with the result 1.
  EXPECT_EQ(tracer.steps[1].written[0].first, p.procedures[1].parameters[0]);
  EXPECT_EQ(tracer.steps[1].written[0].second, 1);
  EXPECT_EQ(tracer.steps[2].depth, 2U);
  EXPECT_TRUE(tracer.steps.back().returned);
  EXPECT_EQ(tracer.steps.back().written[0].second, 1);
}

TEST(Interpreter, TracedRunsTakeTheSameSteps) {
  const std::vector<std::pair<const char*, std::vector<Integer>>> runs{
      {choices, {7, 0}}, {choices, {7, 2}}, {choices, {7, 3}}, {choices, {7, 4}}, {deep, {5}}};
  for (const auto& [text, inputs] : runs) {
    Program p = program_of(text);
    Steps tracer;
    RunResult traced = run_program(p, inputs, {}, &tracer);
    RunResult plain = run_program(p, inputs);
    EXPECT_EQ(traced.steps, plain.steps);
    EXPECT_EQ(traced.status, plain.status);
    auto returns = std::ranges::count_if(tracer.steps, &Tracer::Step::returned);
    EXPECT_EQ(tracer.steps.size(), plain.steps + static_cast<std::size_t>(returns));
  }
  Steps tracer;
  run_program(program_of("proc main() { a -> b; b -> c: exit 3:i32; }"), {}, {}, &tracer);
  EXPECT_EQ(tracer.steps.size(), 2U);
}

TEST(Interpreter, ParametersOfTheEntryProcedureAreInputs) {
  RunResult r = run_text(R"(global g: i32 = ?;
    proc main(x: i32, b: bool) returns (r: i32) { a -> exit: r := ite(b, g - x, 0); })",
                         {50, 8, 1});
  EXPECT_EQ(r.status, 42);
  EXPECT_FALSE(r.indeterminate);
}

TEST(Interpreter, MathIntegersDoNotWrap) {
  constexpr const char* text = R"(
    proc main() returns (r: i32) {
      local u: u32;
      a -> b: r := 2147483647, u := 4294967295;
      b -> c: r := r + 1;
      c -> d: u := u + 1;
      d -> exit: r := r + cast[i32](u);
    })";
  EXPECT_EQ(run_text(text).status, -2147483648LL);
  RunResult r = run_text(text, {}, math());
  EXPECT_EQ(r.status, 2147483648LL);
  EXPECT_FALSE(r.overflow);
}

TEST(Interpreter, MathIntegersHaveAnySize) {
  constexpr const char* factorial = R"(
    proc main(n: int) returns (r: int) {
      a -> b: r := 1;
      b -> c: assume n > 0;
      c -> b: r := r * n, n := n - 1;
      b -> exit: assume n <= 0;
    })";
  Integer expected = *parse_integer("815915283247897734345611269596115894272000000000");
  EXPECT_EQ(run_text(factorial, {40}).status, expected);
  constexpr const char* operators = R"(
    proc main(x: int, y: int) returns (r: int) {
      a -> exit: r := x / y * y + x % y - (x << 100 >> 100) + (x & y) + (x | y) - x - y;
    })";
  for (const Integer& x : {expected, -expected})
    for (const Integer& y : {expected / 7, Integer(-12)})
      EXPECT_EQ(run_text(operators, {x, y}).status, 0);
}

TEST(Interpreter, MathIntegersEndWhereTheyHaveTooManyDigits) {
  constexpr const char* text = R"(
    global n: int = 2;
    proc main() returns (r: int) {
      a -> b: n := n * n;
      b -> a: assume n > 0;
      b -> exit: assume n <= 0;
    })";
  for (const RunOptions& options : {RunOptions{}, math()}) {
    RunResult r = run_text(text, {}, options);
    EXPECT_EQ(r.ending, Ending::OutOfRange);
    EXPECT_EQ(r.steps, 2U * 21); // the next would be 2^(2^22)
  }
}

} // namespace
} // namespace kleene::ir
