// SPDX-License-Identifier: Apache-2.0
// Whether a program with claims (invariants of a witness) in it has every execution of the original. Evidence is
// judged on it, so it is looked at here by code that has no part in making it.
#pragma once
#include "kleene/ir/program.h"

#include <string>

namespace kleene::evidence {

/// Each edge of the original is there, and where it leaves a location by way of new ones, one of two conditions always
/// leads on: `c`, or `!c`, both with a value. Empty if so. Requires: no threads.
std::string objection_to_claims(const ir::Program& original, const ir::Program& claiming);

} // namespace kleene::evidence
