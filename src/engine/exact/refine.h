// SPDX-License-Identifier: Apache-2.0
// New predicates from a path that no execution takes: the weakest preconditions of the conditions that
// contradict each other, at every place of the path, in the words of the procedure there. What a callee
// is asked about its caller's values it says through its entry copies. Where a variable in such a condition
// got a value that nothing could change, that value is a predicate as well.
#pragma once
#include "counterexample.h"
#include "predicates.h"

namespace kleene::engine::exact {

/// Adds at most `limit` predicates; returns how many.
std::size_t refine_from_core(const BlockProgram& program,
                             const Infeasible& infeasible,
                             PredicateMap& predicates,
                             std::size_t limit);

} // namespace kleene::engine::exact
