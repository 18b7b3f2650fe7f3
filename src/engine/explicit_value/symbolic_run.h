// SPDX-License-Identifier: Apache-2.0
// A path executed with terms for values: is there an execution that takes it?
#pragma once
#include "kleene/engine/engine.h"

#include "refine.h"

namespace kleene::engine::explicit_value {

/// No execution takes the path: the conditions of these steps contradict each other.
struct Infeasible {
  std::vector<std::size_t> steps;
};

using Feasibility = std::variant<evidence::Execution, Infeasible, Unknown>;

/// `overflows`: the edge that has to overflow behind the path, if any.
Feasibility feasibility(const evidence::Problem& problem,
                        const std::vector<PathStep>& path,
                        const ir::Edge* overflows,
                        Budget& budget);

} // namespace kleene::engine::explicit_value
