// SPDX-License-Identifier: Apache-2.0
// A static order of places in which those that occur together in statements stand close together
// (Bouajjani, Esparza and Schwoon, and others, use it for Boolean programs).
#pragma once
#include "kleene/domain/boolean_scope.h"

#include <cstddef>
#include <vector>

namespace kleene::domain {

/// `place[v]` is the place of a variable, below `count`, or `count` for variables without. Gives the
/// places in the order in which they should stand.
std::vector<std::size_t>
affinity_order(const BooleanScope& scope, const std::vector<std::size_t>& place, std::size_t count);

} // namespace kleene::domain
