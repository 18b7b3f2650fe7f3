// SPDX-License-Identifier: Apache-2.0
// Any engine for sequential programs on threads that take turns: it gets the program of transform/rounds.h, and
// an execution that it finds becomes a schedule of the threads.
#pragma once
#include "kleene/engine/engine.h"

namespace kleene::engine::concurrent {

/// Requires a problem with rounds about a concurrent program.
std::optional<std::string> obstacle_in_rounds(const Engine& sequential,
                                              const evidence::Problem& problem);
Answer solve_in_rounds(const Engine& sequential,
                       const evidence::Problem& problem,
                       Budget& budget,
                       Observer& observer);

} // namespace kleene::engine::concurrent
