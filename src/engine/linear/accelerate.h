// SPDX-License-Identifier: Apache-2.0
// Any number of rounds of a loop at once.
#pragma once
#include "kleene/domain/presburger_domain.h"

namespace kleene::engine::linear {

/// Zero or more steps of `R`, exact if possible, otherwise Over. Exact results come from isl's
/// transitive closure, or from it on a power of R: an update of a finite monoid (a swap, a rotation, a
/// change of sign) is a translation after one period. Throws presburger::Failure if there is none.
domain::Relation star(const domain::Relation& R);

} // namespace kleene::engine::linear
