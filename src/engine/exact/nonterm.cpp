// SPDX-License-Identifier: Apache-2.0
#include "nonterm.h"

#include "kleene/equations/nonterm.h"
#include "kleene/equations/reach.h"

namespace kleene::engine::exact {

NonTermination::NonTermination(const AbstractProgram& abstract,
                               const Forward& reached,
                               Budget& budget,
                               Conditions conditions)
    : abstract_(abstract), must_(abstract, reached, conditions), budget_(budget) {}

void NonTermination::solve() {
  auto watch = [&](const ir::ProgramPoint&, const Bdd&) { budget_.check(); };
  auto greatest_nonterm = [&](auto relations, Sets& NT) {
    for (const Procedure& p : abstract_.program().procedures())
      PlaceSets::set(NT, {p.id, abstract_.exit(p.id)}) = Bdd(false);
    auto work = everywhere(NT);
    equations::nonterm(relations, NT, work, watch);
  };

  Sets may = must_.everything();
  greatest_nonterm(MayRelations(abstract_, must_), may);

  stay_ = must_.everything();
  MustRelations staying(abstract_, must_, stay_);
  auto work = everywhere(stay_);
  equations::greatest(
      staying,
      stay_,
      work,
      [&](const ir::ProgramPoint& k) { return equations::returns(staying, k, stay_); },
      watch);

  Sets must = must_.everything();
  greatest_nonterm(MustRelations(abstract_, must_, stay_), must);

  nonterm_.clear();
  for (std::size_t f = 0; f < may.size(); ++f) {
    nonterm_.emplace_back();
    for (std::size_t l = 0; l < may[f].size(); ++l)
      nonterm_[f].push_back({must[f][l], may[f][l]});
  }
}

fixpoint::Line<ir::ProgramPoint> NonTermination::everywhere(const Sets& sets) const {
  fixpoint::Line<ir::ProgramPoint> line;
  for (const Procedure& p : abstract_.program().procedures())
    for (ir::LocId l : p.cuts)
      if (!PlaceSets::set(sets, {p.id, l}).is_false()) line.push({p.id, l});
  return line;
}

} // namespace kleene::engine::exact
