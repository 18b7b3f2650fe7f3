// SPDX-License-Identifier: Apache-2.0
// Reachability of a Boolean program where no execution of practical length exists: sets of states in
// layers, such that each follows from the ones before it. The argument is finite and short even if the
// execution takes longer than the universe lasts.
#pragma once
#include "kleene/evidence/inductive.h"

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

/// Accepts if every pair of a layer has a reason in the layers before it: it starts the program or a
/// call that a layer makes, comes by an edge, or over a call whose callee goes from its entry to its
/// exit in earlier layers; and some layer is not empty and at a selected target.
Judgement judge_layers(const Problem& problem, const LayeredReach& reach, Budget& budget);

} // namespace kleene::evidence
