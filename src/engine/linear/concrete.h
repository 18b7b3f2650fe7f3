// SPDX-License-Identifier: Apache-2.0
// From a derivation of path edges to one concrete execution.
#pragma once
#include "kleene/evidence/execution.h"

#include "path_edges.h"

namespace kleene::engine::linear {

/// Numbers for an execution that reaches `target`, a path edge of `paths`. Throws presburger::Failure
/// if that is not possible within the limits.
evidence::Execution
concrete_execution(const domain::PresburgerDomain& domain, PathEdges& paths, std::size_t target);

} // namespace kleene::engine::linear
