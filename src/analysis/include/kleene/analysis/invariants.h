// SPDX-License-Identifier: Apache-2.0
// Facts that hold at the locations of a program, found without being asked for anything in particular:
// ranges and congruences of variables, by abstract interpretation of the whole program (procedures once
// for all their calls). Other engines start from them. They are sound by construction, but no judge
// takes them on trust: as part of a proof they are checked like everything else in it.
#pragma once
#include "kleene/analysis/range.h"
#include "kleene/ir/program.h"
#include "kleene/support/budget.h"

#include <map>
#include <vector>

namespace kleene::analysis {

/// What is known of the variables at a location; those that are not listed can have any value.
struct Facts {
  bool reachable = false;
  std::map<VarId, Range> ranges;
};

/// For each procedure, each location.
using Invariants = std::vector<std::vector<Facts>>;

Invariants invariants(const ir::Program& program, IntegerModel integers, Budget& budget);

/// Whether the evaluation of a term may leave the range of a signed machine type, as far as the facts
/// tell.
bool may_overflow(const ir::Program& program, const Facts& facts, Term t);

/// The facts as a formula over the variables of the program; `false` where no execution comes.
Term formula(const ir::Program& program, IntegerModel integers, const Facts& facts);

} // namespace kleene::analysis
