// SPDX-License-Identifier: Apache-2.0
// The engine that turns a program into constrained Horn clauses and has them solved: invariants at loop heads
// and summaries of procedures come back, or nothing does. Finds proofs, no executions.
#pragma once
#include "kleene/engine/engine.h"
#include "kleene/support/result.h"

#include <string>

namespace kleene::engine::chc {

std::optional<std::string> obstacle(const evidence::Problem& problem);
Answer solve(const evidence::Problem& problem, Budget& budget, Observer& observer);

inline constexpr Engine engine{"chc",
                               "invariants and summaries as a solution of Horn clauses (Spacer)",
                               &obstacle,
                               &solve,
                               {.by_invariants = true}};

/// The clauses as SMT-LIB 2 text in the logic HORN: satisfiable exactly if no target can be reached, up to
/// what memory and missing bodies add.
Result<std::string> clauses(const evidence::Problem& problem);

} // namespace kleene::engine::chc
