// SPDX-License-Identifier: Apache-2.0
// Witnesses and counterexamples: why a formula holds or fails, as a sequence of tuples of fixed-point
// relations, each of which holds because of the next.
#pragma once
#include <string>
#include <vector>

#include "evaluator.h"

namespace kleene::calculus {

/// Why the closed formula `f` holds (for a counterexample, `f` is the negation of what was asked): one
/// line per step, or a line that says that there is nothing to show.
std::vector<std::string>
trace(const Module& module, Evaluator& evaluator, const Formula* f, bool witness);

} // namespace kleene::calculus
