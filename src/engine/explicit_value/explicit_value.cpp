// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/explicit_value/explicit_value.h"

#include "kleene/evidence/execution.h"
#include "kleene/evidence/tried.h"
#include "kleene/transform/zeroed.h"

#include <fmt/core.h>

#include "proof.h"
#include "reached.h"
#include "refine.h"
#include "symbolic_run.h"

namespace kleene::engine::explicit_value {
namespace {

/// Looks at the path to a bad state. Either the answer is there, or the precision has grown by variables
/// that show why the path is impossible.
std::optional<Answer> refine(const evidence::Problem& problem,
                             const Reached& reached,
                             Precision& precision,
                             Budget& budget) {
  const Bad& bad = *reached.bad();
  auto path = path_to(reached, bad.state);
  if (!path) return Unknown{"a path to a violation is too long to be looked at"};
  auto variables = contradiction(problem, reached.transfer(), *path, bad.edge);
  if (!variables) {
    Feasibility feasible = feasibility(problem, *path, bad.edge, budget);
    if (auto* found = std::get_if<evidence::Execution>(&feasible)) return std::move(*found);
    if (auto* undecided = std::get_if<Unknown>(&feasible)) return std::move(*undecided);
    variables = sources(problem, reached.transfer(), *path, std::get<Infeasible>(feasible).steps);
  }
  bool grown = false;
  for (VarId v : *variables)
    if (!precision.banned.contains(v)) grown |= precision.tracked.insert(v).second;
  if (grown) return std::nullopt;
  return Unknown{"the values of single variables do not tell why a violation is impossible"};
}

Answer follow(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  Reached reached(problem, budget, observer);
  Precision precision;
  while (true) {
    if (!reached.run(precision))
      return Unknown{fmt::format("more than {} states with {} variables told apart by their values",
                                 reached.size(),
                                 precision.tracked.size())};
    if (!reached.bad()) return proof_of(problem, reached);
    if (auto answer = refine(problem, reached, precision, budget)) return std::move(*answer);
  }
}

} // namespace

std::optional<std::string> obstacle(const evidence::Problem& problem) {
  if (problem.events().no_end) return "values at places say nothing about termination";
  if (evidence::is_boolean(problem.program)) return "made for programs with integers";
  return std::nullopt;
}

Answer solve(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  observer.phase("following values");
  Answer answer = follow(problem, budget, observer);
  auto* found = std::get_if<evidence::Execution>(&answer);
  bool may_choose = found != nullptr && problem.program.free_uninitialised;
  if (!may_choose || evidence::replay(problem, *found, budget).accepted()) return answer;
  // The path rests on values that nobody gave. Where they are zero, there may be another.
  evidence::tell_tried(observer, found->inputs);
  observer.phase("following values, zero where nothing is initialised");
  transform::Transformed zeroed = transform::zeroed(problem.program);
  evidence::Problem chosen = problem.about(zeroed.program);
  Answer other = follow(chosen, budget, observer);
  return std::holds_alternative<evidence::Execution>(other) ? other : answer;
}

} // namespace kleene::engine::explicit_value
