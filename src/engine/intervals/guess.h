// SPDX-License-Identifier: Apache-2.0
// What would have to hold of floats for a program to be right: where intervals lose too much in one round of a loop
// (`y += 0.1 * (x - y)` has y twice), the judge, who takes intervals apart, may still find the bounds inductive that the
// program compares with.
#pragma once
#include "kleene/analysis/invariants.h"
#include "kleene/evidence/problem.h"

#include <optional>

namespace kleene::engine::intervals {

/// The facts, sharpened at heads of loops, at entries and exits; nothing if there is nothing to add. Nobody knows whether
/// they hold.
std::optional<analysis::Invariants> guessed(const evidence::Problem& problem,
                                            const analysis::Invariants& invariants);

} // namespace kleene::engine::intervals
