// SPDX-License-Identifier: Apache-2.0
// The backward, on-the-fly systems (YASM, section 4). States are those on top of the stack; ρ are
// summaries for the exits that matter (demand.h).
//
//   reach-otf   G of kleene/equations/reach.h, and ρ for the exits that lead into it, together: least
//   nt-otf      NT of kleene/equations/nonterm.h inside the allowed places: greatest
//
// In nt-otf a step over a call is delayed: until ρ(f) is stable, it counts as possible from every
// state. Demands follow NT after everything else is saturated; NT only shrinks from there, so those
// demands suffice.
#pragma once
#include "kleene/support/observer.h"

#include "demand.h"

namespace kleene::engine::summaries {

class BackwardReach {
public:
  /// With `end`, the end of the program is a goal, too.
  BackwardReach(const domain::BooleanDomain& domain,
                const ControlFlow& flow,
                std::vector<bool> goal,
                bool end);

  /// Whether a goal can be reached from an initial state.
  bool run(Observer& observer);

private:
  void saturate();
  bool from_start() const;

  const domain::BooleanDomain& domain_;
  const ControlFlow& flow_;
  std::vector<bool> everywhere_;
  std::vector<bool> goal_;
  bool end_;
  DemandedSummaries summaries_;
  equations::Growing<NodeSets, fixpoint::Worklist> states_; ///< G
};

class BackwardNonTermination {
public:
  /// With `end`, an execution may also stay at the end of the program.
  BackwardNonTermination(const domain::BooleanDomain& domain,
                         const ControlFlow& flow,
                         std::vector<bool> allowed,
                         bool end);

  /// Whether some execution from an initial state stays in the allowed places for ever.
  bool run(Observer& observer);

private:
  void solve();

  const domain::BooleanDomain& domain_;
  const ControlFlow& flow_;
  std::vector<bool> allowed_;
  bool end_;
  DemandedSummaries summaries_;
  Backward relations_;
  std::vector<Bdd> states_; ///< NT
};

} // namespace kleene::engine::summaries
