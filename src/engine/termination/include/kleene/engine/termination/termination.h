// SPDX-License-Identifier: Apache-2.0
// Engine `termination`: proves that every execution ends. Invariants come first (ranges, and guesses of which the
// inductive ones are kept), then ranks of the loops and calls: tuples of integers that every way from one
// place to the next makes less.
#pragma once
#include "kleene/engine/engine.h"

namespace kleene::engine::termination {

std::optional<std::string> obstacle(const evidence::Problem& problem);
Answer solve(const evidence::Problem& problem, Budget& budget, Observer& observer);

inline constexpr Engine engine{"termination",
                               "proves by ranks of loops and calls that every execution ends",
                               &obstacle,
                               &solve};

} // namespace kleene::engine::termination
