// SPDX-License-Identifier: Apache-2.0
// What unrolling has to know about a procedure: edges by location, loops, and an order of the locations
// in which every loop is finished before what follows it.
#pragma once
#include "kleene/ir/program.h"

#include <set>
#include <vector>

namespace kleene::engine::bmc {

struct Structure {
  Structure(const ir::Program& program, ir::ProcId id);

  std::vector<std::vector<std::size_t>> outgoing; ///< edges, by location
  std::vector<bool> exclusive;       ///< by location: at most one of its edges can be taken
  std::vector<std::size_t> position; ///< of each location
  std::vector<ir::LocId> at;         ///< the location at each position
  /// By position: for a loop head the position behind its loop, for others 0.
  std::vector<std::size_t> loop_end;
  std::vector<VarId> variables; ///< parameters, returns and locals
};

/// Whether a procedure can become active again while it is active.
std::vector<bool> recursive_procedures(const ir::Program& program);

} // namespace kleene::engine::bmc
