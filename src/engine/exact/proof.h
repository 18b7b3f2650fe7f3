// SPDX-License-Identifier: Apache-2.0
// What the program may reach, written down as invariants at cut points and summaries.
#pragma once
#include "forward.h"

namespace kleene::engine::exact {

/// What is known of these states of a place, facts included.
Term known_at(const AbstractProgram& abstract, ir::ProcId f, ir::LocId l, const Bdd& states);
/// A call as a step of the caller: it returns one of these states of the callee's exit.
Move step_over(const AbstractProgram& abstract, const CallStep& call, const Bdd& exits);

evidence::InductiveProof proof_of(const AbstractProgram& abstract, const Forward& reached);

} // namespace kleene::engine::exact
