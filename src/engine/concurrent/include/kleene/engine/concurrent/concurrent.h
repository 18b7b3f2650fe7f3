// SPDX-License-Identifier: Apache-2.0
// Engine `concurrent`: threads over Booleans that share variables. It looks at executions with 0, 1, 2,
// … context switches, so that an error is found with as few as possible; doc/concurrent.md tells how,
// and when the search ends with a proof.
#pragma once
#include "kleene/engine/engine.h"

namespace kleene::engine::concurrent {

std::optional<std::string> obstacle(const evidence::Problem& problem);
Answer solve(const evidence::Problem& problem, Budget& budget, Observer& observer);

/// With a number of switches only: what algorithms/contexts.fix decides, with the evidence of the other.
std::optional<std::string> obstacle_to_formula(const evidence::Problem& problem);
Answer solve_by_formula(const evidence::Problem& problem, Budget& budget, Observer& observer);

/// Recursion exactly, from the first switch on: stacks as words, sets of them as automata.
Answer solve_with_stacks(const evidence::Problem& problem, Budget& budget, Observer& observer);

inline constexpr Engine engine{"concurrent",
                               "threads over Booleans, by number of context switches",
                               &obstacle,
                               &solve,
                               {.concurrent = true}};
inline constexpr Engine formula_engine{"concurrent:formula",
                                       "bounded context switches, as a formula (contexts.fix)",
                                       &obstacle_to_formula,
                                       &solve_by_formula,
                                       {.concurrent = true, .on_request = true}};
inline constexpr Engine stacks_engine{"concurrent:stacks",
                                      "the same with whole stacks, as automata",
                                      &obstacle,
                                      &solve_with_stacks,
                                      {.concurrent = true, .on_request = true}};

} // namespace kleene::engine::concurrent
