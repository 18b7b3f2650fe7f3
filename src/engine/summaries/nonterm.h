// SPDX-License-Identifier: Apache-2.0
// Executions that never end: the nonterm equations (kleene/equations/nonterm.h) inside the reachable
// states, with the summaries of a search that ran before.
#pragma once
#include "forward.h"

namespace kleene::engine::summaries {

/// Told of the states that leave NT at a node, in the order in which they leave.
using Departure = std::function<void(Node, const Bdd& states)>;

class NonTermination {
public:
  /// Requires that `reach` ran to the end.
  NonTermination(const domain::BooleanDomain& domain,
                 const ControlFlow& flow,
                 const ForwardReach& reach);

  void run(Observer& observer, const Departure& departure = {});

  const Bdd& states(Node n) const { return states_[n]; } ///< NT
  /// Whether some initial state is in NT.
  bool from_start() const;

private:
  const domain::BooleanDomain& domain_;
  const ControlFlow& flow_;
  const ForwardReach& reach_;
  std::vector<Bdd> states_;
};

} // namespace kleene::engine::summaries
