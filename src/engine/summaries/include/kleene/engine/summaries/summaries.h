// SPDX-License-Identifier: Apache-2.0
// Engines `summaries` and `summaries:backward`: Boolean programs, decided exactly, with evidence.
//
// A violation of unreach-call is an execution, one of termination a lasso. Proofs are the reachable
// pairs at every location and the summaries, for termination with the order in which states turn out
// to have no infinite execution.
#pragma once
#include "kleene/engine/engine.h"

namespace kleene::engine::summaries {

std::optional<std::string> obstacle(const evidence::Problem& problem);
Candidate solve(const evidence::Problem& problem, Budget& budget, Observer& observer);
/// For a violation of unreach-call: the layers of sets that lead to a target, whatever their number.
/// This is the evidence of `solve` where every execution is too long.
Reached solve_in_layers(const evidence::Problem& problem, Budget& budget, Observer& observer);
/// The same for a violation of termination.
Persists never_ends_in_layers(const evidence::Problem& problem, Budget& budget, Observer& observer);
/// Decides backward first; the evidence is found forward, and must say the same.
Candidate solve_backward(const evidence::Problem& problem, Budget& budget, Observer& observer);

inline constexpr Engine engine{
    "summaries", "decides Boolean programs by path edges and summaries", &obstacle, &solve};
inline constexpr Engine backward_engine{"summaries:backward",
                                        "decides Boolean programs backward, from what matters",
                                        &obstacle,
                                        &solve_backward};

} // namespace kleene::engine::summaries
