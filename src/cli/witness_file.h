// SPDX-License-Identifier: Apache-2.0
// The witness of a verdict, as text.
#pragma once
#include "kleene/engine/engine.h"

#include "commands.h"
#include "goal.h"

namespace kleene::cli {

/// Requires: the judge accepted the candidate, and the program is C with machine integers. Empty, with a
/// warning in the report, if there is no witness for such an answer.
std::string witness_text(const Context& context,
                         const Input& input,
                         const Goal& goal,
                         const evidence::Problem& problem,
                         const engine::Candidate& candidate);

} // namespace kleene::cli
