// SPDX-License-Identifier: Apache-2.0
#include "kleene/verify/portfolio.h"

#include <gtest/gtest.h>

#include <csignal>
#include <gmock/gmock.h>
#include <map>

namespace kleene::verify {
namespace {

using testing::HasSubstr;

/// Engines that do what their names are told to do.
class Portfolio : public testing::Test {
protected:
  using Way = PortfolioResult (*)(const std::vector<const engine::Engine*>&,
                                  const Attempt&,
                                  const PortfolioOptions&);

  void add(std::string_view name, Attempt behaviour) {
    engines_.push_back({.name = name});
    behaviours_[name] = std::move(behaviour);
  }
  void answers(std::string_view name, Outcome outcome) {
    add(name, [outcome](const auto&, Observer&, const auto&) { return outcome; });
  }

  PortfolioResult run(Way way) {
    std::vector<const engine::Engine*> all;
    for (const engine::Engine& e : engines_)
      all.push_back(&e);
    return way(all,
               [this](const engine::Engine& e, Observer& observer, const auto& hints) {
                 return behaviours_.at(e.name)(e, observer, hints);
               },
               {.budget = budget_,
                .observer = silent_observer(),
                .so_far = [this](const auto& obstacles) { so_far_ = obstacles; }});
  }

  std::vector<engine::Engine> engines_;
  std::map<std::string_view, Attempt> behaviours_;
  Budget budget_;
  std::vector<Obstacle> so_far_;
};

TEST_F(Portfolio, InTurnTheFirstAnswerWinsAndLaterEnginesAreNotAsked) {
  answers("lost", NoAnswer{"too hard"});
  answers("finds", Told{.violated = true, .what = "termination"});
  add("never", [](const auto&, Observer&, const auto&) -> Outcome {
    ADD_FAILURE() << "asked although there is an answer";
    return NoAnswer{};
  });
  PortfolioResult result = run(&try_in_turn);
  ASSERT_TRUE(result.told);
  EXPECT_EQ(result.told->what, "termination");
  EXPECT_EQ(result.engine->name, "finds");
  EXPECT_TRUE(result.obstacles.empty());
}

TEST_F(Portfolio, WithoutAnAnswerEveryEngineSaysWhy) {
  answers("a", NoAnswer{"loops"});
  answers("b", NoAnswer{"memory"});
  for (Way way : {&try_in_turn, &try_at_once}) {
    PortfolioResult result = run(way);
    EXPECT_FALSE(result.told || result.error);
    EXPECT_EQ(describe(result.obstacles), "a: loops; b: memory");
  }
}

TEST_F(Portfolio, AnErrorEndsTheSearch) {
  answers("a", NoAnswer{"loops"});
  answers("b", Diagnostic::error(ErrorKind::Usage, "cannot write"));
  for (Way way : {&try_in_turn, &try_at_once}) {
    PortfolioResult result = run(way);
    EXPECT_FALSE(result.told);
    ASSERT_TRUE(result.error);
    EXPECT_EQ(result.error->message, "cannot write");
  }
}

TEST_F(Portfolio, AtOnceACrashCostsOneEngineOnly) {
  add("crashes", [](const auto&, Observer&, const auto&) -> Outcome {
    std::raise(SIGKILL);
    return NoAnswer{};
  });
  answers("lost", NoAnswer{"too hard"});
  PortfolioResult without = run(&try_at_once);
  EXPECT_FALSE(without.told);
  ASSERT_EQ(without.obstacles.size(), 2U);
  EXPECT_EQ(without.obstacles[0].engine, "crashes");
  EXPECT_FALSE(without.obstacles[0].reason.empty());
  answers("finds", Told{.explanation = "proof", .warnings = {"careful"}});
  PortfolioResult with = run(&try_at_once);
  ASSERT_TRUE(with.told);
  EXPECT_EQ(with.engine->name, "finds");
  EXPECT_EQ(with.told->explanation, "proof");
  EXPECT_EQ(with.told->warnings, std::vector<std::string>{"careful"});
}

TEST_F(Portfolio, AtOnceALimitCostsOneEngineOnly) {
  add("full", [](const auto&, Observer&, const auto&) -> Outcome { throw std::bad_alloc(); });
  add("late", [](const auto&, Observer&, const auto&) -> Outcome {
    throw ResourceOut("the node table is full");
  });
  PortfolioResult result = run(&try_at_once);
  EXPECT_THAT(describe(result.obstacles), HasSubstr("full: memory is full"));
  EXPECT_THAT(describe(result.obstacles), HasSubstr("late: the node table is full"));
}

TEST_F(Portfolio, HintsReachThoseWhoStartLater) {
  // As many engines as start at the same time wait until the one with the hint is done.
  answers("knows", NoAnswer{"not inductive", "x is positive"});
  for (int i = 0; i < 40; ++i)
    answers("filler", NoAnswer{"nothing"});
  add("listens", [](const auto&, Observer&, const std::vector<std::string>& hints) -> Outcome {
    return NoAnswer{hints.empty() ? "no hint" : hints.back()};
  });
  PortfolioResult result = run(&try_at_once);
  EXPECT_EQ(result.obstacles.back().reason, "x is positive");
}

TEST_F(Portfolio, WhatStandsInTheWayIsToldAllTheTime) {
  answers("a", NoAnswer{"loops"});
  run(&try_at_once);
  ASSERT_EQ(so_far_.size(), 1U);
  EXPECT_EQ(so_far_[0].reason, "loops");
}

} // namespace
} // namespace kleene::verify
