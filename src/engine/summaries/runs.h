// SPDX-License-Identifier: Apache-2.0
// Executions as runs of procedures that refer to each other, and as plain lists of moves.
#pragma once
#include "kleene/evidence/execution.h"

#include <optional>

#include "derivation.h"

namespace kleene::engine::summaries {

/// Without the finished runs that nothing refers to.
evidence::Activations without_needless(evidence::Activations runs);

/// The last finished run step by step, with all calls; nothing if it has more than `limit` steps.
std::optional<std::vector<Move>>
moves_of_last_run(const ir::Program& program, const evidence::Activations& runs, std::size_t limit);

/// The same for the whole execution, as inputs.
std::optional<evidence::Execution>
unrolled(const ir::Program& program, const evidence::Activations& runs, std::size_t limit);

} // namespace kleene::engine::summaries
