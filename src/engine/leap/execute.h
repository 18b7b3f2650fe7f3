// SPDX-License-Identifier: Apache-2.0
// From a chain to an execution with inputs, where it is short enough to be run: what a person can step
// through, and a compiler confirm.
#pragma once
#include "kleene/evidence/leap.h"

namespace kleene::engine::leap {

/// Longer executions are not run.
inline constexpr std::uint64_t longest_execution = 100'000'000;

/// Runs the program as the chain says; nothing if that takes too many steps, or does not arrive.
std::optional<evidence::Execution>
execute(const evidence::Problem& problem, const evidence::LeapChain& chain, Budget& budget);

} // namespace kleene::engine::leap
