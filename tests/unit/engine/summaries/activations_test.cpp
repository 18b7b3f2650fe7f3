// SPDX-License-Identifier: Apache-2.0
// Runs of procedures as evidence: found by chance and by searches in random programs, and refused
// wherever a change makes them wrong. The interpreter, which knows nothing of runs, is the oracle.
#include "kleene/engine/summaries/summaries.h"
#include "kleene/evidence/file.h"
#include "kleene/frontend/boolean/boolean_frontend.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>

#include "derivation.h"
#include "explicit_reference.h"
#include "places.h"
#include "random_boolean.h"
#include "runs.h"
#include "sampling.h"

namespace kleene::engine::summaries {
namespace {

using evidence::Activation;
using evidence::Activations;

std::uint64_t count() {
  const char* text = std::getenv("KLEENE_RANDOM_PROGRAMS");
  return text == nullptr ? 200 : std::strtoull(text, nullptr, 10);
}

evidence::Problem problem_of(const ir::Program& program) {
  return {program,
          evidence::Property::UnreachCall,
          frontend::boolean::default_targets(),
          IntegerModel::Machine};
}

/// Both ways to find runs.
struct Found {
  std::optional<Activations> derived;
  std::optional<Activations> sampled;
};

Found find(const evidence::Problem& problem) {
  Budget budget;
  BddManager manager(budget);
  domain::BooleanScope scope(problem.program);
  domain::BooleanDomain domain(scope, manager);
  ControlFlow flow(scope);
  Places places{std::vector<bool>(flow.size(), true),
                as_nodes(PlaceSet::targets(problem.program, problem.targets))};
  Found found;
  found.sampled = sample(scope, flow, places.goal, 20'000, budget);
  Derivations derivations(domain, flow);
  ForwardReach reach(domain, flow, places);
  auto goal =
      reach.run(silent_observer(), Order::Callees, [&](Node n, const Bdd& pairs, Rule rule) {
        derivations.discover(n, pairs, rule);
      });
  if (goal) found.derived = derivations.execution(*goal, reach.pairs(*goal));
  return found;
}

/// Whether the interpreter reaches a target with the same number of steps as the judge counts.
void expect_replay(const evidence::Problem& problem, const Activations& runs) {
  Budget budget;
  evidence::ActivationsJudgement judgement = evidence::judge(problem, runs, budget);
  ASSERT_EQ(judgement.objection, "");
  auto execution = unrolled(problem.program, runs, 100'000);
  if (!execution) return;
  evidence::Replay replay = evidence::replay(problem, *execution, budget);
  ASSERT_EQ(replay.objection, "");
  ASSERT_EQ(std::to_string(execution->steps), judgement.steps);
}

/// One place of the evidence is changed.
Activations changed(Activations runs, const ir::Program& program, std::mt19937& random) {
  auto pick = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  std::size_t which = pick(runs.finished.size() + runs.stack.size());
  Activation& run = which < runs.finished.size() ? runs.finished[which]
                                                 : runs.stack[which - runs.finished.size()];
  Activation::Step* step = run.steps.empty() ? nullptr : &run.steps[pick(run.steps.size())];
  switch (pick(8)) {
  case 0:
    if (step != nullptr) step->edge = pick(program.procedure(run.procedure).edges.size() + 1);
    break;
  case 1:
    if (step != nullptr && !step->chosen.empty()) step->chosen[pick(step->chosen.size())].flip();
    break;
  case 2:
    if (step != nullptr) step->run = pick(runs.finished.size() + 1);
    break;
  case 3:
    if (!run.entry.empty()) {
      auto value =
          std::next(run.entry.begin(), static_cast<std::ptrdiff_t>(pick(run.entry.size())));
      value->second = !value->second;
    }
    break;
  case 4:
    if (!run.entry.empty()) run.entry.erase(run.entry.begin());
    break;
  case 5:
    run.procedure = ir::ProcId(pick(program.procedures.size() + 1));
    break;
  case 6:
    if (step != nullptr) run.steps.erase(run.steps.begin() + (step - run.steps.data()));
    break;
  default:
    runs.stack.erase(runs.stack.begin() + static_cast<std::ptrdiff_t>(pick(runs.stack.size())));
  }
  return runs;
}

TEST(ActivationsOfRandomPrograms, AreFoundReplayedAndRefusedIfChanged) {
  std::mt19937 random(7);
  std::size_t reached = 0;
  std::size_t by_chance = 0;
  std::size_t changes = 0;
  std::size_t refused = 0;
  for (std::uint64_t seed = 3000; seed < 3000 + count(); ++seed) {
    std::string text = reference::random_boolean_program(seed);
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    auto read = frontend::boolean::read_boolean_text("random.bp", text, {});
    ASSERT_TRUE(read.ok());
    evidence::Problem problem = problem_of(read->program);
    bool reachable = reference::ExplicitReference(read->program).reaches(problem.targets);
    Found found = find(problem);
    ASSERT_EQ(found.derived.has_value(), reachable);
    ASSERT_TRUE(reachable || !found.sampled);
    if (!reachable) continue;
    ++reached;
    by_chance += found.sampled ? 1 : 0;
    for (const auto& runs : {found.derived, found.sampled}) {
      if (!runs) continue;
      expect_replay(problem, *runs);
      if (testing::Test::HasFatalFailure()) return;
      auto again = evidence::read_evidence(evidence::write_evidence(problem, *runs), read->program);
      ASSERT_TRUE(again.ok());
      ASSERT_EQ(std::get<Activations>(again->evidence), *runs);
      for (int i = 0; i < 10; ++i) {
        Activations other = changed(*runs, read->program, random);
        if (other == *runs) continue;
        ++changes;
        Budget budget;
        if (!evidence::judge(problem, other, budget).accepted()) {
          ++refused;
          continue;
        }
        expect_replay(problem, other); // another execution, perhaps, but one of the program
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
  EXPECT_GT(reached, count() / 10);
  EXPECT_GT(4 * by_chance, 3 * reached);
  EXPECT_GT(2 * refused, changes);
}

/// Each procedure calls the next one twice.
std::string doubling(int n) {
  std::string text = "decl g; void main() begin g := F; p0(); assert(g); end ";
  for (int i = 0; i < n; ++i) {
    std::string next = "p" + std::to_string(i + 1) + "();";
    text += "void p" + std::to_string(i) + "() begin g := !g; g := !g; "
            + (i + 1 < n ? next + next : "") + " end ";
  }
  return text;
}

TEST(Activations, SayHowLongTheExecutionIs) {
  Budget budget;
  for (int n : {3, 100}) {
    auto read = frontend::boolean::read_boolean_text("t.bp", doubling(n), {});
    ASSERT_TRUE(read.ok());
    evidence::Problem problem = problem_of(read->program);
    Found found = find(problem);
    ASSERT_TRUE(found.derived && found.sampled);
    for (const Activations& runs : {*found.derived, *found.sampled}) {
      EXPECT_LE(runs.finished.size(), static_cast<std::size_t>(n) + 2);
      evidence::ActivationsJudgement judgement = evidence::judge(problem, runs, budget);
      EXPECT_EQ(judgement.objection, "");
      if (n == 3)
        expect_replay(problem, runs);
      else // more than 2^100 calls
        EXPECT_GT(judgement.steps.size(), 30U);
    }
    Answer answer = solve(problem, budget, silent_observer());
    EXPECT_EQ(std::holds_alternative<evidence::Activations>(answer), n == 100);
  }
}

/// A run may not build on values that nobody gave.
TEST(Activations, UnknownValuesAreNoReason) {
  Budget budget;
  auto read = frontend::boolean::read_boolean_text(
      "t.bp", "void main() begin decl x; if (x) then assert(F); fi end", {});
  ASSERT_TRUE(read.ok());
  ir::Program program = read->program;
  Found found = find(problem_of(program));
  ASSERT_TRUE(found.derived.has_value());
  expect_replay(problem_of(program), *found.derived);
  for (ir::Procedure& p : program.procedures)
    for (ir::Edge& edge : p.edges)
      if (auto* havoc = std::get_if<ir::Havoc>(&edge.statement))
        havoc->choice = ir::Choice::Unknown;
  Activations unknown = *found.derived;
  for (Activation& run : unknown.stack)
    for (Activation::Step& step : run.steps)
      step.chosen.clear();
  EXPECT_NE(evidence::judge(problem_of(program), unknown, budget).objection, "");
}

} // namespace
} // namespace kleene::engine::summaries
