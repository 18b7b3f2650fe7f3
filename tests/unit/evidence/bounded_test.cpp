// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/bounded.h"

#include <gmock/gmock.h>

#include "judge_support.h"

namespace kleene::evidence {
namespace {

using namespace testing_support;
using testing::HasSubstr;

std::string objection(const ir::Program& p,
                      BoundedProof proof,
                      Property property = Property::UnreachCall,
                      IntegerModel integers = IntegerModel::Machine) {
  smt::Cvc5 solver;
  Budget budget;
  return judge(problem(p, integers, property), proof, solver, budget).objection;
}

/// Counts to an n of at most 5, in a loop within a loop.
std::string nested(const std::string& error) {
  return R"(proc main() {
  local n: i32; local x: i32; local y: i32; local sum: i32;
  start -> L1:     havoc n;
  L1 -> L2:        assume n <= 5;
  L2 -> L3:        x := 0;
  L3 -> outer:     sum := 0;
  outer -> L4:     assume x < n;
  outer -> after:  assume !(x < n);
  L4 -> inner:     y := 0;
  inner -> L5:     assume y < 3;
  inner -> L6:     assume !(y < 3);
  L5 -> L7:        sum := sum + 1;
  L7 -> inner:     y := y + 1;
  L6 -> outer:     x := x + 1;
  after -> bad:    assume )"
         + error + R"(;
  after -> exit:   skip;
  location bad target call reach_error;
})";
}

TEST(Bounded, AcceptsWhatEndsWithinTheBounds) {
  ir::Program p = program(nested("15 < sum"));
  EXPECT_EQ(objection(p, {5, 1}), "");
  EXPECT_EQ(objection(p, {5, 1}, Property::Termination), "");
  EXPECT_EQ(objection(p, {5, 1}, Property::NoOverflow), "");
  EXPECT_EQ(objection(p, {5, 1}, Property::UnreachCall, IntegerModel::Math), "");
}

TEST(Bounded, RefusesBoundsThatAreTooSmall) {
  ir::Program p = program(nested("15 < sum"));
  EXPECT_THAT(objection(p, {4, 1}), HasSubstr("a loop goes on after 4 iterations"));
  EXPECT_THAT(objection(p, {2, 1}), HasSubstr("a loop goes on"));
  EXPECT_THAT(objection(p, {0, 1}, Property::Termination), HasSubstr("a loop goes on"));
}

TEST(Bounded, RefusesATargetInTheLastRound) {
  EXPECT_THAT(objection(program(nested("sum == 15")), {5, 1}), HasSubstr("a target is reached"));
  EXPECT_THAT(objection(program(nested("sum == 12 && n == 4")), {9, 1}),
              HasSubstr("a target is reached"));
}

TEST(Bounded, RefusesEndlessLoops) {
  ir::Program p = program(R"(proc main() {
  start -> head:  skip;
  head -> head:   skip;
})");
  EXPECT_THAT(objection(p, {20, 1}), HasSubstr("a loop goes on"));
  EXPECT_THAT(objection(p, {20, 1}, Property::Termination), HasSubstr("a loop goes on"));
}

TEST(Bounded, UnfoldsLoopsWithTwoEntries) {
  ir::Program p = program(R"(proc main() {
  local x: i32;
  start -> a:   x := 0;
  start -> b:   x := 1;
  a -> b:       x := x + 2;
  b -> a:       assume x < 6;
  b -> after:   assume !(x < 6);
  after -> bad: assume x == 7;
  after -> exit: skip;
  location bad target call reach_error;
})");
  EXPECT_THAT(objection(p, {10, 1}), HasSubstr("a target is reached"));
}

constexpr const char* factorial = R"(global depth: i32 = 0;
proc main() {
  local n: i32; local r: i32;
  start -> L1:  havoc n;
  L1 -> L2:     assume 0 <= n && n <= 4;
  L2 -> L3:     call r := fac(n);
  L3 -> bad:    assume 24 < r || r < n;
  L3 -> exit:   skip;
  location bad target call reach_error;
}
proc fac(n1: i32) returns (m: i32) {
  local before: i32; local rest: i32;
  start -> L1:  depth := depth + 1;
  L1 -> L2:     assume n1 <= 0;
  L1 -> L3:     assume !(n1 <= 0);
  L2 -> exit:   m := 1;
  L3 -> L4:     before := n1;
  L4 -> L5:     call rest := fac(n1 - 1);
  L5 -> L6:     assume before == n1;
  L6 -> exit:   m := rest * before;
})";

TEST(Bounded, InlinesRecursion) {
  ir::Program p = program(factorial);
  EXPECT_EQ(objection(p, {0, 5}), "");
  EXPECT_THAT(objection(p, {0, 4}), HasSubstr("recursion is deeper than 4"));
  EXPECT_NE(objection(p, {0, 0}), "");
  std::string wrong = factorial;
  wrong.replace(wrong.find("24 < r"), 6, "r == 24");
  EXPECT_THAT(objection(program(wrong), {0, 5}), HasSubstr("a target is reached"));
}

TEST(Bounded, EveryActivationHasItsOwnLocals) {
  ir::Program p = program(R"(proc main() {
  local a: i32; local b: i32;
  start -> L1:  call a := f();
  L1 -> L2:     call b := f();
  L2 -> bad:    assume a != b;
  L2 -> exit:   skip;
  location bad target call reach_error;
}
proc f() returns (m: i32) {
  start -> exit: skip;
})");
  EXPECT_THAT(objection(p, {0, 1}), HasSubstr("a target is reached"));
}

TEST(Bounded, SeesOverflow) {
  ir::Program p = program(nested("false"));
  std::string text = nested("false");
  text.replace(text.find("sum + 1"), 7, "sum + 200000000");
  EXPECT_THAT(objection(program(text), {5, 1}, Property::NoOverflow), HasSubstr("overflow"));
  EXPECT_EQ(objection(program(text), {5, 1}), "");
}

TEST(Bounded, ComputesWhatIsKnown) {
  ir::Program p = program(R"(global mem: memory cell i32; first_free 0x20000;
object a at 0x10000 size 4000 in mem;
proc main() {
  local x: i32; local sum: i32;
  start -> L1:     x := 0;
  L1 -> head:      sum := 0;
  head -> body:    assume x < 1000;
  head -> after:   assume !(x < 1000);
  body -> L2:      mem := store(mem, ptradd(&a, cast[u64](x) * 4), x);
  L2 -> L3:        sum := sum + load[i32](mem, ptradd(&a, cast[u64](x) * 4));
  L3 -> head:      x := x + 1;
  after -> bad:    assume sum != 499500;
  after -> exit:   assume sum == 499500;
  location bad target call reach_error;
})");
  smt::Cvc5 solver;
  Budget budget;
  Judgement judgement = judge(problem(p), BoundedProof{1000, 1}, solver, budget);
  EXPECT_EQ(judgement.objection, "");
  EXPECT_EQ(judgement.questions, 0U) << "nothing is left to ask";
  EXPECT_NE(objection(p, {999, 1}), "");
}

} // namespace
} // namespace kleene::evidence
