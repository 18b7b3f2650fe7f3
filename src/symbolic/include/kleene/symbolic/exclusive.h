// SPDX-License-Identifier: Apache-2.0
// Edges that leave one location: when is there no choice between them?
#pragma once
#include "kleene/ir/statement.h"

#include <vector>

namespace kleene::symbolic {

/// At most one of the statements can be executed in any state, as far as their shape shows it: of
/// every two, the condition of one contradicts that of the other.
bool exclusive(TermManager& terms, const std::vector<const ir::Statement*>& statements);

} // namespace kleene::symbolic
