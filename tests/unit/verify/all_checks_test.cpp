// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/text.h"
#include "kleene/transform/branch_sites.h"
#include "kleene/verify/all_checks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <gmock/gmock.h>

namespace kleene::verify {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::string_view three_checks = R"(proc main() {
  local x: i32;
  start -> a: havoc x from "__VERIFIER_nondet_int";
  a -> b: assume[division_by_zero] x != 1001;
  b -> c: assume[division_by_zero] x != 1002;
  c -> exit: assume[division_by_zero] x != 1003;
})";

/// Nobody is asked but a function of the test: about which checks, by their numbers, and what it says of them.
class EveryCheck : public testing::Test {
protected:
  using Numbers = std::vector<int>;
  using Reply = std::function<PortfolioResult(const Numbers& checks, const ir::Program& program)>;

  Result<DecidedChecks> decide(std::string_view text, const Reply& reply) {
    Result<ir::Program> program = ir::parse(std::string(text), "test.ir");
    EXPECT_TRUE(program.ok());
    ir::TargetSelection targets;
    targets.checks = {Property::DefBehavior};
    auto ask = [&](const ir::Program& part, std::string_view, Budget&) {
      asked_.push_back(checks_of(part));
      return reply(asked_.back(), part);
    };
    return decide_all_checks(
        *program, targets, {"auto", IntegerModel::Machine, budget_, silent_observer(), ask});
  }

  /// The check that an edge leads to fails on a value: 1001 is the first.
  static int number_of(const ir::Program& program, const ir::Edge& edge) {
    std::string text = ir::to_string(edge.statement, program);
    return text[text.find("100") + 3] - '0';
  }
  static bool leads_to_check(const ir::Procedure& procedure, const ir::Edge& edge) {
    const auto& target = procedure.locations[edge.to.index()].target;
    return target && target->kind == ir::TargetKind::Check;
  }
  static Numbers checks_of(const ir::Program& program) {
    Numbers result;
    const ir::Procedure& main = program.procedure(program.entry);
    for (const ir::Edge& edge : main.edges)
      if (leads_to_check(main, edge)) result.push_back(number_of(program, edge));
    std::ranges::sort(result);
    return result;
  }

  PortfolioResult proved() const { return {.told = Told{}, .engine = &engine_}; }
  PortfolioResult violated(std::string site) const {
    return {.told = Told{.violated = true, .what = "def-behavior", .site = std::move(site)},
            .engine = &engine_};
  }
  PortfolioResult violates(int number, const ir::Program& program) const {
    const ir::Procedure& main = program.procedure(program.entry);
    for (const ir::Edge& edge : main.edges)
      if (leads_to_check(main, edge) && number_of(program, edge) == number)
        return violated(std::to_string(program.entry.index()) + ":"
                        + std::to_string(edge.to.index()));
    return proved();
  }
  static PortfolioResult none(std::string reason) {
    PortfolioResult result;
    result.obstacles = {{"engine", std::move(reason)}};
    return result;
  }
  static std::vector<CheckOutcome> outcomes(const DecidedChecks& decided) {
    std::vector<CheckOutcome> result;
    for (const DecidedCheck& check : decided.checks)
      result.push_back(check.outcome);
    return result;
  }

  engine::Engine engine_{.name = "oracle"};
  Budget budget_;
  std::vector<Numbers> asked_;
};

constexpr CheckOutcome unknown = CheckOutcome::Unknown;
constexpr CheckOutcome bad = CheckOutcome::Violated;
constexpr CheckOutcome fine = CheckOutcome::Proved;

TEST_F(EveryCheck, OneProofServesAll) {
  Result<DecidedChecks> decided =
      decide(three_checks, [&](const auto&, const auto&) { return proved(); });
  ASSERT_TRUE(decided.ok());
  EXPECT_THAT(outcomes(*decided), ElementsAre(fine, fine, fine));
  EXPECT_THAT(asked_, ElementsAre(Numbers{1, 2, 3}));
  ASSERT_TRUE(decided->proof);
  EXPECT_EQ(decided->proof->engine, "oracle");
  EXPECT_FALSE(decided->given_up);
}

TEST_F(EveryCheck, BehindAViolatedOneTheRestIsAskedAgain) {
  Result<DecidedChecks> decided =
      decide(three_checks, [&](const auto&, const auto& program) { return violates(2, program); });
  ASSERT_TRUE(decided.ok());
  EXPECT_THAT(outcomes(*decided), ElementsAre(fine, bad, fine));
  EXPECT_THAT(asked_, ElementsAre(Numbers{1, 2, 3}, Numbers{1, 3}));
  EXPECT_TRUE(decided->checks[1].violated);
  EXPECT_FALSE(decided->checks[0].violated || decided->checks[2].violated);
}

TEST_F(EveryCheck, AHardOneIsLeftAloneWithItsReason) {
  Result<DecidedChecks> decided = decide(three_checks, [&](const Numbers& checks, const auto&) {
    return std::ranges::count(checks, 3) > 0 ? none("too hard") : proved();
  });
  ASSERT_TRUE(decided.ok());
  EXPECT_THAT(outcomes(*decided), ElementsAre(fine, fine, unknown));
  EXPECT_THAT(decided->checks[2].reason, HasSubstr("too hard"));
  EXPECT_TRUE(decided->given_up) << "or else all would count as proved";
  EXPECT_EQ(decided->obstacles.size(), 1U);
}

TEST_F(EveryCheck, AnExecutionToAnUnknownPlaceIsNoAnswerToAnyOfThem) {
  Result<DecidedChecks> decided =
      decide(three_checks, [&](const auto&, const auto&) { return violated("9:9"); });
  ASSERT_TRUE(decided.ok());
  EXPECT_THAT(outcomes(*decided), ElementsAre(unknown, unknown, unknown));
  EXPECT_FALSE(decided->proof);
}

TEST_F(EveryCheck, ALimitCostsTheQuestionAndAnErrorAll) {
  Result<DecidedChecks> out =
      decide(three_checks,
             [&](const auto&, const auto&) -> PortfolioResult { throw ResourceOut("no memory"); });
  ASSERT_TRUE(out.ok());
  EXPECT_THAT(outcomes(*out), ElementsAre(unknown, unknown, unknown));
  EXPECT_THAT(out->checks[0].reason, HasSubstr("no memory"));
  EXPECT_EQ(out->limit, "no memory");
  Result<DecidedChecks> error = decide(three_checks, [&](const auto&, const auto&) {
    PortfolioResult result;
    result.error = Diagnostic::error(ErrorKind::Usage, "cannot write");
    return result;
  });
  ASSERT_FALSE(error.ok());
  EXPECT_EQ(error.error().message, "cannot write");
}

TEST_F(EveryCheck, WithoutAnyThereIsStillAQuestion) {
  Result<DecidedChecks> decided = decide("proc main() {\n  start -> exit: skip;\n}\n",
                                         [&](const auto&, const auto&) { return none("opaque"); });
  ASSERT_TRUE(decided.ok());
  EXPECT_THAT(asked_, ElementsAre(Numbers{}));
  EXPECT_TRUE(decided->checks.empty());
  EXPECT_TRUE(decided->given_up);
  EXPECT_FALSE(decided->proof);
}

constexpr std::string_view two_decisions = R"(proc main() {
  local x: i32;
  start -> a: havoc x from "__VERIFIER_nondet_int";
  a -> b: assume x > 3;
  a -> b: assume x <= 3;
  b -> exit: assume x > 5;
  b -> exit: assume x <= 5;
})";

/// Sites behind which executions go on: one execution reaches several.
TEST_F(EveryCheck, OneExecutionMayReachSeveralSites) {
  ir::Program program = *ir::parse(std::string(two_decisions), "test.ir");
  FileId file = program.files.add("p.c", "");
  for (ir::Edge& edge : program.procedures.front().edges)
    edge.range = {file, {1, 1}, {1, 2}};
  std::vector<transform::Branch> branches = transform::branches_of(program);
  ASSERT_EQ(branches.size(), 4U);
  auto make = [&](const std::set<std::size_t>& dropped, transform::Uninitialised) {
    return transform::with_branch_sites(program, branches, dropped);
  };
  static const engine::Engine nobody{.name = "nobody"};
  std::size_t questions = 0;
  auto ask = [&](const ir::Program& part, std::string_view, Budget&) {
    ++questions;
    PortfolioResult found;
    found.told = Told{};
    found.engine = &nobody;
    // The first question has an execution to the first site that is left, the second a proof.
    const ir::Procedure& main = part.procedure(part.entry);
    for (std::size_t l = 0; l < main.locations.size() && questions == 1; ++l)
      if (!main.locations[l].labels.empty() && found.told->site.empty()) {
        found.told->violated = true;
        found.told->site = "0:" + std::to_string(l);
      }
    return found;
  };
  CheckingOptions options{"auto", IntegerModel::Machine, budget_, silent_observer(), ask};
  options.known = {0};
  options.also = [](const Told&) { return std::set<std::size_t>{0, 2}; };
  Result<DecidedChecks> decided = decide_all_sites(program, make, options);
  ASSERT_TRUE(decided.ok());
  std::vector<CheckOutcome> outcomes;
  for (const DecidedCheck& check : decided->checks)
    outcomes.push_back(check.outcome);
  EXPECT_THAT(outcomes,
              ElementsAre(CheckOutcome::Violated,
                          CheckOutcome::Violated,
                          CheckOutcome::Violated,
                          CheckOutcome::Proved));
  EXPECT_EQ(questions, 2U);
}

} // namespace
} // namespace kleene::verify
