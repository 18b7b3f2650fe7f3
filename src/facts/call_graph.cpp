// SPDX-License-Identifier: Apache-2.0
#include "kleene/facts/call_graph.h"

#include <algorithm>

namespace kleene::facts {

CallGraph::CallGraph(const ir::Program& program)
    : callees_(program.procedures.size()),
      sites_(program.procedures.size()),
      reachable_(program.procedures.size()),
      recursive_(program.procedures.size()),
      groups_(program.procedures.size()) {
  for (std::size_t f = 0; f < callees_.size(); ++f) {
    const std::vector<ir::Edge>& edges = program.procedures[f].edges;
    for (std::size_t e = 0; e < edges.size(); ++e)
      if (const auto* call = std::get_if<ir::Call>(&edges[e].statement)) {
        callees_[f].push_back(call->callee.index());
        sites_[call->callee.index()].push_back({ir::ProcId(f), e});
      }
  }
  if (program.entry.valid()) find_reachable(program.entry);
  ranks_ = fixpoint::component_ranks(callees_);
  for (std::size_t f = 0; f < callees_.size(); ++f) {
    recursive_[f] =
        std::ranges::any_of(callees_[f], [&](std::size_t g) { return ranks_[g] == ranks_[f]; });
    groups_[ranks_[f]].emplace_back(f);
  }
  std::erase_if(groups_, [](const auto& group) { return group.empty(); });
}

void CallGraph::find_reachable(ir::ProcId entry) {
  std::vector<std::size_t> work{entry.index()};
  reachable_[entry.index()] = true;
  while (!work.empty()) {
    std::size_t f = work.back();
    work.pop_back();
    for (std::size_t g : callees_[f]) {
      if (!reachable_[g]) work.push_back(g);
      reachable_[g] = true;
    }
  }
}

std::vector<ir::ProcId> CallGraph::callees_first() const {
  std::vector<ir::ProcId> result;
  for (const auto& group : groups_)
    result.insert(result.end(), group.begin(), group.end());
  return result;
}

} // namespace kleene::facts
