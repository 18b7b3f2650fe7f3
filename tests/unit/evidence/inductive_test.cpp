// SPDX-License-Identifier: Apache-2.0
// Each rule of the judge has a proof that only this rule refuses.
#include <gmock/gmock.h>

#include "judge_support.h"

namespace kleene::evidence {
namespace {

using namespace testing_support;
using testing::HasSubstr;

Judgement verdict(const ir::Program& p,
                  const InductiveProof& proof,
                  IntegerModel integers = IntegerModel::Machine,
                  Property property = Property::UnreachCall) {
  smt::Cvc5 solver;
  Budget budget;
  return judge(problem(p, integers, property), proof, solver, budget);
}

constexpr const char* counter = R"(proc main() {
  local x: i32; local n: i32;
  start -> L1:    havoc n;
  L1 -> L2:       assume n < 100;
  L2 -> head:     x := 0;
  head -> body:   assume x < n;
  head -> after:  assume !(x < n);
  body -> head:   x := x + 1;
  after -> bad:   assume 100 < x;
  after -> exit:  assume !(100 < x);
  location bad target call reach_error;
})";

TEST(Inductive, AcceptsLoopInvariantsInBothModels) {
  ir::Program p = program(counter);
  InductiveProof proof = sparse_proof(p, {{"main:head", "0 <= x && x <= 100 && n < 100"}});
  EXPECT_EQ(verdict(p, proof).objection, "");
  EXPECT_EQ(verdict(p, proof, IntegerModel::Math).objection, "");
  EXPECT_GT(verdict(p, proof).questions, 0U);
}

TEST(Inductive, RefusesWhatDoesNotHoldAtFirst) {
  ir::Program p = program(counter);
  InductiveProof proof = sparse_proof(p, {{"main:head", "1 <= x && x <= 100 && n < 100"}});
  EXPECT_THAT(verdict(p, proof).objection, HasSubstr("refutes"));
}

TEST(Inductive, RefusesWhatIsNotKept) {
  ir::Program p = program(counter);
  EXPECT_THAT(verdict(p, sparse_proof(p, {{"main:head", "x == 0"}})).objection,
              HasSubstr("refutes the invariants (arrival at"));
}

TEST(Inductive, RefusesWhatDoesNotExcludeTheTarget) {
  ir::Program p = program(counter);
  EXPECT_THAT(verdict(p, sparse_proof(p, {{"main:head", "true"}})).objection,
              HasSubstr("refutes the invariants (target in"));
}

TEST(Inductive, RefusesALoopWithoutStatement) {
  ir::Program p = program(counter);
  EXPECT_THAT(verdict(p, sparse_proof(p, {{"main:exit", "true"}})).objection,
              HasSubstr("nothing is stated on a loop"));
}

TEST(Inductive, RefusesOverflowThatMathematicsDoesNotSee) {
  ir::Program p = program(R"(proc main() {
  local x: i32;
  start -> head:  x := 1;
  head -> head:   x := x + 1;
  head -> bad:    assume x < 0;
  head -> exit:   assume !(x < 0);
  location bad target call reach_error;
})");
  InductiveProof proof = sparse_proof(p, {{"main:head", "0 < x"}});
  EXPECT_EQ(verdict(p, proof, IntegerModel::Math).objection, "");
  EXPECT_THAT(verdict(p, proof).objection, HasSubstr("refutes"));
}

TEST(Inductive, StatedTargetsMustBeImpossible) {
  ir::Program p = program(counter);
  InductiveProof proof = sparse_proof(p, {{"main:head", "true"}, {"main:bad", "true"}});
  EXPECT_THAT(verdict(p, proof).objection, HasSubstr("target"));
}

TEST(Inductive, TakesBothWaysOfAFreeChoice) {
  ir::Program p = program(R"(proc main() {
  local x: i32;
  start -> a:    x := 1;
  start -> b:    x := 2;
  a -> join:     skip;
  b -> join:     skip;
  join -> bad:   assume x == 2;
  join -> exit:  assume x != 2;
  location bad target call reach_error;
})");
  EXPECT_THAT(verdict(p, sparse_proof(p, {})).objection, HasSubstr("refutes"));
}

constexpr const char* twice = R"(global g: i32 = 0;
proc main() {
  local r: i32;
  start -> L1:  call r := inc(5);
  L1 -> L2:     call r := inc(r);
  L2 -> bad:    assume r != 7 || g != 2;
  L2 -> exit:   assume !(r != 7 || g != 2);
  location bad target call reach_error;
}
proc inc(n: i32) returns (m: i32) {
  start -> L1:  m := n + 1;
  L1 -> exit:   g := g + 1;
})";

TEST(Inductive, StepsOverCallsBySummaries) {
  ir::Program p = program(twice);
  EXPECT_EQ(
      verdict(p, sparse_proof(p, {{"inc", "m == n$entry + 1 && g == g$entry + 1"}})).objection, "");
  EXPECT_THAT(verdict(p, sparse_proof(p, {{"inc", "m == n$entry + 1"}})).objection,
              HasSubstr("target"));
  EXPECT_THAT(verdict(p, sparse_proof(p, {})).objection, HasSubstr("target"));
  EXPECT_THAT(
      verdict(p, sparse_proof(p, {{"inc", "m == n$entry + 1 && g == g$entry + 1 && n$entry == 5"}}))
          .objection,
      HasSubstr("exit of inc"));
  EXPECT_THAT(verdict(p, sparse_proof(p, {{"inc", "false"}})).objection, HasSubstr("exit of inc"));
}

TEST(Inductive, CallsMustMeetTheEntryInvariant) {
  ir::Program p = program(twice);
  std::string summary = "m == n$entry + 1 && g == g$entry + 1";
  EXPECT_EQ(
      verdict(p, sparse_proof(p, {{"inc", summary}, {"inc:start", "5 <= n && n <= 6"}})).objection,
      "");
  EXPECT_THAT(verdict(p, sparse_proof(p, {{"inc", summary}, {"inc:start", "n == 5"}})).objection,
              HasSubstr("call of inc"));
  InductiveProof never = sparse_proof(p, {{"inc", summary}});
  never.procedures[1].invariants.clear();
  EXPECT_THAT(verdict(p, never).objection, HasSubstr("call of inc"));
}

constexpr const char* lights = R"(global light: i32 = 0;
global seen: i32 = 0;
proc main() {
  start -> start:  call next();
}
proc next() {
  start -> red:    assume light == 0;
  start -> green:  assume light == 1;
  start -> odd:    assume light != 0 && light != 1;
  red -> exit:     light := 1, seen := 1;
  green -> bad:    assume seen == 0;
  green -> off:    assume seen != 0;
  off -> exit:     light := 0, seen := 0;
  odd -> bad:      skip;
  location bad target call reach_error;
})";

/// Every case of a disjunction counts, whether or not it says values of variables.
TEST(Inductive, EveryCaseHasToBeKept) {
  ir::Program p = program(lights);
  std::string both = "(light == 0 && seen == 0) || (light == 1 && seen == 1)";
  std::string summary = "(light$entry == 0 && light == 1 && seen == 1)"
                        " || (light$entry == 1 && light == 0 && seen == 0)";
  auto objection = [&](const std::string& loop, const std::string& entry, const std::string& out) {
    return verdict(p, sparse_proof(p, {{"main:start", loop}, {"next:start", entry}, {"next", out}}))
        .objection;
  };
  EXPECT_EQ(objection(both, both, summary), "");
  EXPECT_THAT(objection(both + " || (light == 5 && seen == 1)",
                        both + " || (light == 5 && seen == 1)",
                        summary),
              HasSubstr("target"));
  EXPECT_THAT(objection(both + " || (light == 1 && seen == 0)",
                        both + " || (light == 1 && seen == 0)",
                        summary),
              HasSubstr("target"));
  EXPECT_THAT(objection("light == 0 && seen == 0", both, summary), HasSubstr("arrival"));
  EXPECT_THAT(objection(both, "light == 0 && seen == 0", summary), HasSubstr("call of next"));
  EXPECT_THAT(objection(both, both, "light$entry == 0 && light == 1 && seen == 1"),
              HasSubstr("exit of next"));
}

TEST(Inductive, FormulasSpeakOfTheirOwnVariables) {
  ir::Program p = program(twice);
  EXPECT_THAT(verdict(p, sparse_proof(p, {{"inc", "r == 0"}})).objection,
              HasSubstr("does not know"));
  EXPECT_THAT(verdict(p, sparse_proof(p, {{"inc", "n == 0"}})).objection,
              HasSubstr("does not know"));
}

TEST(Inductive, LocalsAreIndeterminateInEveryCall) {
  ir::Program p = program(R"(proc main() {
  local a: i32; local b: i32;
  start -> L1:  call a := f();
  L1 -> L2:     call b := f();
  L2 -> bad:    assume a != b;
  L2 -> exit:   assume a == b;
  location bad target call reach_error;
}
proc f() returns (m: i32) {
  start -> exit: skip;
})");
  EXPECT_THAT(verdict(p, sparse_proof(p, {{"f", "m == 0"}})).objection, HasSubstr("exit of f"));
  EXPECT_THAT(verdict(p, sparse_proof(p, {{"f", "true"}})).objection, HasSubstr("target"));
}

TEST(Inductive, OverflowIsWhatNoOverflowExcludes) {
  ir::Program p = program(counter);
  auto ask = [&](const std::string& invariant) {
    return verdict(p,
                   sparse_proof(p, {{"main:head", invariant}}),
                   IntegerModel::Machine,
                   Property::NoOverflow)
        .objection;
  };
  EXPECT_EQ(ask("n < 100"), "");
  EXPECT_EQ(ask("true"), "") << "below n, adding one is safe";
  ir::Program q = program(R"(proc main() {
  local x: i32;
  start -> L1:  havoc x;
  L1 -> exit:   x := x * 2;
})");
  EXPECT_THAT(
      verdict(q, sparse_proof(q, {}), IntegerModel::Machine, Property::NoOverflow).objection,
      HasSubstr("overflow at"));
  EXPECT_THAT(verdict(q, sparse_proof(q, {}), IntegerModel::Math, Property::NoOverflow).objection,
              HasSubstr("do not overflow"));
}

constexpr const char* phases = R"(proc main() {
  local x: i32; local y: i32;
  start -> L1:    x := 0;
  L1 -> head:     y := 0;
  head -> body:   assume x < 1000;
  head -> exit:   assume !(x < 1000);
  body -> L2:     x := x + 1;
  L2 -> L3:       y := 1 - y;
  L3 -> bad:      assume y == 7;
  L3 -> head:     assume y != 7;
  location bad target call reach_error;
})";

TEST(Inductive, RestsOnAsManyStepsAsItSays) {
  ir::Program p = program(phases);
  InductiveProof proof = sparse_proof(p, {{"main:head", "true"}});
  EXPECT_THAT(verdict(p, proof).objection, HasSubstr("target"));
  proof.k = 2;
  EXPECT_THAT(verdict(p, proof).objection, HasSubstr("target"));
  proof.k = 3;
  EXPECT_EQ(verdict(p, proof).objection, "") << "7 comes from -6, which comes from 7";
  EXPECT_EQ(verdict(p, proof, IntegerModel::Math).objection, "");
  proof.k = 0;
  EXPECT_NE(verdict(p, proof).objection, "");
}

TEST(Inductive, TheFirstStepsHaveToBeShownToo) {
  ir::Program p = program(R"(proc main() {
  local x: i32;
  start -> head:  x := 0;
  head -> L1:     assume x < 10;
  L1 -> L2:       x := x + 1;
  L2 -> bad:      assume x == 2;
  L2 -> head:     assume x != 2;
  head -> exit:   assume !(x < 10);
  location bad target call reach_error;
})");
  InductiveProof proof = sparse_proof(p, {{"main:head", "true"}});
  for (std::size_t k : {1, 2, 3, 4}) {
    proof.k = k;
    EXPECT_THAT(verdict(p, proof).objection, HasSubstr("target")) << k;
  }
}

} // namespace
} // namespace kleene::evidence
