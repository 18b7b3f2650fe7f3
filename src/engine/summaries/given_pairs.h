// SPDX-License-Identifier: Apache-2.0
// Pairs that come from outside as formulas, over entry copies and current values, as decision diagrams.
#pragma once
#include "control_flow.h"

namespace kleene::engine::summaries {

/// One set for each node. What is not carried at a place is arbitrary there.
std::vector<Bdd> given_pairs(const domain::BooleanDomain& domain,
                             const ControlFlow& flow,
                             const std::vector<std::vector<Term>>& pairs);

} // namespace kleene::engine::summaries
