// SPDX-License-Identifier: Apache-2.0
// Weak topological order of a control-flow graph (Bourdoncle 1993), nested: loops are closed from the
// inside out, and the flat order of fixpoint/order.h does not say where they end. Every
// edge that goes backwards leads to the head of a component that contains it.
#pragma once
#include "kleene/ir/program.h"

#include <vector>

namespace kleene::engine::linear {

struct WtoElement {
  ir::LocId location;           ///< the head, if it is a component
  bool component = false;       ///< a loop
  std::vector<WtoElement> body; ///< of a component, without the head
};

/// The locations that can be reached from the entry.
std::vector<WtoElement> weak_topological_order(const ir::Procedure& procedure);

} // namespace kleene::engine::linear
