// SPDX-License-Identifier: Apache-2.0
// A solution of the equations as evidence.
#pragma once
#include "kleene/evidence/inductive.h"

#include "natural.h"

namespace kleene::engine::linear {

/// Invariants and summaries as formulas over the program's terms.
evidence::InductiveProof proof_of(const domain::PresburgerDomain& domain, const Solution& solution);

/// Pairs of an entry (its copy of variables) and of other values, as a formula over the program's terms.
Term pairs_formula(const domain::PresburgerDomain& domain,
                   const presburger::Map& pairs,
                   const std::vector<VarId>& inputs,
                   const std::vector<VarId>& outputs);

/// Is an over-approximate solution closed under every edge, call and return?
bool is_inductive(const domain::PresburgerDomain& domain, const Solution& solution);

/// A location that is a target and that the solution reaches.
struct ReachedTarget {
  ir::ProcId procedure;
  ir::LocId location;
};
std::optional<ReachedTarget> reached_target(const domain::PresburgerDomain& domain,
                                            const Solution& solution,
                                            const ir::TargetSelection& targets);

} // namespace kleene::engine::linear
