// SPDX-License-Identifier: Apache-2.0
// Every proof is judged by cvc5 on the program itself, so a test here fails if the engine misses an easy proof
// or proposes a wrong one. Programs with a reachable target must never get a proof that is accepted.
#include "kleene/engine/chc/chc.h"
#include "kleene/ir/text.h"
#include "kleene/support/process.h"

#include <gtest/gtest.h>

#include <gmock/gmock.h>

namespace kleene::engine::chc {
namespace {

using evidence::Property;

class Chc : public testing::TestWithParam<IntegerModel> {
protected:
  evidence::Problem problem(const std::string& text, IntegerModel integers, Property property) {
    Result<ir::Program> parsed = ir::parse(text, "test.ir");
    EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : render(parsed.error()));
    program_ = std::move(parsed).value();
    return {program_, property, {{"reach_error"}, true, {}}, integers};
  }

  void expect_proof(const std::string& text,
                    IntegerModel integers,
                    Property property = Property::UnreachCall) {
    evidence::Problem question = problem(text, integers, property);
    Answer candidate = solve(question, budget_, silent_observer());
    const auto* proved = std::get_if<evidence::InductiveProof>(&candidate);
    ASSERT_NE(proved, nullptr) << std::get<Unknown>(candidate).reason;
    smt::Cvc5 cvc5;
    EXPECT_EQ(evidence::judge(question, *proved, cvc5, budget_).objection, "");
  }

  void expect_none(const std::string& text,
                   IntegerModel integers,
                   Property property = Property::UnreachCall) {
    evidence::Problem question = problem(text, integers, property);
    Answer candidate = solve(question, budget_, silent_observer());
    ASSERT_TRUE(std::holds_alternative<Unknown>(candidate));
    EXPECT_THAT(std::get<Unknown>(candidate).reason, testing::HasSubstr("derivable"));
  }

  ir::Program program_;
  Budget budget_{std::chrono::duration<double>(60), std::nullopt};
};

const std::string sum_loop = R"(proc main() {
  local n, x, y: i32;
  start -> range: havoc n;
  range -> init:  assume n >= 0 && n <= 1000;
  init -> init2:  x := 0;
  init2 -> loop:  y := 0;
  loop -> body:   assume x < n;
  body -> body2:  x := x + 1;
  body2 -> loop:  y := y + 2;
  loop -> after:  assume x >= n;
  after -> bad:   assume y != 2 * n;
  after -> exit:  assume y == 2 * n;
  location bad target call reach_error;
})";

TEST_P(Chc, ProvesALoop) {
  expect_proof(sum_loop, GetParam());
}

TEST_P(Chc, ProvesARecursiveProcedure) {
  expect_proof(R"(proc main() {
  local n, r: i32;
  start -> call: havoc n;
  call -> test:  call r := f91(n);
  test -> bad:   assume n <= 101 && r != 91;
  test -> exit:  assume !(n <= 101 && r != 91);
  location bad target call reach_error;
}
proc f91(p: i32) returns (q: i32) {
  local m: i32;
  start -> small: assume p > 100;
  small -> exit:  q := p - 10;
  start -> first: assume p <= 100;
  first -> again: call m := f91(p + 11);
  again -> exit2: call q := f91(m);
  exit2 -> exit: skip;
})",
               GetParam());
}

TEST_P(Chc, FollowsProceduresThatFail) {
  expect_proof(R"(global g: i32 = 0;
proc main() {
  local i: i32;
  start -> loop:  i := 0;
  loop -> body:   assume i < 10;
  loop -> exit:   assume i >= 10;
  body -> check:  call up();
  check -> next:  call check(g, i);
  next -> loop:   i := i + 1;
}
proc up() {
  start -> exit:  g := g + 1;
}
proc check(a: i32, b: i32) {
  start -> exit:  assume a == b + 1;
  start -> bad:   assume a != b + 1;
  location bad target call reach_error;
})",
               GetParam());
}

TEST_P(Chc, ClaimsNothingWhereATargetIsReached) {
  expect_none(R"(proc main() {
  local i: i32;
  start -> loop:  i := 0;
  loop -> body:   assume i < 5;
  body -> loop:   i := i + 1;
  loop -> bad:    assume i >= 5;
  location bad target call reach_error;
})",
              GetParam());
}

INSTANTIATE_TEST_SUITE_P(Integers,
                         Chc,
                         testing::Values(IntegerModel::Machine, IntegerModel::Math),
                         [](const auto& info) {
                           return info.param == IntegerModel::Math ? "Math" : "Machine";
                         });

TEST_F(Chc, KnowsThatUnsignedIntegersWrap) {
  // x grows by 2 from 1 for ever: never 0, though it wraps.
  expect_proof(R"(proc main() {
  local x: u3;
  start -> loop:  x := 1;
  loop -> loop:   x := x + 2;
  loop -> bad:    assume x == 0;
  location bad target call reach_error;
})",
               IntegerModel::Machine);
}

TEST_F(Chc, ClaimsNothingWhereOnlyTheWrapReachesTheTarget) {
  expect_none(R"(proc main() {
  local x: u3;
  start -> loop:  x := 1;
  loop -> loop:   x := x + 1;
  loop -> bad:    assume x == 0;
  location bad target call reach_error;
})",
              IntegerModel::Machine);
}

TEST_F(Chc, ProvesThatNothingOverflows) {
  expect_proof(R"(proc main() {
  local n, x: i32;
  start -> init:  havoc n;
  init -> loop:   x := 0;
  loop -> body:   assume x < n;
  body -> loop:   x := x + 1;
  loop -> exit:   assume x >= n;
})",
               IntegerModel::Machine,
               Property::NoOverflow);
}

TEST_F(Chc, ClaimsNothingWhereSomethingOverflows) {
  expect_none(R"(proc main() {
  local x: i32;
  start -> add:  havoc x;
  add -> exit:   x := x + 1;
})",
              IntegerModel::Machine,
              Property::NoOverflow);
}

TEST_F(Chc, ShowsClausesThatOtherSolversRead) {
  // The body of a clause without head is derivable in a few steps; cvc5 sees that by instantiation.
  Result<std::string> text = clauses(problem(R"(proc main() {
  local x: i32;
  start -> loop:  x := 0;
  loop -> loop:   x := x + 1;
  loop -> bad:    assume x == 2;
  location bad target call reach_error;
})",
                                             IntegerModel::Math,
                                             Property::UnreachCall));
  ASSERT_TRUE(text.ok());
  ProcessResult r = run_process({"cvc5", "--lang=smt2", "--full-saturate-quant", "-"},
                                {.seconds = 60, .input = *text});
  EXPECT_EQ(r.output, "unsat\n") << r.errors << *text;
}

} // namespace
} // namespace kleene::engine::chc
