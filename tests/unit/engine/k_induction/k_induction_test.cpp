// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/k_induction/k_induction.h"
#include "kleene/ir/text.h"

#include <gtest/gtest.h>

namespace kleene::engine::k_induction {
namespace {

/// The k of the proof, which the judge must accept; 0 if the engine proves nothing.
std::size_t needed(const std::string& text,
                   evidence::Property property = evidence::Property::UnreachCall,
                   IntegerModel integers = IntegerModel::Machine) {
  Result<ir::Program> parsed = ir::parse(text, "test.ir");
  EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : render(parsed.error()));
  Budget budget;
  evidence::Problem problem{parsed.value(), property, {{"reach_error"}, false, {}}, integers};
  Answer candidate = solve(problem, budget, silent_observer());
  const auto* proved = std::get_if<evidence::InductiveProof>(&candidate);
  if (proved == nullptr) return 0;
  smt::Cvc5 solver;
  evidence::Judgement judgement = evidence::judge(problem, *proved, solver, budget);
  EXPECT_TRUE(judgement.accepted()) << judgement.objection;
  return proved->k;
}

/// A register of so many variables through which values move, one place per round; bits 1 and 2 are zero
/// in all that come in. That the one that goes out has them zero follows from what happened that many
/// rounds before, and from nothing about a single round that ranges could say.
std::string shift(unsigned size, const std::string& last = "0", const std::string& mask = "6") {
  std::string all;
  std::string start;
  std::string moved;
  for (unsigned i = 0; i < size; ++i) {
    std::string comma = i == 0 ? "" : ", ";
    std::string name = "v" + std::to_string(i);
    all += comma + name;
    start += comma + name + " := " + (i + 1 == size ? last : "0");
    moved += comma + name + " := " + (i + 1 == size ? "x" : "v" + std::to_string(i + 1));
  }
  return "proc main() {\n  local " + all + ", x: u32;\n  start -> loop: " + start
         + ";\n  loop -> asked: havoc x from \"__VERIFIER_nondet_uint\";\n  asked -> in: assume (x "
           "& "
         + mask + ") == 0;\n  in -> out: " + moved
         + ";\n  out -> bad: assume (v0 & 6) != 0;\n  out -> loop: assume (v0 & 6) == 0;\n"
         + "  location bad target call reach_error;\n}";
}

TEST(KInduction, NeedsAsManyRoundsAsAValueIsUnderWay) {
  EXPECT_EQ(needed(shift(1)), 1U);
  EXPECT_EQ(needed(shift(2)), 2U);
  EXPECT_EQ(needed(shift(3)), 3U);
}

/// There is a violation, but what holds at the loop can be of use to others.
TEST(KInduction, WhatHoldsAllTheSameIsHandedOn) {
  ir::Program program = ir::parse(R"(proc main() {
  local i, j: i32;
  start -> loop: i := 0, j := 0;
  loop -> body:  assume i < 10;
  loop -> out:   assume !(i < 10);
  body -> loop:  i := i + 1, j := j + 1;
  out -> bad:    assume j == 10;
  out -> exit:   assume j != 10;
  location bad target call reach_error;
})",
                                  "test.ir")
                            .value();
  Budget budget;
  evidence::Problem problem{program, evidence::Property::UnreachCall, {{"reach_error"}, false, {}}};
  Answer candidate = solve(problem, budget, silent_observer());
  ASSERT_TRUE(std::holds_alternative<Unknown>(candidate));
  auto believed = std::get<Unknown>(candidate).believed;
  ASSERT_TRUE(believed);
  Term head = believed->procedures.at(0).invariants.at(program.procedures[0].edges[0].to.index());
  ASSERT_FALSE(head.null());
  EXPECT_FALSE(variables_of(head).empty());
  evidence::Problem harmless = problem;
  harmless.targets.functions = {"nothing"};
  smt::Cvc5 solver;
  EXPECT_EQ(evidence::judge(harmless, *believed, solver, budget).objection, "");
}

TEST(KInduction, AViolationIsNotProved) {
  EXPECT_EQ(needed(shift(2, "4")), 0U) << "in the second round";
  EXPECT_EQ(needed(shift(3, "2")), 0U) << "in the third round";
  EXPECT_EQ(needed(shift(2, "0", "2")), 0U) << "bit 2 comes in";
}

/// i counts to n, and j with it, by steps of 3.
std::string counters(const std::string& bad) {
  return R"(proc main() {
  local i, j, n: i32;
  start -> asked: havoc n from "__VERIFIER_nondet_int";
  asked -> begin: assume n > 0 && n < 1000;
  begin -> loop:  i := 0, j := 0;
  loop -> body:   assume i < n;
  body -> loop:   i := i + 1, j := j + 3;
  loop -> done:   assume i >= n;
  done -> bad:    assume )"
         + bad + R"(;
  done -> exit:   assume !()"
         + bad + R"();
  location bad target call reach_error;
})";
}

TEST(KInduction, RelationsBetweenVariablesAreFound) {
  EXPECT_EQ(needed(counters("j != 3 * n")), 1U);
  EXPECT_EQ(needed(counters("j == 3 * n")), 0U);
  EXPECT_EQ(needed(counters("j < n")), 1U);
}

TEST(KInduction, NoOverflowNeedsTheRelation) {
  EXPECT_EQ(needed(counters("false"), evidence::Property::NoOverflow), 1U);
}

/// `check` reaches the target unless its parameter is 1; `twice` doubles in a helper.
std::string with_calls(const std::string& condition) {
  return R"(proc check(ok: i32) {
  start -> bad:   assume ok != 1;
  start -> exit:  assume ok == 1;
  location bad target call reach_error;
}
proc twice(x: u32) returns (r: u32) {
  start -> exit:  r := x + x;
}
proc main() {
  local s, t: u32;
  local ok: i32;
  start -> loop:   s := 0;
  loop -> called:  call t := twice(s);
  called -> judge: ok := ite()"
         + condition + R"(, 1, 0);
  judge -> next:   call check(ok);
  next -> loop:    s := t;
})";
}

TEST(KInduction, ProceduresWithoutLoopsAreFollowed) {
  EXPECT_GE(needed(with_calls("t % 2 == 0")), 1U);
  EXPECT_GE(needed(with_calls("t == 2 * s")), 1U);
  EXPECT_EQ(needed(with_calls("t == s + 1")), 0U);
}

TEST(KInduction, RecursionIsSteppedOverByWhatItEnsures) {
  auto program = [](const std::string& bad) {
    return R"(proc id(n: i32) returns (r: i32) {
  local t: i32;
  start -> zero: assume n <= 0;
  start -> more: assume n > 0;
  zero -> exit:  r := n;
  more -> back:  call t := id(n - 1);
  back -> exit:  r := t + 1;
}
proc main() {
  local a, b: i32;
  start -> in:   havoc a from "__VERIFIER_nondet_int";
  in -> out:     call b := id(a);
  out -> bad:    assume )"
           + bad + R"(;
  out -> exit:   assume !()"
           + bad + R"();
  location bad target call reach_error;
})";
  };
  EXPECT_EQ(needed(program("a != b")), 1U);
  EXPECT_EQ(needed(program("a == b")), 0U);
}

/// The greatest common divisor by subtraction, of two numbers from 1 to 20.
std::string gcd(const std::string& bad) {
  return R"(proc main() {
  local x, y, r: i32;
  start -> next:  havoc x from "__VERIFIER_nondet_int";
  next -> asked:  havoc y from "__VERIFIER_nondet_int";
  asked -> call:  assume x >= 1 && x <= 20 && y >= 1 && y <= 20;
  call -> done:   call r := gcd(x, y);
  done -> bad:    assume )"
         + bad + R"(;
  done -> exit:   assume !()"
         + bad + R"();
  location bad target call reach_error;
}
proc gcd(a, b: i32) returns (r: i32) {
  start -> same:  assume a == b;
  same -> exit:   r := a;
  start -> more:  assume a > b;
  more -> exit:   call r := gcd(a - b, b);
  start -> less:  assume a < b;
  less -> exit:   call r := gcd(a, b - a);
})";
}

TEST(KInduction, RecursiveProceduresHaveContracts) {
  EXPECT_EQ(needed(gcd("r < 1 || r > x || r > y")), 1U);
  EXPECT_EQ(needed(gcd("r > 19")), 0U) << "of 20 and 20 it is 20";
  EXPECT_EQ(needed(gcd("r < 2")), 0U);
}

/// Two procedures that call each other; `even` answers yes with 1.
std::string parity(const std::string& bad) {
  return R"(proc main() {
  local n, r: i32;
  start -> asked: havoc n from "__VERIFIER_nondet_int";
  asked -> call:  assume n >= 0;
  call -> done:   call r := even(n);
  done -> bad:    assume )"
         + bad + R"(;
  done -> exit:   assume !()"
         + bad + R"();
  location bad target call reach_error;
}
proc even(n: i32) returns (r: i32) {
  start -> zero:  assume n == 0;
  zero -> exit:   r := 1;
  start -> more:  assume n != 0;
  more -> check:  assume n < 0;
  more -> call:   assume n >= 0;
  check -> bad:   skip;
  call -> exit:   call r := odd(n - 1);
  location bad target call reach_error;
}
proc odd(m: i32) returns (s: i32) {
  start -> zero:  assume m == 0;
  zero -> exit:   s := 0;
  start -> more:  assume m != 0;
  more -> exit:   call s := even(m - 1);
})";
}

TEST(KInduction, ProceduresThatCallEachOtherAreLearnedTogether) {
  EXPECT_EQ(needed(parity("r < 0 || r > 1")), 1U) << "and no argument is ever negative";
  EXPECT_EQ(needed(parity("r > 0")), 0U);
  EXPECT_EQ(needed(parity("r < 1")), 0U);
}

} // namespace
} // namespace kleene::engine::k_induction
