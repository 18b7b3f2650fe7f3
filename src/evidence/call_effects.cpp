// SPDX-License-Identifier: Apache-2.0
#include "call_effects.h"

#include <algorithm>
#include <set>

namespace kleene::evidence {

CallEffects::CallEffects(const ir::Program& program)
    : frees(program.procedures.size()), called(program.procedures.size()) {
  std::size_t n = program.procedures.size();
  std::vector<std::set<VarId>> sets(n);
  std::vector<std::set<std::size_t>> callers(n);
  std::vector<std::size_t> changed;
  std::set<VarId> stack;
  for (const ir::Procedure& p : program.procedures)
    for (const ir::Edge& e : p.edges)
      if (const auto* alloc = std::get_if<ir::Alloc>(&e.statement);
          alloc != nullptr && alloc->storage == ir::Storage::Stack
          && program.variable(alloc->target).temporary)
        stack.insert(alloc->target);
  for (std::size_t f = 0; f < n; ++f) {
    for (const ir::Edge& e : program.procedures[f].edges) {
      for (VarId v : ir::written_variables(e.statement))
        if (!program.variable(v).owner.valid()) sets[f].insert(v);
      if (const auto* alloc = std::get_if<ir::Alloc>(&e.statement)) sets[f].insert(alloc->region);
      // The objects of its own blocks are of no interest to its callers.
      if (const auto* free = std::get_if<ir::Free>(&e.statement))
        frees[f] =
            frees[f] || !free->address.is_variable() || !stack.contains(free->address.variable());
      if (const auto* call = std::get_if<ir::Call>(&e.statement)) {
        callers[call->callee.index()].insert(f);
        called[call->callee.index()] = true;
      }
    }
    changed.push_back(f);
  }
  while (!changed.empty()) {
    std::size_t f = changed.back();
    changed.pop_back();
    for (std::size_t caller : callers[f]) {
      std::size_t before = sets[caller].size();
      bool freed = frees[caller];
      sets[caller].insert(sets[f].begin(), sets[f].end());
      if (frees[f]) frees[caller] = true;
      if (sets[caller].size() != before || frees[caller] != freed) changed.push_back(caller);
    }
  }
  for (const std::set<VarId>& s : sets)
    written.emplace_back(s.begin(), s.end());
}

} // namespace kleene::evidence
