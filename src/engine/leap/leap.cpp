// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/leap/leap.h"

#include "kleene/evidence/boolean.h"

#include <fmt/core.h>

#include "execute.h"
#include "search.h"

namespace kleene::engine::leap {

std::optional<std::string> obstacle(const evidence::Problem& problem) {
  if (problem.property != evidence::Property::UnreachCall)
    return "leaps lead to targets, nothing else";
  if (evidence::is_boolean(problem.program)) return "made for programs with integers";
  return std::nullopt;
}

Candidate solve(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  observer.phase("looking for loops on the way to a target");
  Ways ways(problem, budget);
  std::vector<Skeleton> skeletons = ways.skeletons();
  if (skeletons.empty()) return Unknown{"no way to a target passes a loop"};
  analysis::Invariants invariants = analysis::invariants(problem.program, problem.integers, budget);
  Effects effects(problem);
  Theorems theorems(effects, IntegerModel::Math, budget);
  Theorems machine(effects, IntegerModel::Machine, budget);
  bool has_limits = problem.integers == IntegerModel::Machine;
  Search search(
      problem, effects, ways, theorems, has_limits ? &machine : nullptr, invariants, budget);
  for (std::size_t i = 0; i < skeletons.size(); ++i) {
    observer.progress(fmt::format("way {} of {}", i + 1, skeletons.size()));
    std::optional<evidence::LeapChain> chain = search.run(skeletons[i]);
    if (!chain) continue;
    observer.phase("running what was found");
    chain->execution = execute(problem, *chain, budget);
    return Leapt{std::move(*chain)};
  }
  return Unknown{fmt::format("no region was found that leaps over the loops on the way to a target "
                             "({} way{} tried)",
                             skeletons.size(),
                             skeletons.size() == 1 ? "" : "s")};
}

} // namespace kleene::engine::leap
