// SPDX-License-Identifier: Apache-2.0
// Engine `explicit-value`: what can be reached, with ranges for all variables and states kept apart by the
// values of a few. Which few is found out by counterexamples. Made for programs that are steered by
// variables of few values: state machines, protocols, schedulers.
#pragma once
#include "kleene/engine/engine.h"

namespace kleene::engine::explicit_value {

std::optional<std::string> obstacle(const evidence::Problem& problem);
Answer solve(const evidence::Problem& problem, Budget& budget, Observer& observer);

inline constexpr Engine engine{"explicit-value",
                               "follows the values of the variables that steer the program",
                               &obstacle,
                               &solve};

} // namespace kleene::engine::explicit_value
