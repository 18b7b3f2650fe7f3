// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/intervals/intervals.h"

#include "kleene/analysis/invariants.h"
#include "kleene/evidence/bounded.h"
#include "kleene/facts/loops.h"
#include "kleene/ir/floats.h"
#include "kleene/logic/substitute.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "guess.h"
#include "rounds.h"

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

std::set<VarId> written_in(const ir::Procedure& procedure) {
  std::set<VarId> result;
  for (const ir::Edge& edge : procedure.edges)
    for (VarId v : ir::written_variables(edge.statement))
      result.insert(v);
  return result;
}

/// At the exit the locals are gone; parameters that are not written are as they were at the entry.
Term summary(const evidence::Problem& problem, const ir::Procedure& p, const Facts& at_exit) {
  const ir::Program& program = problem.program;
  TermManager& terms = *program.terms;
  auto among = [](const std::vector<VarId>& list, VarId v) {
    return std::ranges::find(list, v) != list.end();
  };
  Facts left = at_exit;
  left.keep([&](VarId v) { return !program.variable(v).owner.valid() || among(p.returns, v); });
  Facts entered = at_exit;
  std::set<VarId> written = written_in(p);
  entered.keep([&](VarId v) { return among(p.parameters, v) && !written.contains(v); });
  Substitution copies(terms);
  for (VarId v : p.parameters)
    copies.add(v, terms.variable(evidence::entry_copy(program, v), program.variable(v).type));
  return terms.conj(analysis::formula(program, problem.integers, left),
                    copies(analysis::formula(program, problem.integers, entered)));
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
    stated.summary = summary(problem, p, invariants[f][p.exit.index()]);
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
  if (reason.empty()) return to_proof(problem, invariants);
  // What happens in a few rounds, the judge may be able to tell, who takes ranges of floats apart.
  bool followed = problem.integers == IntegerModel::Machine && !problem.program.concurrent()
                  && ir::computes_with_floats(problem.program);
  if (followed) {
    if (auto rounds = most_rounds(problem.program, problem.integers, invariants, budget))
      return evidence::BoundedProof{.rounds = *rounds, .depth = 1};
    if (auto guess = guessed(problem, invariants)) return to_proof(problem, *guess);
  }
  return Unknown{reason};
}

} // namespace kleene::engine::intervals
