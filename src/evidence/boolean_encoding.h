// SPDX-License-Identifier: Apache-2.0
// Decision diagrams for the judges of Boolean programs: four copies of each variable, and the images
// of edges.
#pragma once
#include "kleene/bdd/manager.h"
#include "kleene/evidence/inductive.h"

#include <unordered_map>

namespace kleene::evidence {

/// A formula has operators that Boolean programs do not have: it comes from somewhere else.
struct NotBoolean {};

/// Runs a judge; a formula that is not Boolean is an objection.
template <class Judge>
Judgement objecting_to_other_formulas(Judge judge) {
  try {
    return judge();
  } catch (const NotBoolean&) {
    Judgement judgement;
    judgement.objection = "a formula is not about a Boolean program";
    return judgement;
  }
}

class BooleanEncoding {
public:
  /// `order` as in InductiveProof; ignored where it would mix up two variables.
  BooleanEncoding(const ir::Program& program, std::vector<std::size_t> order, BddManager& manager);

  /// A formula over current values and entry copies.
  Bdd formula(Term term);

  /// Images of sets of (entry, current) values; current values of the result are those after the edge.
  Bdd step(const ir::Edge& edge, const Bdd& before);
  /// The values that a call hands over, as (entry) values of the callee.
  Bdd handed_over(const ir::Call& call, const Bdd& before);
  /// After a call whose callee obeys the summary.
  Bdd after_call(const ir::Call& call, const Bdd& before, const Bdd& summary);

  /// The entry values of a procedure that have some start outside the set: its current values equal to
  /// the entry values, its locals arbitrary.
  Bdd entries_outside(ir::ProcId p, const Bdd& set);
  /// The pairs at the entry of a procedure that these entry values start: locals are arbitrary.
  Bdd start(ir::ProcId p, const Bdd& entries);
  /// Pairs at the exit, as what callers see: without current values of parameters and locals.
  Bdd without_locals(ir::ProcId p, const Bdd& pairs);
  /// Initial values of the globals, as entry values.
  Bdd initial();
  Bdd forget_entry(const Bdd& set) const { return set.exists(entry_.set()); }

  // Steps backward: source states stand in the entry copies while a step is taken.

  /// States of a procedure as pairs in which every variable has its current value as entry value.
  Bdd beside_themselves(ir::ProcId p, const Bdd& states);
  /// The source states of such pairs after a step.
  Bdd forget_current(const Bdd& pairs) const;
  /// The states whose call hands over one of these entry values.
  Bdd callers(const ir::Call& call, const Bdd& entries);

private:
  enum class Copy { Entry, Current, Next, Given };
  Bdd literal(VarId v, Copy copy);
  Bdd value(Term term);
  const VarBlock& block(Copy copy) const;
  bool usable(const std::vector<std::size_t>& order) const;
  Bdd arguments(const ir::Call& call);

  const ir::Program& program_;
  BddManager& manager_;
  std::vector<std::size_t> order_;
  VarBlock entry_;
  VarBlock current_;
  VarBlock next_;
  VarBlock given_;
  std::unordered_map<Term, Bdd> formulas_;
};

} // namespace kleene::evidence
