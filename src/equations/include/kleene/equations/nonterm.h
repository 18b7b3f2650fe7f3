// SPDX-License-Identifier: Apache-2.0
// Executions that never end (YASM, section 4; natural semantics inside mixed semantics):
//
//   NT(k) = pre[k](NT) ∪ ⋃ into[c](NT) ∪ over[c](NT)                                    greatest
//
// inside the sets that the solution begins with. Summaries in over[c] must be complete before NT is
// solved: one that still grows would let states leave that belong to NT. The exit of a procedure has no
// step: what happens behind it belongs to the caller.
#pragma once
#include "kleene/equations/solve.h"
#include "kleene/equations/steps.h"

namespace kleene::equations {

/// Solves NT in place. `leaving(k, states)` is told of the states that leave, in an order in which all
/// successors of a state have left before it: a rank.
template <BackwardRelations R, class Queue, class Leaving>
void nonterm(R& r, typename R::Sets& NT, Queue& queue, Leaving&& leaving) {
  greatest(
      r, NT, queue, [&](const auto& k) { return steps_into(r, k, NT); }, leaving);
}

/// NT by rounds over all nodes, where each round costs much and few suffice; false if `rounds` do not.
template <BackwardRelations R>
bool nonterm_in_rounds(R& r, typename R::Sets& NT, int rounds) {
  return greatest_in_rounds(r, NT, rounds, [&](const auto& k) { return steps_into(r, k, NT); });
}

} // namespace kleene::equations
