// SPDX-License-Identifier: Apache-2.0
// Engine `bmc`: unrolls loops and recursion up to bounds that grow, and asks a solver for an execution
// that violates the property. Where no execution goes beyond the bounds, the program is proved.
#pragma once
#include "kleene/engine/engine.h"

namespace kleene::engine::bmc {

std::optional<std::string> obstacle(const evidence::Problem& problem);
Answer solve(const evidence::Problem& problem, Budget& budget, Observer& observer);

inline constexpr Engine engine{
    "bmc", "unrolls the program and asks a solver, with growing bounds", &obstacle, &solve};

} // namespace kleene::engine::bmc
