// SPDX-License-Identifier: Apache-2.0
// The exact answers to the two questions about Boolean programs from which all others are made,
// without evidence. `summaries.h` asks them for problems and adds it.
#pragma once
#include "kleene/bdd/manager.h"
#include "kleene/ir/program.h"
#include "kleene/support/budget.h"
#include "kleene/support/observer.h"

#include <vector>

namespace kleene::engine::summaries {

/// A set of locations, and perhaps END, where a program stays after it returned or halted.
struct PlaceSet {
  std::vector<std::vector<bool>> locations; ///< per procedure
  bool end = false;

  static PlaceSet everywhere(const ir::Program& program);
  static PlaceSet nowhere(const ir::Program& program);
  static PlaceSet targets(const ir::Program& program, const ir::TargetSelection& selection);
  PlaceSet complement() const;
};

enum class Direction {
  Forward,  ///< path edges and summaries from the start; only reachable entries
  Backward, ///< from the goal; summaries only for exits that matter
};

/// EF: some execution arrives at one of the places. Requires a Boolean program (obstacle_to_boolean).
bool reaches(const ir::Program& program,
             const PlaceSet& goal,
             Direction direction,
             Budget& budget,
             Observer& observer,
             BddLimits limits = {});

/// EG: some execution that never blocks stays for ever at these places; it is infinite (also by
/// infinite recursion), or ends and END is one of them.
bool stays(const ir::Program& program,
           const PlaceSet& allowed,
           Direction direction,
           Budget& budget,
           Observer& observer);

} // namespace kleene::engine::summaries
