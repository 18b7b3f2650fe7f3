// SPDX-License-Identifier: Apache-2.0
// Steps without what floats compute: circuits of products and quotients keep solvers busy, and of most loops something
// else shows that they end.
#pragma once
#include "kleene/logic/substitute.h"

#include <optional>

#include "system.h"

namespace kleene::engine::termination {

/// The result of every operator of floats may be any value in conditions of steps, the same for the same operands. So there
/// are more steps, and whatever is a rank for them is one. Nothing if there are no such operators.
std::optional<System> with_opaque_floats(System system, TermManager& terms, FreshVariables& fresh);

} // namespace kleene::engine::termination
