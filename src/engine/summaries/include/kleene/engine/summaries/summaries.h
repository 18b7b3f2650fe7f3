// SPDX-License-Identifier: Apache-2.0
// Engines `summaries` and `summaries:backward`: Boolean programs, decided exactly, with evidence.
//
// A violation of unreach-call is an execution, or runs of procedures where it is too long, one of
// termination a lasso. Proofs are the reachable
// pairs at every location and the summaries, for termination with the order in which states turn out
// to have no infinite execution.
#pragma once
#include "kleene/engine/engine.h"

namespace kleene::engine::summaries {

std::optional<std::string> obstacle(const evidence::Problem& problem);
Answer solve(const evidence::Problem& problem, Budget& budget, Observer& observer);
/// For a violation of termination: sets that need not be left, and layers that show what calls do. This
/// is the evidence of `solve` where every loop is too long.
evidence::LayeredRecurrence
never_ends_in_layers(const evidence::Problem& problem, Budget& budget, Observer& observer);
/// An execution to a target that stays among pairs of entry and current states which somebody else computed:
/// per procedure and location, as in evidence::InductiveProof; null: none. Unknown if there is no such execution.
Answer violation_within(const evidence::Problem& problem,
                        const std::vector<std::vector<Term>>& pairs,
                        Budget& budget,
                        Observer& observer);
/// Decides backward first; the evidence is found forward, and must say the same.
Answer solve_backward(const evidence::Problem& problem, Budget& budget, Observer& observer);

inline constexpr Engine engine{"summaries",
                               "decides Boolean programs by path edges and summaries",
                               &obstacle,
                               &solve,
                               {.made_for = MadeFor::BooleanPrograms}};
inline constexpr Engine backward_engine{"summaries:backward",
                                        "decides Boolean programs backward, from what matters",
                                        &obstacle,
                                        &solve_backward,
                                        {.on_request = true}};

} // namespace kleene::engine::summaries
