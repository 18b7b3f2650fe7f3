// SPDX-License-Identifier: Apache-2.0
// Does some execution never end? The equations of nonterm.h are solved with more and more predicates,
// until the start of the program lies in the lower bound, or outside the upper one.
#pragma once
#include "counterexample.h"
#include "narrator.h"
#include "nonterm.h"
#include "predicates.h"

namespace kleene::engine::exact {

class Termination {
public:
  Termination(const BlockProgram& program, Budget& budget, Observer& observer);

  Candidate run();

private:
  std::optional<Candidate> search(IntegerModel model);
  std::optional<Candidate> leap_over_loops();
  /// Inputs for a start of the program inside a set of states of its entry.
  std::optional<std::vector<evidence::Input>>
  start_inside(domain::ExactDomain& domain, const Bdd& states, IntegerModel model);
  std::size_t refine(const AbstractProgram& abstract, NonTermination& nonterm);

  const BlockProgram& program_;
  Budget& budget_;
  Observer& observer_;
  BddManager manager_;
  PredicateMap predicates_;
  Narrator narrator_;
  std::size_t rounds_ = 0;
};

} // namespace kleene::engine::exact
