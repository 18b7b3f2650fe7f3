// SPDX-License-Identifier: Apache-2.0
// States that have executions without end, written down for the judge, who looks at single edges: between
// cut points a state belongs to the set if it leads into it.
#pragma once
#include "nonterm.h"

namespace kleene::engine::exact {

/// The set with an empty stem; some start of the program must be in it.
evidence::RecurrentSet
recurrent_set(const AbstractProgram& abstract, const Forward& reached, NonTermination& nonterm);

} // namespace kleene::engine::exact
