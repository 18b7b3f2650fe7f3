// SPDX-License-Identifier: Apache-2.0
// The path on which a bad state was reached, and the variables whose values say that nothing can take it.
#pragma once
#include "reached.h"

namespace kleene::engine::explicit_value {

struct PathStep {
  enum class Kind { Step, Enter, Return };
  Kind kind = Kind::Step;
  const ir::Edge* edge = nullptr;
};

/// From the start of the program; nothing if it is too long.
std::optional<std::vector<PathStep>> path_to(const Reached& reached, StateId state);

/// Follows a path with all that ranges can tell. If it ends, the variables from which the contradiction
/// comes; nothing if an execution may take it as far as ranges tell.
std::optional<std::set<VarId>> contradiction(const evidence::Problem& problem,
                                             const analysis::Transfer& transfer,
                                             const std::vector<PathStep>& path,
                                             const ir::Edge* overflows);

/// The variables that the conditions of these steps read, and where their values come from.
std::set<VarId> sources(const evidence::Problem& problem,
                        const analysis::Transfer& transfer,
                        const std::vector<PathStep>& path,
                        const std::vector<std::size_t>& steps);

} // namespace kleene::engine::explicit_value
