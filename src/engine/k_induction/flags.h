// SPDX-License-Identifier: Apache-2.0
// Conditions that something else may depend on: a variable that only ever becomes one of a few constants,
// compared with each of them, and comparisons that the procedure asks for.
#pragma once
#include "kleene/engine/k_induction/unfold.h"

namespace kleene::engine::k_induction {

/// A few of them. Of none of these variables, and of no temporary ones.
std::vector<Term>
flags(const ir::Program& program, const Cut& cut, const std::set<VarId>& not_of_these);

bool compares(Term t);
/// Only of variables that the program has.
bool is_of_program(const ir::Program& program, Term t);

} // namespace kleene::engine::k_induction
