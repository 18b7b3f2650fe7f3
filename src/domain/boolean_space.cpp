// SPDX-License-Identifier: Apache-2.0
#include "kleene/domain/boolean_space.h"

#include "kleene/domain/affinity.h"
#include "kleene/domain/boolean_value.h"
#include "kleene/support/invariant.h"

#include <algorithm>

namespace kleene::domain {
namespace {

VarSet set_of(const VarBlock& block, const std::vector<std::size_t>& places) {
  std::vector<BddVar> variables;
  for (std::size_t place : places)
    variables.push_back(block[place]);
  return VarSet(variables);
}

} // namespace

BooleanSpace::BooleanSpace(const BooleanScope& scope, BddManager& manager)
    : scope_(scope), manager_(manager) {
  const ir::Program& program = scope.program();
  constexpr std::size_t none = SIZE_MAX;
  place_.assign(program.variables.size(), none);
  std::size_t globals = 0;
  for (VarId g : program.globals)
    if (scope.matters(g)) place_[g.index()] = globals++;
  std::size_t count = globals;
  for (std::size_t p = 0; p < program.procedures.size(); ++p) {
    if (!scope.used(ir::ProcId(p))) continue;
    std::size_t next = globals;
    for (VarId v : scope.carried(ir::ProcId(p)))
      if (program.variable(v).owner.valid()) place_[v.index()] = next++;
    count = std::max(count, next);
  }
  std::vector<std::size_t> position(count);
  std::vector<std::size_t> order = affinity_order(scope, place_, count);
  for (std::size_t i = 0; i < count; ++i)
    position[order[i]] = i;
  for (std::size_t& place : place_)
    if (place != none) place = position[place];
  std::vector<VarBlock> copies = manager.add_interleaved(4, count);
  entry_ = copies[0];
  current_ = copies[1];
  next_ = copies[2];
  given_ = copies[3];
}

std::size_t BooleanSpace::place(VarId v) const {
  std::size_t place = place_[v.index()];
  KL_INVARIANT(place < current_.size(), "a variable that is asked for should matter");
  return place;
}

std::optional<std::size_t> BooleanSpace::position(VarId v) const {
  if (place_[v.index()] >= current_.size()) return std::nullopt;
  return place_[v.index()];
}

VarSet BooleanSpace::entry_set(const std::vector<VarId>& variables) const {
  std::vector<std::size_t> places;
  for (VarId v : variables)
    places.push_back(place(v));
  return set_of(entry_, places);
}

VarSet BooleanSpace::current_set(const std::vector<VarId>& variables) const {
  std::vector<std::size_t> places;
  for (VarId v : variables)
    places.push_back(place(v));
  return set_of(current_, places);
}

Bdd BooleanSpace::value(Term term) const {
  return boolean_value(term, values_, [this](VarId v) { return current_literal(v); });
}

Bdd BooleanSpace::unchanged(const std::vector<VarId>& variables) const {
  Bdd result(true);
  for (VarId v : variables)
    result &= manager_.variable(entry(v)).iff(manager_.variable(current(v)));
  return result;
}

} // namespace kleene::domain
