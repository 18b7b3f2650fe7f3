// SPDX-License-Identifier: Apache-2.0
// Leaps over loops in words.
#pragma once
#include "kleene/evidence/leap.h"
#include "kleene/report/report.h"

namespace kleene::report {

ShownChain to_shown(const evidence::Problem& problem,
                    const evidence::LeapChain& chain,
                    const std::string& checker,
                    std::size_t questions);

/// An accepted chain as a counterexample without an execution.
Counterexample to_counterexample(const evidence::Problem& problem,
                                 const evidence::LeapChain& chain);

} // namespace kleene::report
