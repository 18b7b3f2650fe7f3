// SPDX-License-Identifier: Apache-2.0
// The loops of a procedure.
#pragma once
#include "kleene/fixpoint/order.h"
#include "kleene/ir/program.h"

#include <vector>

namespace kleene::facts {

/// Successors of each location.
fixpoint::Graph control_flow(const ir::Procedure& procedure);

/// Locations in a line such that only edges to heads of loops lead backward, from inside the loop.
fixpoint::WeakTopologicalOrder location_order(const ir::Procedure& procedure);

/// A location, or a loop with all that is inside.
struct Nested {
  ir::LocId location; ///< the head, if it is a loop
  bool loop = false;
  std::vector<Nested> body; ///< of a loop, without the head
};

/// The same order as a forest of loops: it also says where they end.
std::vector<Nested> loop_forest(const ir::Procedure& procedure);

} // namespace kleene::facts
