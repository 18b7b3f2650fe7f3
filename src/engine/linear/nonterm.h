// SPDX-License-Identifier: Apache-2.0
// Executions that never end, by the greatest solution of the nonterm equations in mixed semantics.
#pragma once
#include "kleene/domain/presburger_domain.h"
#include "kleene/evidence/recurrent.h"
#include "kleene/support/observer.h"

#include "call_graph.h"

namespace kleene::engine::linear {

/// States from which an execution can go on for ever, and a way to reach one of them; nothing if none
/// was found. Throws presburger::Failure.
std::optional<evidence::RecurrentSet> find_recurrent_set(const domain::PresburgerDomain& domain,
                                                         const CallGraph& calls,
                                                         Observer& observer);

} // namespace kleene::engine::linear
