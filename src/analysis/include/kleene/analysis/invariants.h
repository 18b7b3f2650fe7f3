// SPDX-License-Identifier: Apache-2.0
// Facts that hold at the locations of a program, found without being asked for anything in particular:
// ranges and congruences of integers, intervals of floats, by abstract interpretation of the whole program (procedures once
// for all their calls). Other engines start from them. They are sound by construction, but no judge
// takes them on trust: as part of a proof they are checked like everything else in it.
#pragma once
#include "kleene/analysis/range.h"
#include "kleene/ir/program.h"
#include "kleene/logic/float_interval.h"
#include "kleene/support/budget.h"

#include <map>
#include <vector>

namespace kleene::analysis {

/// What is known of the variables at a location; those that are not listed can have any value.
struct Facts {
  bool reachable = false;
  std::map<VarId, Range> ranges;
  std::map<VarId, FloatInterval> floats; ///< beside what `ranges` says of their patterns

  bool operator==(const Facts&) const = default;
  void forget(VarId variable) {
    ranges.erase(variable);
    floats.erase(variable);
  }
  template <class Wanted>
  void keep(const Wanted& wanted) {
    auto other = [&](const auto& known) { return !wanted(known.first); };
    std::erase_if(ranges, other);
    std::erase_if(floats, other);
  }
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
