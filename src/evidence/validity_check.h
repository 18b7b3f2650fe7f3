// SPDX-License-Identifier: Apache-2.0
// Checks that ask for live objects, and judges that run programs.
#pragma once
#include "kleene/evidence/problem.h"

#include <string>

namespace kleene::evidence {

/// Why runs cannot decide the checks of the problem; empty if they can. An interpreter with fixed addresses does
/// not see that an address leaves its object if another object lies there.
std::string objection_to_validity(const Problem& problem);

} // namespace kleene::evidence
