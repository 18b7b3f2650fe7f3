// SPDX-License-Identifier: Apache-2.0
// What was reached as invariants and summaries: a disjunction over contexts and their states.
#pragma once
#include "kleene/evidence/inductive.h"

#include "reached.h"

namespace kleene::engine::explicit_value {

evidence::InductiveProof proof_of(const evidence::Problem& problem, const Reached& reached);

} // namespace kleene::engine::explicit_value
