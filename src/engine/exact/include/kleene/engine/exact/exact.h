// SPDX-License-Identifier: Apache-2.0
// Engine `exact`: exact predicate abstraction of recursive programs. What a program may do and what it
// must be able to do are computed from the same predicates, which are found by refinement. Gives
// proofs (invariants and summaries), executions, and sets of states that are never left.
#pragma once
#include "kleene/engine/engine.h"

namespace kleene::engine::exact {

std::optional<std::string> obstacle(const evidence::Problem& problem);
Answer solve(const evidence::Problem& problem, Budget& budget, Observer& observer);

inline constexpr Engine engine{
    "exact", "abstracts by predicates from above and below, and refines", &obstacle, &solve};

} // namespace kleene::engine::exact
