// SPDX-License-Identifier: Apache-2.0
// The equations of non-termination, and that each condition they rest on is needed: without it they say
// something wrong about one of these programs.
#include "kleene/ir/text.h"

#include <gtest/gtest.h>

#include "nonterm.h"
#include "safety.h"

namespace kleene::engine::exact {
namespace {

/// Solves the equations with the conditions and branches of the program as predicates.
class Solved {
public:
  explicit Solved(const std::string& text, Conditions conditions = {})
      : ir_(ir::parse(text, "test.ir").value()),
        problem_{ir_, evidence::Property::Termination, {}, IntegerModel::Math},
        program_(problem_, {.cut_at_choices = true}),
        predicates_(program_),
        session_(session_for(program_, IntegerModel::Math, 5, budget_)),
        domain_(program_.terms(), manager_, *session_, IntegerModel::Math) {
    seed_predicates(program_, predicates_, 20);
    abstract_.emplace(program_, predicates_, domain_);
    forward_.emplace(*abstract_, budget_);
    forward_->run();
    nonterm_.emplace(*abstract_, *forward_, budget_, conditions);
    nonterm_->solve();
  }

  const domain::Belnap& at_start() const {
    return nonterm_->states(ir_.entry, abstract_->entry(ir_.entry));
  }
  bool within_reached() const {
    for (const Procedure& p : program_.procedures())
      for (ir::LocId l : p.cuts)
        if (!nonterm_->states(p.id, l).must.subset_of(forward_->states(p.id, l))) return false;
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
  std::optional<AbstractProgram> abstract_;
  std::optional<Forward> forward_;
  std::optional<NonTermination> nonterm_;
};

/// Runs for ever behind a call that returns.
const char* const loops_behind_call = R"(
proc main() {
  local x: int;
  local y: int;
  exit E;
  L0 -> L1: havoc x;
  L1 -> L2: call y := f();
  L2 -> L2: assume x <= 0;
  L2 -> E: assume !(x <= 0);
}
proc f() returns (r: int) {
  exit E;
  L0 -> E: r := 1;
}
)";

/// Ends, because the call returns 1.
const char* const ends_behind_call = R"(
proc main() {
  local y: int;
  exit E;
  L0 -> L1: call y := f();
  L1 -> L1: assume y <= 0;
  L1 -> E: assume !(y <= 0);
}
proc f() returns (r: int) {
  exit E;
  L0 -> E: r := 1;
}
)";

/// Whether it ends depends on a value that nobody knows.
const char* const depends_on_the_unknown = R"(
proc main() {
  local x: int;
  exit E;
  L0 -> L1: havoc demonic x;
  L1 -> L1: assume x <= 0;
  L1 -> E: assume !(x <= 0);
}
)";

/// x <= 0 without x <= 5 is no state.
const char* const two_thresholds = R"(
proc main() {
  local x: int;
  exit E;
  L0 -> L1: havoc x;
  L1 -> L2: assume x <= 0;
  L1 -> E: assume !(x <= 0);
  L2 -> L2: assume x <= 5;
  L2 -> E: assume !(x <= 5);
}
)";

TEST(NonTermination, LoopBehindACallIsFoundOnBothSides) {
  Solved solved(loops_behind_call);
  EXPECT_FALSE(solved.at_start().may.is_false());
  EXPECT_FALSE(solved.at_start().must.is_false());
}

TEST(NonTermination, WithoutSummariesItSeemsToEnd) {
  Solved solved(loops_behind_call, {.summaries_first = false});
  EXPECT_TRUE(solved.at_start().may.is_false()) << "the fault should show";
}

TEST(NonTermination, ResultThatLeavesTheLoopIsSeen) {
  EXPECT_TRUE(Solved(ends_behind_call).at_start().must.is_false());
}

TEST(NonTermination, WithoutAllExitsItSeemsToGoOn) {
  Solved solved(ends_behind_call, {.all_exits = false});
  EXPECT_FALSE(solved.at_start().must.is_false()) << "the fault should show";
}

TEST(NonTermination, WhatNobodyKnowsIsNoChoice) {
  Solved solved(depends_on_the_unknown);
  EXPECT_TRUE(solved.at_start().must.is_false());
  EXPECT_FALSE(solved.at_start().may.is_false());
}

TEST(NonTermination, IgnoranceTakenForChoiceSeemsToGoOn) {
  Solved solved(depends_on_the_unknown, {.our_ignorance = false});
  EXPECT_FALSE(solved.at_start().must.is_false()) << "the fault should show";
}

TEST(NonTermination, OnlyStatesThatExistCount) {
  Solved solved(two_thresholds);
  EXPECT_TRUE(solved.within_reached());
  EXPECT_FALSE(solved.at_start().must.is_false());
}

TEST(NonTermination, WithoutConsistencyImpossibleStatesCount) {
  EXPECT_FALSE(Solved(two_thresholds, {.consistent = false}).within_reached())
      << "the fault should show";
}

} // namespace
} // namespace kleene::engine::exact
