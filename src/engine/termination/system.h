// SPDX-License-Identifier: Apache-2.0
// A program as places (entries of procedures and heads of loops) and steps between them. Ways through one
// activation step over calls; a call is also a step to the callee's entry, with the stack forgotten.
#pragma once
#include "kleene/ir/program_point.h"
#include "kleene/symbolic/step.h"

#include <vector>

namespace kleene::engine::termination {

/// All ways from one place to another that pass no place in between.
struct Step {
  std::size_t from = 0;
  std::size_t to = 0;
  bool enters = false;    ///< leads to the entry of a callee
  Term known;             ///< holds where it begins
  Term condition;         ///< of the values where it begins, and of fresh ones
  symbolic::State before; ///< where it begins: at an entry, entry copies are current values
  symbolic::State after;
};

struct System {
  std::vector<ir::ProgramPoint> places;
  std::vector<Step> steps;
};

} // namespace kleene::engine::termination
