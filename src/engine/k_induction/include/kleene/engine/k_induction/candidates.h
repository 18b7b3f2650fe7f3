// SPDX-License-Identifier: Apache-2.0
// Guesses: relations between variables that often hold at loop heads, entries and exits. They cost little, since
// those that are wrong are soon refuted.
#pragma once
#include "kleene/analysis/invariants.h"
#include "kleene/evidence/problem.h"

namespace kleene::engine::k_induction {

/// At a loop head: relations of two or three variables, with each other and with their values at the
/// entry; conditions that the procedure itself asks for; and what the facts say.
std::vector<Term>
head_candidates(const evidence::Problem& problem, ir::ProcId f, const analysis::Facts& facts);
/// At the exit, over globals and returns and the values at the entry; of a recursive procedure also bounds
/// of its results, which the facts rarely know.
std::vector<Term> exit_candidates(const evidence::Problem& problem,
                                  ir::ProcId f,
                                  const analysis::Facts& facts,
                                  bool recursive);
/// At the entry of a recursive procedure: relations and bounds of its parameters.
std::vector<Term> entry_candidates(const evidence::Problem& problem, ir::ProcId f);

} // namespace kleene::engine::k_induction
