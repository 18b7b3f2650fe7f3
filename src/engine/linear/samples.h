// SPDX-License-Identifier: Apache-2.0
// Pairs of entry and state that occur in executions on random small inputs: what holds in all of them
// may hold always.
#pragma once
#include "kleene/domain/presburger_domain.h"

namespace kleene::engine::linear {

/// Per location: vectors (entry, state), each once.
using Samples = std::vector<std::vector<presburger::Point>>;

/// Per procedure. The same for the same program; a variable that has no value yet gets arbitrary ones.
std::vector<Samples> sample_executions(const domain::PresburgerDomain& domain, Budget& budget);

} // namespace kleene::engine::linear
