// SPDX-License-Identifier: Apache-2.0
// What is known of the variables of the program at the end of a way, so that ports can be made of it.
#pragma once
#include "kleene/symbolic/simplifier.h"

#include "effect.h"

namespace kleene::engine::leap {

/// A conjunction over the variables of the program.
struct Facts {
  std::vector<Term> known;
  std::vector<Term> ranges; ///< of types: nothing but these
  bool complete = true;     ///< nothing was left out: every such state is possible
};

/// What holds in the end, if every variable had a value of its own at the start. Values that nobody wrote
/// into a variable are eliminated where that is easy, otherwise what rests on them is left out.
Facts facts_at(const Effect& chain, Effects& effects, IntegerModel integers);

/// The parts of a conjunction.
std::vector<Term> conjuncts(TermManager& terms, const std::vector<Term>& formulas);

/// The term with everything computed that is known.
Term tidy(symbolic::Simplifier& simplifier, Term root);

/// The term speaks of a value that nobody chooses.
bool mentions(const Effect& effect, Term t);

/// Makes up a state: every variable that a way at this place can see gets a value of its own. Those that
/// `chosen` picks are handed over with their ranges as conditions, the others are unknown.
Effect anywhere(Effects& effects,
                Spot at,
                const std::function<bool(VarId)>& chosen,
                std::vector<std::pair<VarId, Term>>& free);

} // namespace kleene::engine::leap
