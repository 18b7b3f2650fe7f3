// SPDX-License-Identifier: Apache-2.0
// Guesses about the elements of arrays: what a loop does to one element, or asks of one, may hold for all
// elements of a range. The element is a parameter of the proof, see evidence/inductive.h:
//
//   lower <= k && k < upper  =>  P(k)
//
// where P is what the program stores (a[i] == i + 1), or a condition that it asks (a[i] >= 0), with k for
// the index variable i; and the bounds are index variables and what they are compared with. All that may
// depend on a flag: a variable that only ever becomes one of a few constants.
#pragma once
#include "kleene/engine/k_induction/houdini.h"
#include "kleene/evidence/problem.h"

namespace kleene::engine::k_induction {

/// What can be said about the elements that one procedure is concerned with, over its variables. One for
/// each parameter.
struct ElementGuesses {
  std::vector<Term> properties; ///< P
  std::vector<Term> ranges;     ///< of the parameter
  std::vector<Term> flags;      ///< conditions on single variables
  std::vector<Term> instances;  ///< terms that are used as indices, for parameters to stand for
  std::vector<Term> others;     ///< what may hold besides, without conditions
};

/// The memory that writes were made to, one after the other.
Term memory_below(Term memory);

/// The types of index variables in the program, at most two: those of the parameters.
std::vector<Type> index_types(const ir::Program& program);

/// `parameter` is the variable that stands for one.
ElementGuesses
element_guesses(const ir::Program& program, ir::ProcId f, const Cut& cut, Term parameter);

/// Adds what may hold at a loop head, where `here` is known already. What is known makes many ranges the
/// same, or empty, and settles many flags.
void add_at_head(TermManager& terms,
                 const ElementGuesses& elements,
                 Term parameter,
                 smt::Session& session,
                 FreshVariables& fresh,
                 std::vector<Guess>& here);
/// Adds what may hold at the exit: of globals and returns, and of what the procedure was called with.
void add_at_exit(const ir::Program& program,
                 ir::ProcId f,
                 const ElementGuesses& elements,
                 FreshVariables& fresh,
                 std::vector<Guess>& here);

} // namespace kleene::engine::k_induction
