// SPDX-License-Identifier: Apache-2.0
// An infinite execution as a lasso: a way into a state, and a way from it back to itself, perhaps
// deeper in the recursion.
#pragma once
#include "kleene/evidence/lasso.h"

#include "concrete.h"
#include "nonterm.h"

namespace kleene::engine::summaries {

/// A lasso inside the states that can go on for ever; nothing if it needs more than `limit` steps.
/// Requires that an initial state is among them.
std::optional<evidence::Lasso> find_lasso(const domain::BooleanDomain& domain,
                                          const ControlFlow& flow,
                                          const ForwardReach& reach,
                                          const NonTermination& forever,
                                          const Derivations& derivations,
                                          std::size_t limit);

} // namespace kleene::engine::summaries
