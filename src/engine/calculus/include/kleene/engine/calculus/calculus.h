// SPDX-License-Identifier: Apache-2.0
// Engines `calculus:NAME`: the algorithms of the folder algorithms/, evaluated on the relations of a
// Boolean program. They decide; the evidence is found by the engine `summaries`, which must say the
// same.
#pragma once
#include "kleene/engine/engine.h"
#include "kleene/support/result.h"

#include <array>

namespace kleene::engine::calculus {

/// What an algorithm decides: the truth of its query `reachable` or `nonterminating`. The error says
/// why there is no answer.
Result<bool> decide(std::string_view algorithm,
                    const evidence::Problem& problem,
                    Budget& budget,
                    Observer& observer);

std::optional<std::string> obstacle_to_reachability(const evidence::Problem& problem);
std::optional<std::string> obstacle_to_termination(const evidence::Problem& problem);

Answer solve_simple(const evidence::Problem& problem, Budget& budget, Observer& observer);
Answer solve_ef(const evidence::Problem& problem, Budget& budget, Observer& observer);
Answer solve_ef_opt(const evidence::Problem& problem, Budget& budget, Observer& observer);
Answer solve_backward(const evidence::Problem& problem, Budget& budget, Observer& observer);
Answer solve_nonterm(const evidence::Problem& problem, Budget& budget, Observer& observer);

inline constexpr std::array engines{
    Engine{"calculus:simple",
           "summaries from all entries, as a formula (simple.fix)",
           &obstacle_to_reachability,
           &solve_simple,
           {.on_request = true}},
    Engine{"calculus:ef",
           "summaries from reachable entries, as a formula (ef.fix)",
           &obstacle_to_reachability,
           &solve_ef,
           {.on_request = true}},
    Engine{"calculus:ef-opt",
           "the same in rounds that look only where something is new (ef-opt.fix)",
           &obstacle_to_reachability,
           &solve_ef_opt,
           {.on_request = true}},
    Engine{"calculus:backward",
           "backward from the targets, as a formula (backward.fix)",
           &obstacle_to_reachability,
           &solve_backward,
           {.on_request = true}},
    Engine{"calculus:nonterm",
           "infinite executions, as a formula (nonterm.fix)",
           &obstacle_to_termination,
           &solve_nonterm,
           {.on_request = true}},
};

} // namespace kleene::engine::calculus
