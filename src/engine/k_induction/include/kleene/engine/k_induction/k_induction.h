// SPDX-License-Identifier: Apache-2.0
// Engine `k-induction`: k-induction. A violation that needs k rounds without one before it does not exist, and
// none happens in the first k rounds, so none ever does. What else holds in every round (ranges, and
// simple relations between variables) helps.
#pragma once
#include "kleene/engine/engine.h"

namespace kleene::engine::k_induction {

std::optional<std::string> obstacle(const evidence::Problem& problem);
Answer solve(const evidence::Problem& problem, Budget& budget, Observer& observer);

inline constexpr Engine engine{"k-induction",
                               "k-induction with machine integers, helped by simple invariants",
                               &obstacle,
                               &solve,
                               {.by_invariants = true}};

} // namespace kleene::engine::k_induction
