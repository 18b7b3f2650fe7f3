// SPDX-License-Identifier: Apache-2.0
// Summaries for the exit states that matter, and for no others (YASM, section 4.3):
//
//   B(k)    pairs of a state at k and a demanded exit state that it leads to
//   D(f)    the demanded exit states of f
//   ρ(f)    = B(en_f), a part of the summary of f: all of it that ends in D(f)
//
//   B(ex_f) ⊇ {(s, s) : s ∈ D(f)}
//   B(k)    ⊇ pre[k→l](B(l)),  pre_over[k→l](B(l), ρ(g))                     calls of g
//   D(g)    ⊇ the exit states of g that a call k→l leads into B(l)
//
// The least solution. Demands only grow, and what is known stays valid.
#pragma once
#include "kleene/equations/solve.h"
#include "kleene/fixpoint/worklist.h"

#include "relations.h"

namespace kleene::engine::summaries {

class DemandedSummaries {
public:
  /// Executions that leave the allowed nodes are not followed.
  DemandedSummaries(const domain::BooleanDomain& domain,
                    const ControlFlow& flow,
                    const std::vector<bool>& allowed);

  /// Summaries of the callee shall cover every return that leads into these states after the call.
  void demand(Step call, const Bdd& states);
  /// The summary of a procedure shall be complete.
  void demand_all(ir::ProcId p);
  /// Solves the equations. Gives the procedures whose summaries grew.
  std::vector<ir::ProcId> solve();

  const Bdd& summary(ir::ProcId p) const { return summaries_[p.index()]; }
  /// What a call does, by the summary of its callee.
  const Bdd& across(Step call) const;

private:
  struct CallSite {
    std::size_t version = 0;
    Bdd across;
  };
  void add(Node n, const Bdd& pairs);
  void grow(ir::ProcId p, const Bdd& fresh);

  const domain::BooleanDomain& domain_;
  const ControlFlow& flow_;
  const std::vector<bool>& allowed_;
  equations::Growing<NodeSets, fixpoint::Worklist> pairs_; ///< B
  std::vector<Bdd> demands_;                               ///< D
  std::vector<Bdd> summaries_;                             ///< ρ
  std::vector<std::size_t> versions_;
  mutable std::vector<std::vector<CallSite>> call_sites_;
};

} // namespace kleene::engine::summaries
