// SPDX-License-Identifier: Apache-2.0
// Backward reachability in closed form: the states from which a target may be reached, loops and
// recursion closed at once.
#pragma once
#include "natural.h"

namespace kleene::engine::linear {

/// `forward`, a solution closed under all steps, without the states that may reach a target. None if
/// the program may start in such a state. Throws presburger::Failure.
std::optional<Solution> solve_backward(const domain::PresburgerDomain& domain,
                                       const CallGraph& calls,
                                       const ir::TargetSelection& targets,
                                       const Solution& forward,
                                       Observer& observer);

} // namespace kleene::engine::linear
