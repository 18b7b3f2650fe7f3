// SPDX-License-Identifier: Apache-2.0
// The predicates of each procedure, and which of them matter at a location: those about variables that
// can still be read, and about entry copies. They only ever become more. A predicate that can be asked at
// the entry of a procedure is remembered there by a second one about entry copies: so the states at a
// location are pairs with the state at the entry, and those at the exit a summary.
#pragma once
#include <unordered_set>

#include "blocks.h"

namespace kleene::engine::exact {

class PredicateMap {
public:
  explicit PredicateMap(const BlockProgram& program);

  /// Adds an atom, in the words of the procedure. One about globals alone goes to every procedure that
  /// uses them. Returns whether it is new anywhere, and can be said at all.
  bool add(ir::ProcId f, Term atom);

  const std::vector<Term>& of(ir::ProcId f) const { return predicates_[f.index()]; }
  const domain::PredicateList& at(ir::ProcId f, ir::LocId l) const;
  std::size_t size() const { return size_; }

private:
  bool add_to(ir::ProcId f, Term atom);
  Term about_entry(ir::ProcId f, Term atom) const;
  bool visible(ir::ProcId f, VarId v) const;
  bool relevant(ir::ProcId f, ir::LocId l, Term atom) const;

  const BlockProgram& program_;
  std::vector<std::vector<Term>> predicates_;
  std::vector<std::unordered_set<Term>> known_;
  mutable std::vector<std::map<ir::LocId, domain::PredicateList>> at_;
  std::size_t size_ = 0;
};

} // namespace kleene::engine::exact
