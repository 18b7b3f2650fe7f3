// SPDX-License-Identifier: Apache-2.0
// What must be reached, and what ends for sure: programs on both sides of each line, and the judges' word for
// what the engine writes down.
#include "kleene/ir/text.h"

#include <gtest/gtest.h>

#include "must_reach.h"
#include "ranked.h"
#include "safety.h"
#include "start.h"

namespace kleene::engine::exact {
namespace {

class Fixture {
public:
  Fixture(const std::string& text, evidence::Property property, IntegerModel integers)
      : ir_(ir::parse(text, "test.ir").value()),
        problem_{ir_, property, {{"reach_error"}, false, {}}, integers},
        program_(problem_, {.cut_at_choices = true}),
        predicates_(program_),
        session_(session_for(program_, integers, 5, budget_)),
        domain_(program_.terms(), manager_, *session_, integers),
        facts_(program_, integers, budget_) {
    seed_predicates(program_, predicates_, 20);
    abstract_.emplace(program_, predicates_, facts_, domain_);
    forward_.emplace(*abstract_, budget_);
    forward_->finish();
  }

  /// Whether the engine says that a target is reached; the judge has to agree then.
  bool reached() {
    MustReachability must(*abstract_, *forward_, problem_.integers, budget_);
    must.solve();
    Term start = domain_.formula(must.leads(ir_.entry, abstract_->entry(ir_.entry)));
    auto inputs = start_inside(program_, start, problem_.integers, budget_);
    if (!inputs) return false;
    evidence::MustReach sets = must.evidence().value();
    sets.stem.inputs = *inputs;
    smt::Cvc5 solver;
    EXPECT_EQ(evidence::judge(problem_, sets, solver, budget_).objection, "");
    return true;
  }
  /// The same for the end of all executions.
  bool ends() {
    auto proof = ranked_proof(*abstract_, *forward_, problem_.integers, budget_);
    if (!proof) return false;
    smt::Cvc5 solver;
    EXPECT_EQ(evidence::judge(problem_, *proof, solver, budget_).objection, "");
    return true;
  }

private:
  ir::Program ir_;
  evidence::Problem problem_;
  Budget budget_;
  BddManager manager_{budget_};
  BlockProgram program_;
  PredicateMap predicates_;
  std::unique_ptr<smt::Session> session_;
  domain::ExactDomain domain_;
  Facts facts_;
  std::optional<AbstractProgram> abstract_;
  std::optional<Forward> forward_;
};

bool reached(const std::string& text, IntegerModel integers = IntegerModel::Math) {
  return Fixture(text, evidence::Property::UnreachCall, integers).reached();
}
bool ends(const std::string& text, IntegerModel integers = IntegerModel::Math) {
  return Fixture(text, evidence::Property::Termination, integers).ends();
}

/// Counts up with some kind of integers, by some step.
std::string counts(const std::string& type, int step) {
  return "proc main() {\n  local x: " + type + R"(;
  exit E;
  L0 -> L1: x := 0;
  L1 -> L2: assume x < 1000000;
  L2 -> L1: x := x + )"
         + std::to_string(step) + R"(;
  L1 -> L3: assume !(x < 1000000);
  location L3 target call reach_error;
  L3 -> E: skip;
}
)";
}

TEST(MustReach, LongLoopIsPassed) {
  EXPECT_TRUE(reached(counts("int", 1)));
  EXPECT_TRUE(reached(counts("i32", 1), IntegerModel::Machine));
}

TEST(MustReach, LoopWithoutEndIsNotPassed) {
  EXPECT_FALSE(reached(counts("int", 0)));
  EXPECT_FALSE(reached(counts("i32", -1)));
  EXPECT_FALSE(ends(counts("int", -1)));
}

/// A program that reads x and fails if it is 7.
std::string seven(const std::string& kind) {
  return R"(
proc main() {
  local x: int;
  exit E;
  L0 -> L1: havoc )"
         + kind + R"( x;
  L1 -> L2: assume x == 7;
  L1 -> E: assume !(x == 7);
  location L2 target call reach_error;
  L2 -> E: skip;
}
)";
}

TEST(MustReach, OnlyTheEnvironmentChooses) {
  EXPECT_TRUE(reached(seven("")));
  EXPECT_FALSE(reached(seven("unknown")));
}

/// Calls itself a million times; the result tells whether the program fails.
std::string deep(const std::string& next, const std::string& result) {
  return R"(
proc main() {
  local m: int;
  exit E;
  L0 -> L1: call m := f(1000000);
  L1 -> L2: assume m > 3;
  L1 -> E: assume !(m > 3);
  location L2 target call reach_error;
  L2 -> E: skip;
}
proc f(n: int) returns (r: int) {
  exit E;
  L0 -> L1: assume n > 0;
  L1 -> E: call r := f()"
         + next + R"();
  L0 -> L2: assume !(n > 0);
  L2 -> E: r := )"
         + result + R"(;
}
)";
}

TEST(MustReach, DeepRecursionReturns) {
  EXPECT_TRUE(reached(deep("n - 1", "4")));
  EXPECT_TRUE(ends(deep("n - 1", "4")));
}

TEST(MustReach, RecursionWithoutEndDoesNot) {
  EXPECT_FALSE(reached(deep("n", "4")));
  EXPECT_FALSE(ends(deep("n", "4")));
}

TEST(MustReach, ResultLeadsElsewhere) {
  EXPECT_FALSE(reached(deep("n - 1", "3")));
}

TEST(Ranked, LoopsInsideLoops) {
  const char* const nested = R"(
proc main() {
  local x: i32;
  local y: i32;
  exit E;
  L0 -> L1: havoc x;
  L1 -> L2: assume x > 0;
  L2 -> L3: havoc y;
  L3 -> L4: assume y > 0;
  L4 -> L3: y := y - 2;
  L3 -> L5: assume !(y > 0);
  L5 -> L1: x := x - 1;
  L1 -> E: assume !(x > 0);
}
)";
  EXPECT_TRUE(ends(nested, IntegerModel::Math));
  EXPECT_TRUE(ends(nested, IntegerModel::Machine));
}

/// y - 2 passes zero, and machine integers come back from the other side.
TEST(Ranked, WrappingIsSeen) {
  const char* const wraps = R"(
proc main() {
  local y: i32;
  exit E;
  L0 -> L3: havoc y;
  L3 -> L4: assume y < 100;
  L4 -> L3: y := y - 2;
  L3 -> E: assume !(y < 100);
}
)";
  EXPECT_FALSE(ends(wraps, IntegerModel::Math));
  EXPECT_FALSE(ends(wraps, IntegerModel::Machine));
}

} // namespace
} // namespace kleene::engine::exact
