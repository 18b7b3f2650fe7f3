// SPDX-License-Identifier: Apache-2.0
// The engine for programs over unbounded integers with linear expressions: exact relations, loops and
// linear recursion closed at once where that is possible, path edges step by step, widening.
#pragma once
#include "kleene/engine/engine.h"

namespace kleene::engine::linear {

std::optional<std::string> obstacle(const evidence::Problem& problem);
/// The same, and termination: it looks for executions that reach something.
std::optional<std::string> obstacle_backward(const evidence::Problem& problem);
Answer solve(const evidence::Problem& problem, Budget& budget, Observer& observer);

Answer solve_backward(const evidence::Problem& problem, Budget& budget, Observer& observer);

inline constexpr Engine engine{
    "linear",
    "exact integer relations, closed loops, path and summary edges, widening (linear programs)",
    &obstacle,
    &solve,
    {.made_for = MadeFor::LinearPrograms}};

inline constexpr Engine backward_engine{
    "linear:backward",
    "the same from the targets: pre-images, closed loops, demanded summaries (linear programs)",
    &obstacle_backward,
    &solve_backward,
    {.on_request = true}};

} // namespace kleene::engine::linear
