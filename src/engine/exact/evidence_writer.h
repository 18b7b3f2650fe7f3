// SPDX-License-Identifier: Apache-2.0
// Sets of states at cut points, written down for judges, who look at single edges: what lies between the cut
// points, in which words formulas are, and what the program should choose.
#pragma once
#include "must_side.h"

namespace kleene::engine::exact {

class EvidenceWriter {
public:
  /// Keeps references.
  explicit EvidenceWriter(const AbstractProgram& abstract);

  /// A set of states without what it says about the entry: parameters that never change are said by
  /// themselves, the rest is forgotten. With the facts that hold there anyway.
  Term states(ir::ProcId f, ir::LocId l, const Bdd& set) const;
  /// A set of pairs of entry and state, as it is, with the facts.
  Term pairs(ir::ProcId f, ir::LocId l, const Bdd& set) const;
  /// What holds of an activation that arrived at these states of its exit.
  Term summary(ir::ProcId f, const Bdd& exit) const;
  /// What a step makes of a formula behind it, as a condition on the state before: the weakest that has
  /// words. Null: none.
  Term before(const ir::Edge& edge, Term behind) const;
  /// The term before an edge; null if it depends on what is not known there.
  Term value_before(const ir::Edge& edge, Term behind) const;
  /// Formulas at cut points carried backward to the locations between them.
  void fill_between(ir::ProcId f, std::vector<Term>& formulas) const;
  /// What the must side chooses.
  std::vector<evidence::Choice> choices(const MustSide& must) const;
  /// A term about constant parameters in terms of their current values.
  Term current(ir::ProcId f, Term t) const;

private:
  const AbstractProgram& abstract_;
  const BlockProgram& program_;
  TermManager& terms_;
};

} // namespace kleene::engine::exact
