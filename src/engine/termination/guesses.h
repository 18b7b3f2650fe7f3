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
/// Boolean globals, and what is left of those of the procedure at its entry or inside, are true, or are false.
std::vector<Term> flag_guesses(const evidence::Problem& problem, ir::ProcId f, bool at_entry);

/// What comparisons of the procedure say, in single states of a machine: a variable that is compared for equality with
/// constants, or a Boolean.
std::vector<Term> guesses_by_case(const evidence::Problem& problem, ir::ProcId f);

/// A variable, in the type of ranks, with the least and the largest value with which a loop begins.
struct Box {
  Term value;
  Integer least = 0;
  Integer largest = 0;
};
/// Integers that the procedure uses.
std::vector<VarId> used_integers(const evidence::Problem& problem, ir::ProcId f);
/// Bounds of sums with small factors of one or two variables, a little beyond those with which the loop begins.
std::vector<Term> sums_within(TermManager& terms, const std::vector<Box>& boxes);

std::vector<Term> exit_guesses(const evidence::Problem& problem, ir::ProcId f);

} // namespace kleene::engine::termination
