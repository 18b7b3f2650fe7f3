// SPDX-License-Identifier: Apache-2.0
// Engines `calculus:NAME`: the algorithms of the folder algorithms/, evaluated on the relations of a
// Boolean program. They decide; the evidence is found by the engine `summaries`, which must say the
// same. A formula of the user's answers with evidence of its own: the relation that it computed.
#pragma once
#include "kleene/calculus/session.h"
#include "kleene/engine/engine.h"
#include "kleene/support/result.h"

#include <array>
#include <map>

namespace kleene::engine::calculus {

/// What an algorithm decides: the truth of its query `reachable` or `nonterminating`. The error says
/// why there is no answer.
Result<bool> decide(std::string_view algorithm,
                    const evidence::Problem& problem,
                    Budget& budget,
                    Observer& observer);

/// A formula file that somebody else wrote. It answers by its query `reachable`.
struct Formula {
  std::string file;
  std::string text;
  std::map<std::string, long> constants;
  std::function<void(const kleene::calculus::Round&)> on_round; ///< may be empty
};

/// What is wrong with its text, or with the inputs that it names.
std::optional<Diagnostic> complaint_about(const Formula& formula, const evidence::Problem& problem);
/// The pairs of entry and state that the formula computed are the proof, or lead to the execution: nothing else
/// is searched. Which relation these are is said in doc/calculus.md.
Answer solve_by(const Formula& formula,
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

/// Stands for a formula that is given beside it.
Answer solve_nothing(const evidence::Problem& problem, Budget& budget, Observer& observer);
inline constexpr Engine algorithm_engine{"algorithm",
                                         "a formula of yours (--algorithm FILE)",
                                         &obstacle_to_reachability,
                                         &solve_nothing,
                                         {.on_request = true}};

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
