// SPDX-License-Identifier: Apache-2.0
// Engine `leap`: reaches what lies behind loops without going round them one by one. For each loop on a
// way to a target it looks for a region of states with ports such that single steps prove the whole
// passage (Ball, Kupferman and Sagiv); the time it takes does not depend on the number of rounds.
#pragma once
#include "kleene/engine/engine.h"

namespace kleene::engine::leap {

std::optional<std::string> obstacle(const evidence::Problem& problem);
Answer solve(const evidence::Problem& problem, Budget& budget, Observer& observer);

inline constexpr Engine engine{
    "leap", "leaps over loops and recursion to what lies behind them", &obstacle, &solve};

} // namespace kleene::engine::leap
