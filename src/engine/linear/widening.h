// SPDX-License-Identifier: Apache-2.0
// Path edges, summaries and entries over-approximated: the equations of path_edges.h, with widening
// where loops and recursion would go on for ever, and narrowing afterwards.
#pragma once
#include "natural.h"

namespace kleene::engine::linear {

/// A solution that is closed under every step, and Over. Throws presburger::Failure.
Solution solve_by_widening(const domain::PresburgerDomain& domain,
                           const CallGraph& calls,
                           const ir::TargetSelection& targets,
                           Observer& observer);

} // namespace kleene::engine::linear
