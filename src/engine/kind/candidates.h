// SPDX-License-Identifier: Apache-2.0
// Guesses: relations between variables that often hold at loop heads and exits. They cost little, since
// those that are wrong are soon refuted.
#pragma once
#include "kleene/analysis/invariants.h"
#include "kleene/evidence/problem.h"

namespace kleene::engine::kind {

/// At a loop head: relations of two or three variables, with each other and with their values at the
/// entry; conditions that the procedure itself asks for; and what the facts say.
std::vector<Term>
head_candidates(const evidence::Problem& problem, ir::ProcId f, const analysis::Facts& facts);
/// At the exit, over globals and returns and the values at the entry.
std::vector<Term>
exit_candidates(const evidence::Problem& problem, ir::ProcId f, const analysis::Facts& facts);

} // namespace kleene::engine::kind
