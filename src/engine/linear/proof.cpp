// SPDX-License-Identifier: Apache-2.0
#include "proof.h"

namespace kleene::engine::linear {
namespace {

using domain::PresburgerDomain;
using domain::Relation;
using ir::ProcId;

constexpr std::size_t worth_coalescing = 40;

Term value_term(const PresburgerDomain& domain, VarId v, VarId name) {
  TermManager& t = *domain.program().terms;
  return t.cast(domain.formula_type(), t.variable(name, domain.program().variable(v).type));
}

/// The pairs at a location that belong to entries which occur.
std::optional<presburger::Map> reached(const Solution::Procedure& p, std::size_t location) {
  if (!p.paths[location]) return std::nullopt;
  presburger::Map pairs = p.paths[location]->map.restrict_domain(p.entries.set);
  if (pairs.is_empty()) return std::nullopt;
  return pairs;
}

} // namespace

Term pairs_formula(const PresburgerDomain& domain,
                   const presburger::Map& pairs,
                   const std::vector<VarId>& inputs,
                   const std::vector<VarId>& outputs) {
  const ir::Program& program = domain.program();
  std::vector<Term> dims;
  for (VarId v : inputs)
    dims.push_back(value_term(domain, v, evidence::entry_copy(program, v)));
  for (VarId v : outputs)
    dims.push_back(value_term(domain, v, v));
  presburger::Map simple = pairs.disjuncts() <= worth_coalescing ? pairs.coalesce() : pairs;
  return domain::formula(*program.terms, simple.as_set(), dims);
}

evidence::InductiveProof proof_of(const PresburgerDomain& domain, const Solution& solution) {
  const ir::Program& program = domain.program();
  evidence::InductiveProof proof;
  proof.procedures.resize(program.procedures.size());
  for (std::size_t f = 0; f < program.procedures.size(); ++f) {
    if (!solution.procedures[f]) continue;
    const Solution::Procedure& p = *solution.procedures[f];
    const domain::Layout& l = domain.layout(ProcId(f));
    auto& into = proof.procedures[f];
    into.invariants.resize(program.procedures[f].locations.size());
    for (std::size_t k = 0; k < into.invariants.size(); ++k)
      if (auto pairs = reached(p, k))
        into.invariants[k] = pairs_formula(domain, *pairs, l.entry, l.state);
    if (auto pairs = reached(p, program.procedures[f].exit.index()))
      into.summary =
          pairs_formula(domain, pairs->then(domain.leave(ProcId(f)).map), l.entry, l.result);
  }
  return proof;
}

std::optional<ReachedTarget> reached_target(const PresburgerDomain& domain,
                                            const Solution& solution,
                                            const ir::TargetSelection& targets) {
  for (std::size_t f = 0; f < solution.procedures.size(); ++f) {
    if (!solution.procedures[f]) continue;
    const auto& locations = domain.program().procedures[f].locations;
    for (std::size_t k = 0; k < locations.size(); ++k)
      if (targets.selects(locations[k]) && reached(*solution.procedures[f], k))
        return ReachedTarget{ProcId(f), ir::LocId(k)};
  }
  return std::nullopt;
}

bool is_inductive(const PresburgerDomain& domain, const Solution& solution) {
  const ir::Program& program = domain.program();
  for (std::size_t f = 0; f < solution.procedures.size(); ++f) {
    if (!solution.procedures[f]) continue;
    const Solution::Procedure& p = *solution.procedures[f];
    for (const ir::Edge& e : program.procedures[f].edges) {
      auto before = reached(p, e.from.index());
      if (!before) continue;
      std::optional<presburger::Map> after;
      if (const auto* call = std::get_if<ir::Call>(&e.statement)) {
        const auto& callee = solution.procedures[call->callee.index()];
        presburger::Set entries = before->then(domain.pass(ProcId(f), *call).map).range();
        if (!callee || !entries.subset_of(callee->entries.set)) return false;
        Relation summary = callee->summary.restrict_domain(callee->entries);
        after = before->then(domain.step_over(ProcId(f), *call, summary).map);
      } else {
        after = before->then(domain.edge(ProcId(f), e).map);
      }
      auto there = reached(p, e.to.index());
      if (there ? !after->subset_of(*there) : !after->is_empty()) return false;
    }
  }
  return true;
}

} // namespace kleene::engine::linear
