// SPDX-License-Identifier: Apache-2.0
// The conditions of both theorems, one by one, on regions and ports given by hand: the examples of the paper, as the
// enumeration of their states for small n has them.
#include "kleene/ir/text.h"

#include <gtest/gtest.h>

#include "scheduled.h"
#include "theorems.h"

namespace kleene::engine::leap {
namespace {

/// A program with one loop, and claims about it.
class Conditions : public ::testing::Test {
protected:
  void program(const std::string& text) {
    Result<ir::Program> parsed = ir::parse(text, "test.ir");
    ASSERT_TRUE(parsed.ok()) << render(parsed.error());
    program_ = std::move(parsed).value();
    problem_.emplace(evidence::Problem{program_,
                                       evidence::Property::UnreachCall,
                                       {{"reach_error"}, false, {}},
                                       IntegerModel::Math});
    effects_.emplace(*problem_);
    ways_.emplace(*problem_, Nesting::Flat, budget_);
    theorems_.emplace(*effects_, IntegerModel::Math, budget_);
    std::vector<Site> sites = ways_->loops();
    ASSERT_EQ(sites.size(), 1U);
    analysis::Invariants invariants;
    Tools tools{*problem_, *effects_, *ways_, *theorems_, nullptr, invariants, budget_};
    std::vector<Loop> loops = scheduled(tools, sites[0], {}, Split::ByEntry, 1);
    ASSERT_FALSE(loops.empty());
    loop_ = loops[0];
  }
  void claim(const std::string& region, const std::string& entry, const std::string& exit) {
    claim_ = {};
    claim_.region = {conjuncts(effects_->terms(), {formula(region)})};
    claim_.entry = {formula(region), formula(entry)};
    claim_.exit = formula(exit);
    loop_.find_relevant(*effects_, {claim_.exit}, claim_.entry);
  }
  Term formula(const std::string& text) {
    Result<Term> parsed = ir::parse_term(text, program_, Type::boolean());
    EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : render(parsed.error()));
    return parsed.value();
  }
  /// The conditions that do not hold.
  std::string broken() {
    std::string names;
    if (!theorems_->fin(loop_, claim_)) names += "fin ";
    if (!theorems_->det(loop_, claim_)) names += "det ";
    if (!theorems_->back(loop_, claim_)) names += "back ";
    if (!theorems_->inj(loop_, claim_)) names += "inj ";
    if (!theorems_->fwd(loop_, claim_)) names += "fwd ";
    return names;
  }

  ir::Program program_;
  Budget budget_;
  std::optional<evidence::Problem> problem_;
  std::optional<Effects> effects_;
  std::optional<Ways> ways_;
  std::optional<Theorems> theorems_;
  Loop loop_;
  Claim claim_;
};

constexpr const char* steps_of_two = R"(proc main(n: int) { local x: int;
    start -> head:  x := n;
    head -> body:   assume x < 2 * n;
    body -> head:   x := x + 2;
    head -> bad:    assume x >= 2 * n;
    location bad target call reach_error; })";

constexpr const char* steps_of_one = R"(proc main(n: int) { local x: int;
    start -> head:  x := 0;
    head -> body:   assume x < n;
    body -> head:   x := x + 1;
    head -> bad:    assume x >= n;
    location bad target call reach_error; })";

TEST_F(Conditions, StepsOfOneSatisfyBothTheorems) {
  program(steps_of_one);
  claim("n >= 2 && 0 <= x && x < n", "x == 0", "x == n - 1");
  EXPECT_EQ(broken(), "");
}

TEST_F(Conditions, AStateWithoutPredecessorBreaksBack) {
  program(steps_of_two);
  claim("n >= 2 && n <= x && x < 2 * n", "x == n", "2 * n - 2 <= x");
  EXPECT_EQ(broken(), "back ") << "n + 1 has no predecessor in the region";
  claim("n >= 2 && n <= x && x < 2 * n && (x - n) % 2 == 0", "x == n", "2 * n - 2 <= x");
  EXPECT_EQ(broken(), "") << "a congruence leaves it out";
}

TEST_F(Conditions, AnExitThatIsPassedOverBreaksFwd) {
  program(steps_of_two);
  claim("n >= 2 && n <= x && x < 2 * n && (x - n) % 2 == 0", "x == n", "x == 2 * n - 1");
  EXPECT_EQ(broken(), "fwd ") << "the last state before 2n is 2n - 2 for every n";
}

TEST_F(Conditions, ALowerBoundIsPartOfFin) {
  program(steps_of_one);
  claim("n >= 2 && x < n", "x == 0", "x == n - 1");
  EXPECT_NE(broken().find("fin"), std::string::npos);
}

TEST_F(Conditions, StatesThatMeetBreakInj) {
  program(R"(proc main(n: int) { local x: int;
    start -> head:  x := 0;
    head -> up:     assume x < n;
    up -> head:     x := x + 1;
    head -> down:   assume x > n;
    down -> head:   x := x - 1;
    head -> bad:    assume x == n;
    location bad target call reach_error; })");
  claim("n >= 2 && 0 <= x && x <= 2 * n", "x == 0", "x == n");
  EXPECT_EQ(broken(), "back inj ") << "n comes from both sides, 2n from nowhere";
}

TEST_F(Conditions, AChoiceBreaksDet) {
  program(R"(proc main(n: int) { local x: int;
    start -> head:  x := 0;
    head -> slow:   assume x < n;
    slow -> head:   x := x + 1;
    head -> fast:   assume x < n;
    fast -> head:   x := x + 2;
    head -> bad:    assume x >= n;
    location bad target call reach_error; })");
  claim("n >= 2 && 0 <= x && x <= n", "x == 0", "x == n");
  EXPECT_NE(broken().find("det"), std::string::npos);
}

/// Nothing but the entry leads into it: a region of one state satisfies theorem 2 without a single step.
TEST_F(Conditions, APortThatIsBothNeedsNoStep) {
  program(steps_of_one);
  claim("n >= 2 && x == 1", "x == 1", "x == 1");
  EXPECT_EQ(broken(), "");
}

} // namespace
} // namespace kleene::engine::leap
