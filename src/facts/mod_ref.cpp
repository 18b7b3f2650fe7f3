// SPDX-License-Identifier: Apache-2.0
#include "kleene/facts/mod_ref.h"

#include <algorithm>

namespace kleene::facts {
namespace {

using VarSetList = std::vector<std::vector<VarId>>;

void normalise(std::vector<VarId>& variables) {
  std::ranges::sort(variables);
  auto rest = std::ranges::unique(variables);
  variables.erase(rest.begin(), rest.end());
}

/// Adds what callees have; procedures that call each other share everything.
void close(const CallGraph& calls, VarSetList& sets) {
  for (const std::vector<ir::ProcId>& group : calls.groups()) {
    std::vector<VarId> all;
    for (ir::ProcId f : group) {
      all.insert(all.end(), sets[f.index()].begin(), sets[f.index()].end());
      for (std::size_t g : calls.callees()[f.index()])
        all.insert(all.end(), sets[g].begin(), sets[g].end());
    }
    normalise(all);
    for (ir::ProcId f : group)
      sets[f.index()] = all;
  }
}

} // namespace

ModRef::ModRef(const ir::Program& program) : ModRef(program, CallGraph(program)) {}

ModRef::ModRef(const ir::Program& program, const CallGraph& calls)
    : modified_(program.procedures.size()), used_(program.procedures.size()) {
  auto add_global = [&](std::vector<VarId>& list, VarId v) {
    if (!program.variable(v).owner.valid()) list.push_back(v);
  };
  for (std::size_t f = 0; f < program.procedures.size(); ++f)
    for (const ir::Edge& e : program.procedures[f].edges) {
      for (VarId v : ir::written_variables(e.statement)) {
        add_global(modified_[f], v);
        add_global(used_[f], v);
      }
      for (Term t : ir::evaluated_terms(e.statement))
        for (VarId v : variables_of(t))
          add_global(used_[f], v);
    }
  close(calls, modified_);
  close(calls, used_);
}

bool ModRef::modifies(ir::ProcId f, VarId global) const {
  return std::ranges::binary_search(modified(f), global);
}

} // namespace kleene::facts
