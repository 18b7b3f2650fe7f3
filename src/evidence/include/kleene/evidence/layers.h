// SPDX-License-Identifier: Apache-2.0
// Non-termination of a Boolean program where no loop of practical length exists: sets of states that
// need not be left. What calls inside them do is shown by sets in layers, such that each follows from the
// ones before it. The argument is finite and short even if one round takes longer than the universe
// lasts.
#pragma once
#include "kleene/evidence/inductive.h"
#include "kleene/evidence/kind.h"

#include <vector>

namespace kleene::evidence {

struct LayeredReach {
  struct Layer {
    ir::ProcId procedure;
    ir::LocId location;
    /// Over entry copies and current values of all variables that are visible there.
    Term pairs;
  };
  std::vector<Layer> layers;
  std::vector<std::size_t> order; ///< as in InductiveProof
};

/// An infinite execution: sets of states that it need not leave.
struct LayeredRecurrence {
  static constexpr KindEntry kind{
      "layered-recurrence",
      Shows::Violation,
      {"layers of states that are never left", about::end, Programs::SequentialBoolean, false},
      {"layer in order"}};
  LayeredReach calls; ///< shows from which entries to which exits procedures can go
  /// Per procedure and location, over current values; null: none.
  std::vector<std::vector<Term>> states;
};

/// Accepts if every pair of a layer has a reason in the layers before it (it starts the program or a call
/// that a layer makes, comes by an edge, or over a call whose callee goes from its entry to its exit in
/// earlier layers), some initial state is in the set of the entry, and every state of a set has a step into one: along an edge, into a call, or over a call whose
/// callee goes from its entry to its exit in the layers.
Judgement
judge_recurrence(const Problem& problem, const LayeredRecurrence& recurrence, Budget& budget);

} // namespace kleene::evidence
