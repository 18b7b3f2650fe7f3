// SPDX-License-Identifier: Apache-2.0
// Where the variables of a Boolean program live in decision diagrams. Each has four copies, side by
// side in the order: its value at the entry of the procedure, its current value, its next value, and
// its value handed to a callee. Locals of different procedures share their places, since no set
// speaks of two procedures at once.
#pragma once
#include "kleene/bdd/manager.h"
#include "kleene/domain/boolean_scope.h"

#include <unordered_map>

namespace kleene::domain {

class BooleanSpace {
public:
  /// Makes the variables; their order follows which program variables occur together. Keeps
  /// references to all arguments.
  BooleanSpace(const BooleanScope& scope, BddManager& manager);

  BddVar entry(VarId v) const { return entry_[place(v)]; }
  BddVar current(VarId v) const { return current_[place(v)]; }
  BddVar next(VarId v) const { return next_[place(v)]; }
  BddVar given(VarId v) const { return given_[place(v)]; }
  VarSet entry_set(const std::vector<VarId>& variables) const;
  VarSet current_set(const std::vector<VarId>& variables) const;

  /// A term over current values; variables that do not matter must not occur in it.
  Bdd value(Term term) const;
  Bdd current_literal(VarId v) const { return manager_.variable(current(v)); }
  Bdd next_literal(VarId v) const { return manager_.variable(next(v)); }
  Bdd given_literal(VarId v) const { return manager_.variable(given(v)); }
  /// The entry and current values of the variables agree.
  Bdd unchanged(const std::vector<VarId>& variables) const;

  /// Where the variable stands among its kind; nothing if it is nowhere carried.
  std::optional<std::size_t> position(VarId v) const;

  const VarBlock& entries() const { return entry_; }
  const VarBlock& currents() const { return current_; }
  const VarBlock& nexts() const { return next_; }
  const VarBlock& givens() const { return given_; }

  const BooleanScope& scope() const { return scope_; }
  BddManager& manager() const { return manager_; }

private:
  std::size_t place(VarId v) const;

  const BooleanScope& scope_;
  BddManager& manager_;
  std::vector<std::size_t> place_; ///< per variable
  VarBlock entry_;
  VarBlock current_;
  VarBlock next_;
  VarBlock given_;
  mutable std::unordered_map<Term, Bdd> values_;
};

} // namespace kleene::domain
