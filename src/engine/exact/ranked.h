// SPDX-License-Identifier: Apache-2.0
// That every execution ends: what may be reached as invariants, and ranks that every step makes less.
#pragma once
#include "forward.h"

namespace kleene::engine::exact {

/// Nothing if no ranks were found. `reached` must be complete.
std::optional<evidence::TerminationProof> ranked_proof(const AbstractProgram& abstract,
                                                       const Forward& reached,
                                                       IntegerModel model,
                                                       Budget& budget);

} // namespace kleene::engine::exact
