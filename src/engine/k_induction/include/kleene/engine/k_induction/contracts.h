// SPDX-License-Identifier: Apache-2.0
// What is said about procedures before anything is proved. One without loops and recursion says exactly
// what it needs and does, as far as that can be said without quantifiers; of the others the ranges of
// their variables are known.
#pragma once
#include "kleene/analysis/invariants.h"
#include "kleene/engine/k_induction/unfold.h"

namespace kleene::engine::k_induction {

/// From the facts alone. At the exit the locals are gone.
Contract contract_of_facts(const evidence::Problem& problem,
                           ir::ProcId f,
                           const std::vector<analysis::Facts>& facts);

/// Requires: no loop and no recursion in the procedure, and contracts of what it calls. Dangers that
/// depend on values it does not get from its caller stay. With a parameter, it says what it does to memory.
Contract exact_contract(const evidence::Problem& problem,
                        ir::ProcId f,
                        const Contract& of_facts,
                        Unfolder& unfolder,
                        Term parameter = {});

/// Where the program reads and writes memory, as far as that is said by variables; the first ones of each region.
std::vector<AccessedPlace> accessed_places(const ir::Program& program);

} // namespace kleene::engine::k_induction
