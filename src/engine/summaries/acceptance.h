// SPDX-License-Identifier: Apache-2.0
// Executions that come to accepting places infinitely often. The greatest sets Z such that
//
//   Z(k) = Y(k), where Y is least with   Y(k) = steps_into(k, Z)   at accepting places k
//                                        Y(k) = steps_into(k, Y)   elsewhere
//
// inside the reachable states: from every state of Z an accepting place can be reached whose step leads into Z
// again. What calls do is known from summaries; that an accepting place was passed inside a call has to be seen
// behind it.
#pragma once
#include "lasso.h"

namespace kleene::engine::summaries {

class Acceptance {
public:
  /// Requires that `reach` ran to the end.
  Acceptance(const domain::BooleanDomain& domain,
             const ControlFlow& flow,
             const ForwardReach& reach,
             std::vector<bool> accepting);

  void run(Observer& observer);

  bool from_start() const;
  /// What left Z, round by round, in each round first what left at accepting places. A step leads from what left
  /// in a round to what left in the same or an earlier one, and from accepting places to what left earlier.
  const std::vector<std::pair<Node, Bdd>>& departures() const { return departures_; }
  /// Always nearer to the next accepting place; behind it anywhere inside Z.
  Guide guide() const;

private:
  void find_attracted();

  const domain::BooleanDomain& domain_;
  const ControlFlow& flow_;
  const ForwardReach& reach_;
  std::vector<bool> accepting_;
  std::vector<Bdd> states_;    ///< Z
  std::vector<Bdd> attracted_; ///< Y of the last round
  /// How Y came about in the last round: per node, what was added in which turn.
  std::vector<std::vector<std::pair<std::size_t, Bdd>>> turns_;
  std::vector<std::pair<Node, Bdd>> departures_;
};

} // namespace kleene::engine::summaries
