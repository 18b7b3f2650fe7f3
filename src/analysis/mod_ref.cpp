// SPDX-License-Identifier: Apache-2.0
#include "kleene/analysis/mod_ref.h"

#include "kleene/fixpoint/order.h"

#include <algorithm>

namespace kleene::analysis {
namespace {

using VarSetList = std::vector<std::vector<VarId>>;

void normalise(std::vector<VarId>& variables) {
  std::ranges::sort(variables);
  auto rest = std::ranges::unique(variables);
  variables.erase(rest.begin(), rest.end());
}

/// Adds what callees have, callees first, until nothing changes inside a group of recursion.
void close(const fixpoint::Graph& callees, VarSetList& sets) {
  std::vector<std::size_t> rank = fixpoint::component_ranks(callees);
  std::vector<std::size_t> order(callees.size());
  for (std::size_t f = 0; f < order.size(); ++f)
    order[f] = f;
  std::ranges::stable_sort(order, {}, [&](std::size_t f) { return rank[f]; });
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    std::vector<VarId> all;
    for (end = begin; end < order.size() && rank[order[end]] == rank[order[begin]]; ++end) {
      std::size_t f = order[end];
      all.insert(all.end(), sets[f].begin(), sets[f].end());
      for (std::size_t g : callees[f])
        all.insert(all.end(), sets[g].begin(), sets[g].end());
    }
    normalise(all);
    for (std::size_t i = begin; i < end; ++i)
      sets[order[i]] = all;
  }
}

} // namespace

ModRef::ModRef(const ir::Program& program) {
  fixpoint::Graph callees(program.procedures.size());
  modified_.resize(program.procedures.size());
  used_.resize(program.procedures.size());
  auto add_global = [&](std::vector<VarId>& list, VarId v) {
    if (!program.variable(v).owner.valid()) list.push_back(v);
  };
  for (std::size_t f = 0; f < program.procedures.size(); ++f) {
    for (const ir::Edge& e : program.procedures[f].edges) {
      for (VarId v : ir::written_variables(e.statement)) {
        add_global(modified_[f], v);
        add_global(used_[f], v);
      }
      for (Term t : ir::evaluated_terms(e.statement))
        for (VarId v : variables_of(t))
          add_global(used_[f], v);
      if (const auto* call = std::get_if<ir::Call>(&e.statement))
        callees[f].push_back(call->callee.index());
    }
    normalise(modified_[f]);
    normalise(used_[f]);
  }
  close(callees, modified_);
  close(callees, used_);
}

bool ModRef::modifies(ir::ProcId f, VarId global) const {
  return std::ranges::binary_search(modified(f), global);
}

} // namespace kleene::analysis
