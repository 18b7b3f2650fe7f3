// SPDX-License-Identifier: Apache-2.0
// What an accepted answer is as a witness: an execution as the values it was given and where it ended, a
// proof as what holds at loops.
#pragma once
#include "kleene/evidence/execution.h"
#include "kleene/evidence/inductive.h"
#include "kleene/evidence/lasso.h"
#include "kleene/evidence/leap.h"
#include "kleene/evidence/ranking.h"
#include "kleene/evidence/recurrent.h"
#include "kleene/evidence/trace.h"
#include "kleene/frontend/task/witness.h"

namespace kleene::witness {

/// Requires: `replay` was accepted, and `trace` is of it. One waypoint for each value that the environment gave, the branches
/// (the last ones, if there are many), and the target.
frontend::task::ViolationSequence violation(const evidence::Problem& problem,
                                            const evidence::Replay& replay,
                                            const evidence::Trace& trace);

/// An infinite execution: the same on the way, and the loop or the call that comes again and again, with
/// the values that are given in each round.
frontend::task::ViolationSequence violation(const evidence::Problem& problem,
                                            const evidence::Lasso& lasso,
                                            const evidence::LassoJudgement& judgement,
                                            const evidence::Trace& trace);
frontend::task::ViolationSequence violation(const evidence::Problem& problem,
                                            const evidence::RecurrentSet& set,
                                            const evidence::Trace& trace);

/// Too long to be run: nothing but the place of the violation.
frontend::task::ViolationSequence violation(const evidence::Problem& problem,
                                            const evidence::LeapChain& chain);

/// What of the invariants C can say. Less is fine: a witness helps, the program has to be proved anyway.
frontend::task::InvariantSet invariants(const evidence::Problem& problem,
                                        const evidence::InductiveProof& proof);
/// With a transition invariant for each loop that begins once in an execution: the rank has gone down since
/// any earlier visit.
frontend::task::InvariantSet invariants(const evidence::Problem& problem,
                                        const evidence::TerminationProof& proof);

} // namespace kleene::witness
