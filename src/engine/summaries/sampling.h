// SPDX-License-Identifier: Apache-2.0
// Random executions, some at a time. A procedure is passed through from one state of its entry by a few
// travellers that take different ways. Runs that reach the exit are kept, and wherever one of them fits
// a call, the travellers it fits go that way and the others are given up. So few runs of each procedure
// pass through a large program, however long the execution is that comes of it. Finds errors that many
// executions have, and says nothing if it finds none.
#pragma once
#include "kleene/evidence/activations.h"

#include <optional>

#include "control_flow.h"

namespace kleene::engine::summaries {

/// Runs that lead to a target; nothing if none is found with so many steps. Always finds the same.
/// Requires that all choices of the program are free.
std::optional<evidence::Activations> sample(const domain::BooleanScope& scope,
                                            const ControlFlow& flow,
                                            const std::vector<bool>& goal,
                                            std::size_t steps,
                                            Budget& budget);

} // namespace kleene::engine::summaries
