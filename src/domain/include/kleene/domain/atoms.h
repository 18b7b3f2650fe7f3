// SPDX-License-Identifier: Apache-2.0
// Atoms of formulas in a normal form, so that the same predicate is found again when it comes in another
// shape. A linear comparison becomes `sum <= constant` or `sum == constant` with a positive first
// coefficient, and its negation a literal of the same atom.
#pragma once
#include "kleene/logic/term.h"

#include <vector>

namespace kleene::domain {

/// An atom, or its negation.
struct AtomLiteral {
  Term atom;
  bool positive = true;
};

/// An equivalent literal in normal form. Comparisons are moved about as over unbounded integers only if
/// that is exact in this model; constants give the atom `true`.
AtomLiteral normal_atom(TermManager& terms, Term atom, IntegerModel model);

/// The atoms of a formula in normal form of unbounded integers, each once, no constants. An `ite`
/// inside an atom is taken apart; atoms with more than a few of them are left out.
std::vector<Term> atoms_of(TermManager& terms, Term formula);

/// The value of a variable at which both sides of a linear comparison are equal, over unbounded
/// integers, plus an offset; null if its factor is not 1 or -1, or the atom is no comparison.
Term solution(TermManager& terms, Term atom, Term variable, Integer offset);

} // namespace kleene::domain
