// SPDX-License-Identifier: Apache-2.0
// Engine `intervals`: the ranges and congruences of variables (module `analysis`) as a proof, where they
// suffice. Quick, and often enough for the absence of overflow.
#pragma once
#include "kleene/engine/engine.h"

namespace kleene::engine::intervals {

std::optional<std::string> obstacle(const evidence::Problem& problem);
Answer solve(const evidence::Problem& problem, Budget& budget, Observer& observer);

inline constexpr Engine engine{"intervals",
                               "proves by the ranges of variables at each place",
                               &obstacle,
                               &solve,
                               {.by_invariants = true}};

} // namespace kleene::engine::intervals
