// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/leap/leap.h"

#include "kleene/evidence/boolean.h"

#include <fmt/core.h>

#include "backward.h"
#include "endless.h"
#include "execute.h"

namespace kleene::engine::leap {

std::optional<std::string> obstacle(const evidence::Problem& problem) {
  if (problem.events().overflows)
    return "it looks for error locations behind loops, and for infinite loops";
  if (evidence::is_boolean(problem.program)) return "made for programs with integers";
  return std::nullopt;
}

namespace {

/// Theorem 1 first, with one state chosen behind it.
std::optional<evidence::LeapChain> backward_first(const Tools& tools, const Skeleton& skeleton) {
  Backward backward(tools);
  std::optional<evidence::LeapChain> chain = backward.run(skeleton);
  if (!chain) return std::nullopt;
  for (const evidence::LeapChain& rehearsal : backward.rehearsals(*chain)) {
    chain->execution = execute(tools.problem, rehearsal, tools.budget);
    if (chain->execution) break;
  }
  return chain;
}

/// Forward leaps if they suffice.
std::optional<evidence::LeapChain> to_target(const Tools& tools, const Skeleton& skeleton) {
  Search search(tools);
  if (!search.run(skeleton, start_of(tools.effects))) return backward_first(tools, skeleton);
  evidence::LeapChain chain;
  chain.values = search.values();
  chain.way = search.way();
  gather_leaps(tools.effects, chain);
  if (search.rounds() <= longest_execution)
    chain.execution = execute(tools.problem, chain, tools.budget);
  return chain;
}

class Solver {
public:
  Solver(const evidence::Problem& problem, Budget& budget, Observer& observer)
      : problem_(problem),
        budget_(budget),
        observer_(observer),
        invariants_(analysis::invariants(problem.program, problem.integers, budget)),
        effects_(problem),
        theorems_(effects_, IntegerModel::Math, budget),
        machine_(effects_, IntegerModel::Machine, budget) {}

  Answer to_targets() {
    observer_.phase("looking for loops on the way to a target");
    Ways flat(problem_, Nesting::Flat, budget_);
    Ways nested(problem_, Nesting::Nested, budget_);
    std::vector<Ways*> views{&flat, &nested};
    if (flat.has_many_inner_loops()) std::swap(views[0], views[1]);
    std::size_t tried = 0;
    for (Ways* ways : views) {
      Tools tools = tools_with(*ways);
      for (const Skeleton& skeleton : ways->to_targets()) {
        observer_.progress(fmt::format("way {}", ++tried));
        std::optional<evidence::LeapChain> chain = to_target(tools, skeleton);
        if (chain) return std::move(*chain);
      }
      if (!ways->has_inner_loops()) break;
    }
    if (tried == 0) return Unknown{"no path to an error location passes a loop"};
    return Unknown{fmt::format("no region was found that leaps over the loops on the way to a "
                               "target ({} way{} tried)",
                               tried,
                               tried == 1 ? "" : "s")};
  }

  Answer for_ever() {
    observer_.phase("looking for infinite loops");
    Ways ways(problem_, Nesting::Nested, budget_);
    Tools tools = tools_with(ways);
    for (const Site& site : ways.loops())
      if (std::optional<evidence::LeapChain> chain = Endless(tools).run(site))
        return std::move(*chain);
    return Unknown{"no loop iteration was found that leads back to the states it began with"};
  }

private:
  Tools tools_with(Ways& ways) {
    bool has_limits = problem_.integers == IntegerModel::Machine;
    return {problem_,
            effects_,
            ways,
            theorems_,
            has_limits ? &machine_ : nullptr,
            invariants_,
            budget_};
  }

  const evidence::Problem& problem_;
  Budget& budget_;
  Observer& observer_;
  analysis::Invariants invariants_;
  Effects effects_;
  Theorems theorems_;
  Theorems machine_;
};

} // namespace

Answer solve(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  Solver solver(problem, budget, observer);
  return problem.events().no_end ? solver.for_ever() : solver.to_targets();
}

} // namespace kleene::engine::leap
