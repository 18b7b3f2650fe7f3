// SPDX-License-Identifier: Apache-2.0
// Which states have executions that never end, from both sides. With FR(k) the states that may be reached,
// everything inside FR:
//
//   NT(k)   = union over steps (k, l) of pre[r(k,l)](NT(l))                            greatest
//             a call is stepped into, NT(entry of f), or over, NT(behind the call)
//   Stay(k) = the same within one procedure, everything at its exit                    greatest
//
// On the may side pre is the pre-image under the relations. On the must side a state counts if all that
// it may do leads on, for some value of what the program chooses; a call is stepped over if the callee
// stays (it returns, or never ends, which will do as well) and whatever it may return leads on.
// NT is empty at END; at other exits the way on is unknown.
#pragma once
#include "must_side.h"

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
  template <class Step>
  void greatest(Sets& sets, Step&& step);
  Bdd step_may(ir::ProcId f, ir::LocId l, const Sets& nonterm);
  Bdd step_must(ir::ProcId f, ir::LocId l, const Sets& nonterm);
  Bdd step_stay(ir::ProcId f, ir::LocId l, const Sets& stay);

  const AbstractProgram& abstract_;
  MustSide must_;
  Budget& budget_;
  std::vector<std::vector<domain::Belnap>> nonterm_;
  Sets stay_;
};

} // namespace kleene::engine::exact
