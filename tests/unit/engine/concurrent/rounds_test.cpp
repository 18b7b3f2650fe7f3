// SPDX-License-Identifier: Apache-2.0
// Threads in rounds as a sequential program: engines that know no threads against the search that does.
#include "kleene/engine/calculus/calculus.h"
#include "kleene/engine/concurrent/concurrent.h"
#include "kleene/engine/concurrent/in_rounds.h"
#include "kleene/engine/summaries/summaries.h"
#include "kleene/frontend/boolean/boolean_frontend.h"
#include "kleene/ir/validate.h"
#include "kleene/transform/rounds.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "random_concurrent.h"

namespace kleene::engine::concurrent {
namespace {

std::uint64_t count() {
  const char* text = std::getenv("KLEENE_RANDOM_PROGRAMS");
  return (text == nullptr ? 200 : std::strtoull(text, nullptr, 10)) / 4;
}

evidence::Problem in_rounds(const ir::Program& program, std::size_t rounds) {
  return {program,
          evidence::Property::UnreachCall,
          frontend::boolean::default_targets(),
          IntegerModel::Machine,
          {},
          rounds};
}

/// Whether there is an error; a schedule has to be accepted.
bool has_error(const evidence::Problem& problem, const Answer& answer) {
  if (const auto* unknown = std::get_if<Unknown>(&answer)) {
    EXPECT_TRUE(unknown->reason.starts_with("no error within")) << unknown->reason;
    return false;
  }
  const auto* violated = std::get_if<evidence::Schedule>(&answer);
  EXPECT_NE(violated, nullptr);
  if (violated == nullptr) return false;
  Budget budget;
  EXPECT_EQ(evidence::replay(problem, *violated, budget).objection, "");
  return true;
}

bool by_engine(const Engine& sequential, const evidence::Problem& problem) {
  Budget budget;
  EXPECT_EQ(obstacle_in_rounds(sequential, problem), std::nullopt);
  return has_error(problem, solve_in_rounds(sequential, problem, budget, silent_observer()));
}

void compare(const reference::ConcurrentShape& shape, std::uint64_t programs) {
  std::size_t reached = 0;
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 1; compared < programs; ++seed) {
    std::string text = reference::random_concurrent_program(seed, shape);
    auto read = frontend::boolean::read_boolean_text("random.bp", text, {});
    ASSERT_TRUE(read.ok()) << text;
    if (read->program.threads.empty()) continue;
    ++compared;
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    for (std::size_t rounds = 1; rounds <= 3; ++rounds) {
      evidence::Problem problem = in_rounds(read->program, rounds);
      auto sequential = transform::sequentialise(problem.program, problem.targets, rounds);
      ASSERT_TRUE(sequential.ok()) << render(sequential.error());
      ASSERT_EQ(ir::validate(sequential->program), std::vector<std::string>{});
      ASSERT_FALSE(sequential->program.concurrent());
      Budget budget;
      bool truth = has_error(problem, solve(problem, budget, silent_observer()));
      ASSERT_EQ(by_engine(summaries::engine, problem), truth) << rounds << " rounds";
      if (seed % 4 == 0) {
        ASSERT_EQ(by_engine(summaries::backward_engine, problem), truth);
      }
      if (seed % 8 == 0) {
        ASSERT_EQ(by_engine(engine::calculus::engines[1], problem), truth);
      }
      reached += truth ? 1 : 0;
    }
  }
  EXPECT_GT(reached, programs / 10);
  EXPECT_LT(reached, 3 * programs);
}

TEST(InRounds, SequentialEnginesAgreeWithTheSearch) {
  compare({.shared = 2, .threads = 3, .statements = 3}, count());
}

TEST(InRounds, SequentialEnginesAgreeWithTheSearchOnRecursion) {
  compare({.shared = 2, .threads = 2, .statements = 2, .recursion = true}, count());
}

/// B has to begin before A goes on; A stops for ever inside of nested calls.
const char* const two_rounds = R"(
decl a, b; init !a & !b;
thread A begin
  void inner() begin a := T; assume(b); ERROR: skip; end
  void main() begin inner(); end
end
thread B begin void main() begin assume(a); b := T; end end)";

TEST(InRounds, AnErrorNeedsAsManyRoundsAsItTakes) {
  auto read = frontend::boolean::read_boolean_text("two.bp", two_rounds, {});
  ASSERT_TRUE(read.ok()) << render(read.error());
  EXPECT_FALSE(by_engine(summaries::engine, in_rounds(read->program, 1)));
  EXPECT_TRUE(by_engine(summaries::engine, in_rounds(read->program, 2)));
}

/// A waits inside of a call while C makes its error: coming out of that call is no step of A.
const char* const waits_in_a_call = R"(
decl a, atomic;
void init() begin atomic := F; a := F; end
bool choose(x) begin a := T; return *; end
void A() begin decl l; l := choose(l); l := choose(l); end
void C() begin decl l; assume(a); l := *; if (l) then ERROR: skip; fi end)";

TEST(InRounds, AThreadThatStopsInsideACallTakesNoMoreSteps) {
  auto read = frontend::boolean::read_boolean_text("waits.bp", waits_in_a_call, {});
  ASSERT_TRUE(read.ok()) << render(read.error());
  for (std::size_t rounds : {1, 2, 3})
    EXPECT_TRUE(by_engine(summaries::engine, in_rounds(read->program, rounds)));
}

TEST(InRounds, ThreadsThatAreStartedAreRefused) {
  auto read = frontend::boolean::read_boolean_text(
      "start.bp", "decl g; void t() begin g := T; end void main() begin start_thread t(); end", {});
  ASSERT_TRUE(read.ok()) << render(read.error());
  EXPECT_EQ(obstacle_in_rounds(summaries::engine, in_rounds(read->program, 2)),
            "rounds need threads that are all there from the beginning");
}

} // namespace
} // namespace kleene::engine::concurrent
