// SPDX-License-Identifier: Apache-2.0
// What an execution comes by, in the words of witnesses: values that the environment gives, and branches.
#pragma once
#include "kleene/evidence/trace.h"
#include "kleene/frontend/task/witness.h"

namespace kleene::witness {

/// A waypoint to follow, and the number of steps that were taken before it was passed.
struct Passed {
  frontend::task::Waypoint waypoint;
  std::uint64_t steps = 0;
};

/// All of them, in the order of the execution. What it finds in memory that is not initialised has no
/// waypoints.
std::vector<Passed> waypoints(const evidence::Problem& problem,
                              const evidence::Execution& execution,
                              const evidence::Trace& trace);

/// The function around a point of the source; null if there is none.
const ir::Procedure* procedure_at(const ir::Program& program, FileId file, SourcePoint point);

} // namespace kleene::witness
