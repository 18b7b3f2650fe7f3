// SPDX-License-Identifier: Apache-2.0
// Executions that never end (YASM, section 4; natural semantics inside mixed semantics):
//
//   N(k) = R(k) ∩ ⋃ { pre[k→l](N(l)) }                                                  statements
//               ∪ ⋃ { pre_into[k→l](N(en_f)) ∪ pre_over[k→l](N(l), S(f)) }              calls of f
//
// greatest in N; R(k) are the reachable states at k, S the summaries, both solved before, so that a
// step over a call never uses a summary that is still growing. The exit of a procedure has no
// successor here: what happens after it belongs to the caller.
//
// States leave N in an order: when one leaves, all its successors have left before. That order is a
// rank, and proves termination.
#pragma once
#include "forward.h"

namespace kleene::engine::summaries {

/// Told of the states that leave N at a node, in the order in which they leave.
using Departure = std::function<void(Node, const Bdd& states)>;

class NonTermination {
public:
  /// Requires that `reach` ran to the end.
  NonTermination(const domain::BooleanDomain& domain,
                 const ControlFlow& flow,
                 const ForwardReach& reach);

  void run(Observer& observer, const Departure& departure = {});

  const Bdd& states(Node n) const { return states_[n]; } ///< N
  /// Whether some initial state is in N.
  bool from_start() const;

private:
  Bdd can_stay(Node n) const;

  const domain::BooleanDomain& domain_;
  const ControlFlow& flow_;
  const ForwardReach& reach_;
  std::vector<Bdd> states_;
};

} // namespace kleene::engine::summaries
