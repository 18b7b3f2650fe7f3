// SPDX-License-Identifier: Apache-2.0
// Does some execution never end? The equations of nonterm.h are solved with more and more predicates,
// until the start of the program lies in the lower bound, or outside the upper one.
#pragma once
#include "counterexample.h"
#include "narrator.h"
#include "nonterm.h"
#include "predicates.h"
#include "probe.h"

namespace kleene::engine::exact {

class Termination {
public:
  Termination(const BlockProgram& program, Budget& budget, Observer& observer);

  Answer run();

private:
  std::optional<Answer> search(IntegerModel model);
  std::optional<Answer> leap_over_loops();
  /// An execution without end that begins in a start of the program, or somewhere on the way of one that
  /// was tried.
  std::optional<evidence::RecurrentSet>
  recurs(const AbstractProgram& abstract, const Forward& forward, NonTermination& nonterm);

  const BlockProgram& program_;
  Budget& budget_;
  Observer& observer_;
  BddManager manager_;
  PredicateMap predicates_;
  Narrator narrator_;
  Probe probe_;
  std::size_t rounds_ = 0;
  bool answered_ = false; ///< for unbounded integers: then for others, too, before leaps are tried
};

} // namespace kleene::engine::exact
