// SPDX-License-Identifier: Apache-2.0
// Which states have executions that never end, from both sides, inside the states that may be reached: NT
// of kleene/equations/nonterm.h, with the may relations and with the must relations. On the must side a
// call is stepped over if the callee stays: it returns, or never ends, which will do as well (Stay of
// kleene/equations/reach.h). NT is empty at END; at other exits the way on is unknown.
#pragma once
#include "kleene/fixpoint/worklist.h"

#include "relations.h"

namespace kleene::engine::exact {

class NonTermination {
public:
  NonTermination(const AbstractProgram& abstract,
                 const Forward& reached,
                 Budget& budget,
                 Conditions conditions = {});

  void solve();

  const domain::Belnap& states(ir::ProcId f, ir::LocId l) const {
    return nonterm_[f.index()][l.index()];
  }
  MustSide& must_side() { return must_; }
  const Bdd& stays(ir::ProcId f, ir::LocId l) const { return stay_[f.index()][l.index()]; }

private:
  fixpoint::Line<ir::ProgramPoint> everywhere(const Sets& sets) const;

  const AbstractProgram& abstract_;
  MustSide must_;
  Budget& budget_;
  std::vector<std::vector<domain::Belnap>> nonterm_;
  Sets stay_;
};

} // namespace kleene::engine::exact
