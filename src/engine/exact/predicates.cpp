// SPDX-License-Identifier: Apache-2.0
#include "predicates.h"

#include <algorithm>

namespace kleene::engine::exact {

PredicateMap::PredicateMap(const BlockProgram& program)
    : program_(program),
      predicates_(program.procedures().size()),
      known_(program.procedures().size()),
      at_(program.procedures().size()) {}

bool PredicateMap::add(ir::ProcId f, Term atom) {
  std::vector<VarId> variables = variables_of(atom);
  if (variables.empty()) return false;
  if (!std::ranges::all_of(variables, [&](VarId v) { return visible(f, v); })) return false;
  const ir::Program& program = program_.program();
  bool about_globals = std::ranges::all_of(variables, [&](VarId v) {
    return v.index() < program.variables.size() && !program.variable(v).owner.valid();
  });
  if (!about_globals) return add_to(f, atom);
  bool added = false;
  for (const Procedure& p : program_.procedures())
    if (program_.reachable(p.id)
        && std::ranges::all_of(variables, [&](VarId v) { return visible(p.id, v); }))
      added |= add_to(p.id, atom);
  return added;
}

bool PredicateMap::add_to(ir::ProcId f, Term atom) {
  if (!known_[f.index()].insert(atom).second) return false;
  predicates_[f.index()].push_back(atom);
  at_[f.index()].clear();
  ++size_;
  if (Term copy = about_entry(f, atom); !copy.null()) add_to(f, copy);
  return true;
}

/// The atom with entry copies; null if it cannot be asked at the entry, or nobody asks there.
Term PredicateMap::about_entry(ir::ProcId f, Term atom) const {
  const ir::Program& program = program_.program();
  if (f == program.entry) return {};
  const std::vector<VarId>& parameters = program.procedure(f).parameters;
  Substitution copies(program_.terms());
  for (VarId v : variables_of(atom)) {
    if (program_.is_entry_copy(v)) return {};
    bool global = !program.variable(v).owner.valid();
    if (!global && std::ranges::find(parameters, v) == parameters.end()) return {};
    copies.add(v, program_.entry_copy(v));
  }
  Term copy = program_.in_own_words(f, copies(atom));
  return copy == atom ? Term() : copy;
}

bool PredicateMap::visible(ir::ProcId f, VarId v) const {
  const ir::Program& program = program_.program();
  bool copy = program_.is_entry_copy(v);
  if (!copy && v.index() >= program.variables.size()) return false;
  VarId original = copy ? program_.original(v) : v;
  const ir::Variable& variable = program.variable(original);
  if (variable.owner.valid()) return variable.owner == f;
  return std::ranges::binary_search(program_.mod_ref().used(f), original);
}

bool PredicateMap::relevant(ir::ProcId f, ir::LocId l, Term atom) const {
  const std::vector<VarId>& live = program_.procedure(f).live[l.index()];
  return std::ranges::all_of(variables_of(atom), [&](VarId v) {
    return program_.is_entry_copy(v) || std::ranges::find(live, v) != live.end();
  });
}

const domain::PredicateList& PredicateMap::at(ir::ProcId f, ir::LocId l) const {
  auto [entry, is_new] = at_[f.index()].try_emplace(l);
  if (is_new)
    for (Term atom : predicates_[f.index()])
      if (relevant(f, l, atom)) entry->second.push_back(atom);
  return entry->second;
}

} // namespace kleene::engine::exact
