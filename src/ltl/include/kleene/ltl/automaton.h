// SPDX-License-Identifier: Apache-2.0
// A formula as a Büchi automaton that is written with Booleans (the powerset of the very weak alternating
// automaton of Gastin and Oddoux, "Fast LTL to Büchi automata translation", CAV 2001).
//
// A state is a set of obligations: formulas that have to hold from this position on. There is one Boolean for the
// formula itself, which alone is due at first, and one for each subformula X a, a U b and a R b. From one position
// to the next, each obligation that is due has to be met by the atoms at this position and by obligations for the
// next one:
//
//   a U b   is met by b, or by a and the obligation a U b at the next position
//   a R b   is met by b and a, or by b and the obligation a R b at the next position
//   X a     is met by the obligation a at the next position
//
// A run is accepting if no obligation a U b is handed on for ever: infinitely often it is not due at the next
// position. A sequence of positions satisfies the formula iff it has an accepting run.
#pragma once
#include "kleene/logic/term.h"
#include "kleene/ltl/formula.h"

#include <functional>

namespace kleene::ltl {

class Automaton {
public:
  /// Of a formula with negations at atoms only.
  explicit Automaton(const Formula& formula);

  /// Of the obligations; number 0 is the formula itself, which is due at the first position, and never again.
  std::size_t size() const { return obligations_.size(); }
  const Formula& obligation(std::size_t i) const { return obligations_[i]; }
  /// Those that may not be handed on for ever.
  const std::vector<std::size_t>& eventualities() const { return eventualities_; }

  /// Terms of type Bool: what the obligations are at this position and at the next, and the atoms at this one.
  struct Meaning {
    TermManager& terms;
    std::vector<Term> due;
    std::vector<Term> next; ///< number 0 is not used
    std::function<Term(const std::string& atom)> atom;
  };
  /// Everything that is due is met.
  Term step(const Meaning& meaning) const;

private:
  void collect(const Formula& formula);
  std::size_t number(const Formula& formula) const;
  Term met(const Formula& formula, const Meaning& meaning) const;

  std::vector<Formula> obligations_;
  std::vector<std::string> names_; ///< to_string of obligations
  std::vector<std::size_t> eventualities_;
};

} // namespace kleene::ltl
