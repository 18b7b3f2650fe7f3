// SPDX-License-Identifier: Apache-2.0
// Random concurrent programs: the engine and the judges against the explicit scheduler.
#include "kleene/engine/concurrent/concurrent.h"
#include "kleene/frontend/boolean/boolean_frontend.h"
#include "kleene/ir/validate.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "explicit_scheduler.h"
#include "random_concurrent.h"

namespace kleene::engine::concurrent {
namespace {

/// KLEENE_RANDOM_PROGRAMS: how many; 200 unless set.
std::uint64_t count() {
  const char* text = std::getenv("KLEENE_RANDOM_PROGRAMS");
  return text == nullptr ? 200 : std::strtoull(text, nullptr, 10);
}

/// Switches of an accepted violation; nothing if there is none. Proofs have to be accepted too.
std::optional<std::size_t> switches(const evidence::Problem& problem, const Answer& answer) {
  Budget budget;
  if (const auto* violated = std::get_if<evidence::Schedule>(&answer)) {
    evidence::ScheduleReplay replay = evidence::replay(problem, *violated, budget);
    EXPECT_EQ(replay.objection, "");
    return replay.run.switches;
  }
  if (const auto* proved = std::get_if<evidence::InterleavingProof>(&answer)) {
    EXPECT_EQ(evidence::judge(problem, *proved, budget).objection, "");
  } else if (std::holds_alternative<evidence::ControlFlow>(answer)) {
    EXPECT_TRUE(evidence::judge_control_flow(problem).accepted());
  }
  return std::nullopt;
}

TEST(RandomConcurrentPrograms, TheFewestSwitchesAgreeWithTheScheduler) {
  std::size_t reached = 0;
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 1; compared < count(); ++seed) {
    std::string text = reference::random_concurrent_program(seed);
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    auto read = frontend::boolean::read_boolean_text("random.bp", text, {});
    ASSERT_TRUE(read.ok()) << render(read.error());
    ASSERT_EQ(ir::validate(read->program), std::vector<std::string>{});
    evidence::Problem problem{read->program,
                              evidence::Property::UnreachCall,
                              frontend::boolean::default_targets(),
                              IntegerModel::Machine,
                              {},
                              {}};
    reference::Scheduled truth =
        reference::schedule_explicitly(read->program, problem.targets, {.switches = 20});
    if (truth.too_large) continue;
    ASSERT_FALSE(truth.cut_off);
    ++compared;
    Budget budget;
    Answer answer = solve(problem, budget, silent_observer());
    ASSERT_FALSE(std::holds_alternative<Unknown>(answer));
    ASSERT_EQ(switches(problem, answer), truth.switches);
    reached += truth.switches ? 1 : 0;
    if (!truth.switches) continue;
    // One switch less does not suffice, and nothing is claimed then.
    for (std::size_t bound = 0; bound < *truth.switches; ++bound) {
      problem.context_switches = bound;
      ASSERT_TRUE(std::holds_alternative<Unknown>(solve(problem, budget, silent_observer())));
    }
    problem.context_switches = *truth.switches;
    ASSERT_EQ(switches(problem, solve(problem, budget, silent_observer())), truth.switches);
  }
  EXPECT_GT(reached, count() / 10);
  EXPECT_LT(reached, count());
}

/// With recursion the scheduler sees only stacks up to a depth: what it finds is an upper bound, and
/// nothing may be proved where it finds something.
TEST(RandomConcurrentPrograms, RecursionNeverLeadsToAWrongAnswer) {
  std::size_t decided = 0;
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 1; compared < count(); ++seed) {
    std::string text = reference::random_concurrent_program(
        seed, {.shared = 2, .threads = 2, .statements = 3, .recursion = true});
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    auto read = frontend::boolean::read_boolean_text("random.bp", text, {});
    ASSERT_TRUE(read.ok()) << render(read.error());
    evidence::Problem problem{read->program,
                              evidence::Property::UnreachCall,
                              frontend::boolean::default_targets(),
                              IntegerModel::Machine,
                              {},
                              {}};
    reference::Scheduled truth =
        reference::schedule_explicitly(read->program, problem.targets, {.switches = 4, .depth = 4});
    if (truth.too_large) continue;
    ++compared;
    Budget budget;
    Answer answer = solve(problem, budget, silent_observer());
    if (std::holds_alternative<Unknown>(answer)) continue;
    ++decided;
    std::optional<std::size_t> found = switches(problem, answer);
    if (truth.switches) {
      ASSERT_TRUE(found.has_value());
      ASSERT_LE(*found, *truth.switches);
    } else if (!truth.cut_off) {
      ASSERT_EQ(found, std::nullopt);
    }
  }
  EXPECT_GT(decided, count() * 8 / 10);
}

} // namespace
} // namespace kleene::engine::concurrent
