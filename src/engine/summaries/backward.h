// SPDX-License-Identifier: Apache-2.0
// The backward, on-the-fly systems (YASM, section 4). States are those on top of the stack; ρ are
// summaries for the exits that matter (demand.h).
//
//   reach-otf   G(k) = everything at a goal,
//               G(k) ⊇ pre[k→l](G(l)) ∪ pre_into[k→l](G(en_f)) ∪ pre_over[k→l](G(l), ρ(f))    least
//   nt-otf      N(k) = ⋃ pre[k→l](N(l)) ∪ pre_into[k→l](N(en_f)) ∪ pre_over[k→l](N(l), ρ(f))
//               inside the allowed places                                                     greatest
//
// In nt-otf a step over a call is delayed: until ρ(f) is stable, it counts as possible from every
// state. Using a summary that still grows would let states leave N that belong to it. Demands follow
// N after everything else is saturated; N only shrinks from there, so those demands suffice.
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
  void add(Node n, const Bdd& states);
  void saturate();
  bool from_start() const;

  const domain::BooleanDomain& domain_;
  const ControlFlow& flow_;
  std::vector<bool> everywhere_;
  std::vector<bool> goal_;
  bool end_;
  DemandedSummaries summaries_;
  std::vector<Bdd> states_; ///< G
  std::vector<Bdd> fresh_;
  fixpoint::Worklist work_;
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
  void saturate();
  Bdd can_stay(Node n) const;

  const domain::BooleanDomain& domain_;
  const ControlFlow& flow_;
  std::vector<bool> allowed_;
  bool end_;
  DemandedSummaries summaries_;
  bool delayed_ = true;     ///< steps over calls are still delayed
  std::vector<Bdd> states_; ///< N
  fixpoint::Worklist work_;
};

} // namespace kleene::engine::summaries
