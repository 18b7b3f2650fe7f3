// SPDX-License-Identifier: Apache-2.0
// Predicates where it is not decided what a program must do: those of the next place, seen from before the step.
#pragma once
#include "must_side.h"

namespace kleene::engine::exact {

/// Adds at most so many, for the places that are `open`: across blocks, into calls, from behind calls to
/// what the callee returns, and what choices rest on. Returns how many are new.
std::size_t pull_back(const AbstractProgram& abstract,
                      MustSide& must,
                      const std::function<bool(ir::ProcId, ir::LocId)>& open,
                      PredicateMap& predicates,
                      std::size_t limit);

} // namespace kleene::engine::exact
