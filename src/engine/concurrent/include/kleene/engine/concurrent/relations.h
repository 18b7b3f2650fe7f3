// SPDX-License-Identifier: Apache-2.0
// A concurrent Boolean program as types and relations in the text of the fixed-point calculus, as
// algorithms/contexts.fix takes them.
#pragma once
#include "kleene/ir/program.h"
#include "kleene/support/budget.h"
#include "kleene/support/observer.h"
#include "kleene/support/result.h"

#include <string>

namespace kleene::engine::concurrent {

/// Requires Program::threads and Boolean variables. The error names a statement that has no formula.
Result<std::string> relations_text(const ir::Program& program, const ir::TargetSelection& targets);

/// What the formula says: whether a target is reached with at most so many switches.
Result<bool> reachable_by_formula(const ir::Program& program,
                                  const ir::TargetSelection& targets,
                                  std::size_t switches,
                                  Budget& budget,
                                  Observer& observer);

} // namespace kleene::engine::concurrent
