// SPDX-License-Identifier: Apache-2.0
// A Boolean program with fewer guards, for a first and cheap attempt at a proof. The guards next to the
// targets stay as they are; every other one is weakened to what it says about the variables that
// those depend on, so that nothing else matters any more. In a driver with a lock and much data, the
// lock is left.
//
// The result has all executions of the program and perhaps more, at the same locations and with the
// same variables: a proof for it is one for the program. A violation of it says nothing.
#pragma once
#include "kleene/ir/program.h"

#include <optional>

namespace kleene::domain {

/// Nothing if no guard would be weakened. Requires that there is no obstacle (boolean_scope.h).
std::optional<ir::Program> with_near_guards_only(const ir::Program& program,
                                                 const ir::TargetSelection& targets);

} // namespace kleene::domain
