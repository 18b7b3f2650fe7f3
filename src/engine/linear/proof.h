// SPDX-License-Identifier: Apache-2.0
// A solution of the equations as evidence.
#pragma once
#include "kleene/evidence/inductive.h"

#include "natural.h"

namespace kleene::engine::linear {

/// Invariants and summaries as formulas over the program's terms.
evidence::InductiveProof proof_of(const domain::PresburgerDomain& domain, const Solution& solution);

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
