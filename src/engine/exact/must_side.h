// SPDX-License-Identifier: Apache-2.0
// What a program must be able to do, seen through its predicates: from which states some choice of the program
// leads into a set, whatever else may happen. No relation of its own: where the program leaves no
// choice, a state whose every possible successor lies in a set does step into it.
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

class MustSide {
public:
  /// Keeps references.
  MustSide(const AbstractProgram& abstract, const Forward& reached, Conditions conditions = {});

  /// States that may exist at a location, at all cuts, and at the exit of a procedure that is stepped over.
  Bdd care(ir::ProcId f, ir::LocId l) const;
  Sets everything() const;
  Bdd exits(ir::ProcId f) const;

  /// For some choice of the program, whatever may happen then leads into the sets.
  Bdd blocks(ir::ProcId f, ir::LocId l, const Sets& sets);
  /// The call leads into these states of the callee's entry.
  Bdd into(ir::ProcId f, std::size_t call, const Bdd& inside) const;
  /// It leads into these, and whatever it may return to these behind it.
  Bdd over(ir::ProcId f, std::size_t call, const Bdd& inside, const Bdd& behind) const;

  /// What the choices at a location rest on, as conditions.
  std::vector<Term> choice_conditions(ir::ProcId f, ir::LocId l);
  /// The choices that count at a location where the program chooses: for each, values of fresh variables.
  std::vector<Values> choices(ir::ProcId f, ir::LocId l) const;

private:
  /// One way for the program to choose at a cut: where it may lead then.
  struct Option {
    Term fits; ///< the chosen values are in the range of their types
    Bdd ends;  ///< may end or block, or chooses what cannot be chosen
    std::vector<std::pair<ir::LocId, Bdd>> steps;
  };

  const std::vector<Option>& options(ir::ProcId f, ir::LocId l);
  Option option(ir::ProcId f, ir::LocId l, const Values& chosen) const;
  std::vector<Term> worth_choosing(ir::ProcId f, ir::LocId l, Term variable) const;
  bool chooses(const symbolic::FreshValue& value) const;
  Term in_range(const Values& chosen) const;

  const AbstractProgram& abstract_;
  const Forward& reached_;
  Conditions conditions_;
  std::map<std::pair<ir::ProcId, ir::LocId>, std::vector<Option>> options_;
};

} // namespace kleene::engine::exact
