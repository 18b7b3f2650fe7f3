// SPDX-License-Identifier: Apache-2.0
// What the program may reach, written down as invariants at cut points and summaries.
#pragma once
#include "forward.h"

namespace kleene::engine::exact {

evidence::InductiveProof proof_of(const AbstractProgram& abstract, const Forward& reached);

} // namespace kleene::engine::exact
