// SPDX-License-Identifier: Apache-2.0
// A solution of the clauses as evidence: invariants at loop heads, preconditions at entries, summaries.
#pragma once
#include "kleene/evidence/inductive.h"

#include "encoder.h"

namespace kleene::engine::chc {

/// `formulas` are those of the relations, over their parameters.
evidence::InductiveProof proof_of(const evidence::Problem& problem,
                                  const Encoding& encoding,
                                  const std::vector<Term>& formulas);

} // namespace kleene::engine::chc
