// SPDX-License-Identifier: Apache-2.0
// Boolean programs with fewer guards and fewer data, for first and cheap attempts at a proof. The guards
// next to the targets stay as they are; every other one is weakened to what it says about the variables
// that are kept. In a driver with a lock and much data, the lock is left.
//
// Each result has all executions of the program and perhaps more, at the same locations and with the
// same variables, if perhaps along more edges: a proof for it is one for the program. A violation of it
// says nothing.
#pragma once
#include "kleene/transform/back.h"

#include <vector>

namespace kleene::transform {

/// The most different one first: in it, only the variables of the near guards are kept, and what flows
/// into them from others is arbitrary. In the second, what they depend on is kept, too. One that would
/// not be (much) easier is left out. Requires that there is no obstacle (boolean_scope.h).
std::vector<Transformed> easier_programs(const ir::Program& program,
                                         const ir::TargetSelection& targets);

} // namespace kleene::transform
