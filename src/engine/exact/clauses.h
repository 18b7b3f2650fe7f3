// SPDX-License-Identifier: Apache-2.0
// New predicates from Horn clauses about the part of the program that a path uses: the invariants and
// summaries that a solver finds for it (smt/horn.h). With loops and recursion restored they explain all
// paths through the same blocks at once; of the path by itself they are its interpolants, at every place
// and for every call.
#pragma once
#include "counterexample.h"
#include "predicates.h"

namespace kleene::engine::exact {

enum class Shape {
  Restored, ///< one relation for each location: loops and recursion are closed again
  Unrolled, ///< one relation for each step
};

/// Returns how many predicates are new. What the solver finds is a guess about machine integers if `model`
/// is not theirs; predicates need not be more.
std::size_t refine_by_clauses(const BlockProgram& program,
                              const FlatPath& path,
                              Shape shape,
                              IntegerModel model,
                              double seconds,
                              PredicateMap& predicates,
                              Budget& budget);

} // namespace kleene::engine::exact
