// SPDX-License-Identifier: Apache-2.0
// Executions that rest on particular addresses.
#pragma once
#include "kleene/evidence/execution.h"

#include <string>

namespace kleene::evidence {

/// Why the run might go another way if objects lay elsewhere; empty if it would not. A violation in the
/// interpreter alone is none then.
std::string
objection_to_addresses(const Problem& problem, const Execution& execution, Budget& budget);

} // namespace kleene::evidence
