// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/intervals/intervals.h"

#include "kleene/analysis/invariants.h"
#include "kleene/facts/loops.h"

#include <fmt/core.h>

#include <algorithm>

namespace kleene::engine::intervals {
namespace {

using analysis::Facts;
using analysis::Invariants;

/// Where the facts allow a violation; empty if nowhere.
std::string obstacle_in(const evidence::Problem& problem, const Invariants& invariants) {
  const ir::Program& program = problem.program;
  for (std::size_t f = 0; f < program.procedures.size(); ++f) {
    const ir::Procedure& p = program.procedures[f];
    for (std::size_t l = 0; l < p.locations.size(); ++l)
      if (invariants[f][l].reachable && problem.is_target(p.locations[l]))
        return fmt::format("the ranges of variables do not exclude an error location in {}",
                           p.name);
    if (!problem.events().overflows) continue;
    for (const ir::Edge& e : p.edges)
      for (Term t : ir::evaluated_terms(e.statement))
        if (analysis::may_overflow(program, invariants[f][e.from.index()], t))
          return fmt::format("the ranges of variables do not exclude an overflow at {}",
                             program.files.describe(e.range));
  }
  return {};
}

/// States the facts at the heads of loops, at entries, and where nothing can arrive.
evidence::InductiveProof to_proof(const evidence::Problem& problem, const Invariants& invariants) {
  const ir::Program& program = problem.program;
  evidence::InductiveProof proof;
  proof.sparse = true;
  for (std::size_t f = 0; f < program.procedures.size(); ++f) {
    const ir::Procedure& p = program.procedures[f];
    auto& stated = proof.procedures.emplace_back();
    if (!invariants[f][p.entry.index()].reachable) continue;
    auto order = facts::location_order(p);
    for (std::size_t l = 0; l < p.locations.size(); ++l) {
      const Facts& facts = invariants[f][l];
      bool says = order.head[l] || l == p.entry.index() || !facts.reachable;
      stated.invariants.push_back(says ? analysis::formula(program, problem.integers, facts)
                                       : Term());
    }
    // At the exit the locals are gone.
    Facts at_exit = invariants[f][p.exit.index()];
    std::erase_if(at_exit.ranges, [&](const auto& entry) {
      bool is_global = !program.variable(entry.first).owner.valid();
      return !is_global && std::ranges::find(p.returns, entry.first) == p.returns.end();
    });
    stated.summary = analysis::formula(program, problem.integers, at_exit);
  }
  return proof;
}

} // namespace

std::optional<std::string> obstacle(const evidence::Problem& problem) {
  if (problem.events().no_end) return "ranges say nothing about termination";
  if (evidence::is_boolean(problem.program)) return "made for programs with integers";
  return std::nullopt;
}

Answer solve(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  observer.phase("computing ranges");
  Invariants invariants = analysis::invariants(problem.program, problem.integers, budget);
  std::string reason = obstacle_in(problem, invariants);
  if (!reason.empty()) return Unknown{reason};
  return to_proof(problem, invariants);
}

} // namespace kleene::engine::intervals
