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
#include "forward.h"

namespace kleene::engine::exact {

/// Conditions that the equations rest on. Tests leave one out and must notice.
struct Conditions {
  bool summaries_first = true; ///< stepping over uses all exits that may be reached, not none
  bool all_exits = true;       ///< must across a call looks at exits that lead elsewhere too
  bool consistent = true;      ///< must only counts states that may exist
  bool our_ignorance = true;   ///< values that we do not know are not the program's choice
};

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
  /// What the choices at a location rest on, as conditions.
  std::vector<Term> choice_conditions(ir::ProcId f, ir::LocId l);
  const Bdd& stays(ir::ProcId f, ir::LocId l) const { return stay_[f.index()][l.index()]; }

private:
  using Sets = std::vector<std::vector<Bdd>>;
  /// One way for the program to choose at a cut: where it may lead then.
  struct Option {
    Term fits; ///< the chosen values are in the range of their types
    Bdd ends;  ///< may end or block, or chooses what cannot be chosen
    std::vector<std::pair<ir::LocId, Bdd>> steps;
  };

  template <class Step>
  void greatest(Sets& sets, Step&& step);
  Bdd step_may(ir::ProcId f, ir::LocId l, const Sets& nonterm);
  Bdd step_must(ir::ProcId f, ir::LocId l, const Sets& nonterm);
  Bdd step_stay(ir::ProcId f, ir::LocId l, const Sets& stay);
  Bdd must_blocks(ir::ProcId f, ir::LocId l, const Sets& sets);
  Bdd must_over(ir::ProcId f, std::size_t call, const Bdd& stay_inside, const Bdd& behind);
  Bdd must_into(ir::ProcId f, std::size_t call, const Bdd& inside);
  const std::vector<Option>& options(ir::ProcId f, ir::LocId l);
  Option option(ir::ProcId f, ir::LocId l, const Values& chosen);
  std::vector<Values> choices(ir::ProcId f, ir::LocId l);
  bool chooses(const symbolic::FreshValue& value) const;
  Term in_range(const Values& chosen) const;
  Bdd care(ir::ProcId f, ir::LocId l) const;
  Bdd exits(ir::ProcId f) const;
  Sets everything() const;

  const AbstractProgram& abstract_;
  const Forward& reached_;
  Budget& budget_;
  Conditions conditions_;
  std::map<std::pair<ir::ProcId, ir::LocId>, std::vector<Option>> options_;
  std::vector<std::vector<domain::Belnap>> nonterm_;
  Sets stay_;
};

} // namespace kleene::engine::exact
