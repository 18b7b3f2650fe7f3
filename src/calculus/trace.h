// SPDX-License-Identifier: Apache-2.0
// Witnesses and counterexamples: why a formula holds or fails, as a sequence of tuples of fixed-point
// relations, each of which holds because of the next.
#pragma once
#include "kleene/calculus/session.h"

#include <string>
#include <vector>

#include "evaluator.h"

namespace kleene::calculus {

/// Why the closed formula `f` holds (for a counterexample, `f` is the negation of what was asked): one
/// line per step, or a line that says that there is nothing to show.
std::vector<std::string> trace(const Module& module,
                               Evaluator& evaluator,
                               const Formula* f,
                               bool witness,
                               const ShowValue& show = {});

/// A value in the words of `show`, if there are some.
std::string shown_value(const ShowValue& show,
                        const Type& type,
                        const std::vector<bool>& bits,
                        std::size_t offset);

} // namespace kleene::calculus
