// SPDX-License-Identifier: Apache-2.0
// Guesses beyond those that k-induction makes: bounds, and distances that are computed without wrapping.
#pragma once
#include "kleene/evidence/problem.h"

namespace kleene::engine::termination {

/// The type in which ranks and distances are computed: 64 bits with sign, or unbounded.
Type wide_type(IntegerModel model);
/// The term in that type, computed there as far as it is linear.
Term widened(TermManager& terms, IntegerModel model, Term t);

std::vector<Term> head_guesses(const evidence::Problem& problem, ir::ProcId f);
std::vector<Term> exit_guesses(const evidence::Problem& problem, ir::ProcId f);

} // namespace kleene::engine::termination
