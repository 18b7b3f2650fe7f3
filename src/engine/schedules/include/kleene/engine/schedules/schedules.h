// SPDX-License-Identifier: Apache-2.0
// Engine `schedules`: lets the threads of a program take turns in every order, with the fewest preemptions first
// (a preemption is a switch away from a thread that could go on). States that were seen are not visited again.
// What violates the property is a schedule; when nothing new is left, that is a proof (AllRuns). Inputs
// with many values get a few of them, and then there is no proof.
#pragma once
#include "kleene/engine/engine.h"

namespace kleene::engine::schedules {

std::optional<std::string> obstacle(const evidence::Problem& problem);
Answer solve(const evidence::Problem& problem, Budget& budget, Observer& observer);

inline constexpr Engine engine{"schedules",
                               "runs the threads of a C program in every order",
                               &obstacle,
                               &solve,
                               {.concurrent = true}};

} // namespace kleene::engine::schedules
