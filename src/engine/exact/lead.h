// SPDX-License-Identifier: Apache-2.0
// That a target must be reached, with more and more predicates: for paths that go round too often to be followed.
#pragma once
#include "predicates.h"

namespace kleene::engine::exact {

/// Sets of states that lead to a target, accepted by their judge: without that, the search for another
/// answer had better go on. Begins with the conditions of the program, or with these predicates.
std::optional<evidence::MustReach> lead_to_target(const evidence::Problem& problem,
                                                  const PredicateMap* predicates,
                                                  BddManager& manager,
                                                  Budget& budget);

} // namespace kleene::engine::exact
