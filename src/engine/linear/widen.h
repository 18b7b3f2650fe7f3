// SPDX-License-Identifier: Apache-2.0
// Widening of unions of polyhedra: forces an increasing chain of sets to become stable.
#pragma once
#include "kleene/presburger/relation.h"

namespace kleene::engine::linear {

/// Constraints that may be kept although no disjunct has them: the conditions of the program.
using Thresholds = std::vector<presburger::Set>;

/// A superset of `old` and `grown`. Each disjunct that is new joins the old one that loses fewest
/// constraints by it, and keeps only constraints of that one and thresholds; it stands alone while
/// there is room and the loss would be large. On any chain of sets this becomes stable after finitely
/// many steps: there is a limit on disjuncts, and each has fewer and fewer constraints.
presburger::Set
widen(const presburger::Set& old, const presburger::Set& grown, const Thresholds& thresholds);

} // namespace kleene::engine::linear
