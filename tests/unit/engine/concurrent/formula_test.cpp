// SPDX-License-Identifier: Apache-2.0
// The formula of algorithms/contexts.fix against the engine, and against the clause that it corrects.
#include "kleene/calculus/algorithms.h"
#include "kleene/calculus/session.h"
#include "kleene/engine/concurrent/concurrent.h"
#include "kleene/engine/concurrent/relations.h"
#include "kleene/frontend/boolean/boolean_frontend.h"

#include <gtest/gtest.h>

#include "explicit_scheduler.h"
#include "random_concurrent.h"

namespace kleene::engine::concurrent {
namespace {

Result<bool> by_formula(const ir::Program& program, std::size_t switches) {
  Budget budget;
  return reachable_by_formula(
      program, frontend::boolean::default_targets(), switches, budget, silent_observer());
}

TEST(ContextsFormula, AgreesWithTheSchedulerSwitchBySwitch) {
  std::size_t compared = 0;
  std::size_t reached = 0;
  for (std::uint64_t seed = 1; compared < 40; ++seed) {
    std::string text =
        reference::random_concurrent_program(seed, {.shared = 2, .threads = 2, .statements = 2});
    auto read = frontend::boolean::read_boolean_text("random.bp", text, {});
    ASSERT_TRUE(read.ok()) << text;
    if (read->program.threads.empty()) continue;
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    reference::Scheduled truth = reference::schedule_explicitly(
        read->program, frontend::boolean::default_targets(), {.switches = 20});
    if (truth.too_large) continue;
    ++compared;
    reached += truth.switches ? 1 : 0;
    for (std::size_t k = 0; k <= 3; ++k) {
      Result<bool> answer = by_formula(read->program, k);
      ASSERT_TRUE(answer.ok()) << render(answer.error());
      ASSERT_EQ(*answer, truth.switches && *truth.switches <= k) << k << " switches";
    }
  }
  EXPECT_GT(reached, 1U);
  EXPECT_LT(reached, compared);
}

TEST(ContextsFormula, AgreesWithTheEngineOnRecursion) {
  std::size_t decided = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    std::string text = reference::random_concurrent_program(
        seed, {.shared = 2, .threads = 2, .statements = 2, .recursion = true});
    auto read = frontend::boolean::read_boolean_text("random.bp", text, {});
    ASSERT_TRUE(read.ok()) << text;
    if (read->program.threads.empty()) continue;
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    for (std::size_t k = 0; k <= 2; ++k) {
      evidence::Problem problem{read->program,
                                evidence::Property::UnreachCall,
                                frontend::boolean::default_targets(),
                                IntegerModel::Machine,
                                k,
                                {}};
      Budget budget;
      Answer engine = solve(problem, budget, silent_observer());
      const auto* unknown = std::get_if<Unknown>(&engine);
      if (unknown != nullptr && !unknown->reason.starts_with("no error within")) continue;
      ++decided;
      Result<bool> answer = by_formula(read->program, k);
      ASSERT_TRUE(answer.ok()) << render(answer.error());
      ASSERT_EQ(*answer, unknown == nullptr) << k << " switches";
    }
  }
  EXPECT_GT(decided, 60U);
}

/// T0 is left with l and a both false or both true, never with l true and a false.
const char* const foreign_locals = R"(
decl a, b; init !a & !b;
thread T0 begin void main() begin decl l; l := F;
  if (*) then l, a := T, T constrain !b; fi
  if (l & b) then ERROR: skip; fi end end
thread T1 begin void main() begin b := T constrain !a; end end)";

TEST(ContextsFormula, AThreadGoesOnWithTheLocalsThatItWasLeftWith) {
  auto read = frontend::boolean::read_boolean_text("locals.bp", foreign_locals, {});
  ASSERT_TRUE(read.ok()) << render(read.error());
  Result<bool> answer = by_formula(read->program, 2);
  ASSERT_TRUE(answer.ok()) << render(answer.error());
  EXPECT_FALSE(*answer);
}

TEST(ContextsFormula, ThePrintedClauseRaisesAFalseAlarm) {
  auto read = frontend::boolean::read_boolean_text("locals.bp", foreign_locals, {});
  ASSERT_TRUE(read.ok()) << render(read.error());
  auto relations = relations_text(read->program, frontend::boolean::default_targets());
  ASSERT_TRUE(relations.ok());
  std::string formula(*kleene::calculus::shipped_algorithm("contexts"));
  const std::string correction = " & w.G = c.g[j + 1]";
  std::size_t at = formula.find(correction);
  ASSERT_NE(at, std::string::npos);
  formula.erase(at, correction.size());
  SourceFiles files;
  std::vector<FileId> order{files.add("program", *relations), files.add("printed.fix", formula)};
  kleene::calculus::ReadOptions options;
  options.constants["K"] = 2;
  auto session = kleene::calculus::Session::read(files, order, options);
  ASSERT_TRUE(session.ok()) << render(session.error());
  Budget budget;
  auto outcomes = (*session)->evaluate(budget, silent_observer());
  ASSERT_TRUE(outcomes.ok()) << render(outcomes.error());
  EXPECT_EQ(outcomes->back().value, true);
}

} // namespace
} // namespace kleene::engine::concurrent
