// SPDX-License-Identifier: Apache-2.0
// Can a target be reached? Abstraction, counterexample, refinement, until one side is decided.
#pragma once
#include "counterexample.h"
#include "narrator.h"
#include "predicates.h"
#include "probe.h"

namespace kleene::engine::exact {

class Safety {
public:
  Safety(const BlockProgram& program, Budget& budget, Observer& observer);

  Answer run();

private:
  struct Round; ///< what one integer model needs
  std::optional<Answer> round(Round& round);
  std::optional<Answer> after_proof(Round& round, evidence::InductiveProof proof);
  std::optional<Answer> after_execution(Round& round, Feasible feasible);
  std::optional<Answer> after_doubt(Round& round, const Undecided& undecided);
  std::optional<Answer> refine(Round& round, const Infeasible& infeasible);
  /// A chain of leaps, where the loops go round too often for a path; asked for once.
  std::optional<Answer> leap_over_loops();
  /// Sets from which the program must be able to go on to a target, with the predicates found so far or
  /// without.
  std::optional<Answer> must_reach(bool with_predicates);
  /// Asks for invariants of the blocks that the path uses; whether that gave new predicates.
  bool ask_for_invariants(Round& round, const FlatPath& path);
  double clause_seconds() const;
  /// Nothing more to be done with these integers: goes on with the next, or gives up.
  std::optional<Answer> stuck(Round& round, std::string reason);

  const BlockProgram& program_;
  Budget& budget_;
  Observer& observer_;
  BddManager manager_;
  PredicateMap predicates_;
  Narrator narrator_;
  Probe probe_;
  std::size_t rounds_ = 0;
  bool leapt_ = false; ///< leaps were tried
};

/// Conditions and branches of blocks as first predicates, in procedures that have only a few.
void seed_predicates(const BlockProgram& program, PredicateMap& predicates, std::size_t limit);
/// What other engines believe to hold, as predicates: whether it does is found out here.
void seed_hints(const BlockProgram& program, PredicateMap& predicates);

} // namespace kleene::engine::exact
