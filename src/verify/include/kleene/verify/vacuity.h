// SPDX-License-Identifier: Apache-2.0
// Whether a proof of the property would say nothing, because no execution comes to anything that could fail.
#pragma once
#include "kleene/evidence/problem.h"
#include "kleene/support/budget.h"

namespace kleene::verify {

/// Why, in words; empty if it would say something, or a short look does not tell.
std::string vacuity(const evidence::Problem& problem, Budget& budget);

} // namespace kleene::verify
