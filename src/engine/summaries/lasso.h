// SPDX-License-Identifier: Apache-2.0
// An infinite execution as a lasso: a way into a state, and a way from it back to itself, perhaps
// deeper in the recursion.
#pragma once
#include "kleene/evidence/lasso.h"

#include "concrete.h"
#include "nonterm.h"

namespace kleene::engine::summaries {

/// States that an execution may stay in for ever, and which way it should go.
struct Guide {
  std::vector<Bdd> states; ///< per node
  /// Where a step from a state at `from` may lead to at `to`: part of the states there. Some step of every state
  /// leads to such a place.
  std::function<Bdd(Node from, const Bdd& state, Node to)> wanted;
};

/// Stays where executions can go on for ever.
Guide staying(const ControlFlow& flow, const NonTermination& forever);

/// A lasso along the guide; nothing if it needs more than `limit` steps. Requires that an initial state is among
/// its states.
std::optional<evidence::Lasso> find_lasso(const domain::BooleanDomain& domain,
                                          const ControlFlow& flow,
                                          const ForwardReach& reach,
                                          const Guide& guide,
                                          const Derivations& derivations,
                                          std::size_t limit);

} // namespace kleene::engine::summaries
