// SPDX-License-Identifier: Apache-2.0
// Sets of places in terms of the nodes of the control flow.
#pragma once
#include "kleene/engine/summaries/analysis.h"

#include "forward.h"

namespace kleene::engine::summaries {

/// Per node of the control flow.
std::vector<bool> as_nodes(const PlaceSet& places);

/// Whether an execution ends: by a halt, or by returning from the first activation of the entry
/// procedure. Requires that `reach` ran to the end.
bool reaches_end(const domain::BooleanDomain& domain,
                 const ControlFlow& flow,
                 const ForwardReach& reach);

} // namespace kleene::engine::summaries
