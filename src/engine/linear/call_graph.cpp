// SPDX-License-Identifier: Apache-2.0
#include "call_graph.h"

#include "kleene/fixpoint/order.h"

#include <algorithm>
#include <map>

namespace kleene::engine::linear {
namespace {

std::vector<bool> reachable(const fixpoint::Graph& graph, std::size_t start) {
  std::vector<bool> seen(graph.size());
  std::vector<std::size_t> todo{start};
  seen[start] = true;
  while (!todo.empty()) {
    std::size_t at = todo.back();
    todo.pop_back();
    for (std::size_t next : graph[at]) {
      if (!seen[next]) todo.push_back(next);
      seen[next] = true;
    }
  }
  return seen;
}

} // namespace

CallGraph::CallGraph(const ir::Program& program)
    : group_of(program.procedures.size(), npos), sites(program.procedures.size()) {
  fixpoint::Graph callees(program.procedures.size());
  for (std::size_t p = 0; p < callees.size(); ++p)
    for (const ir::Edge& e : program.procedures[p].edges)
      if (const auto* call = std::get_if<ir::Call>(&e.statement))
        callees[p].push_back(call->callee.index());

  std::vector<bool> used = reachable(callees, program.entry.index());
  std::vector<std::size_t> rank = fixpoint::component_ranks(callees);
  std::map<std::size_t, Group> by_rank;
  for (std::size_t p = 0; p < callees.size(); ++p)
    if (used[p]) by_rank[rank[p]].members.emplace_back(p);
  for (auto& [number, group] : by_rank) {
    std::size_t first = group.members.front().index();
    group.recursive = group.members.size() > 1
                      || std::ranges::find(callees[first], first) != callees[first].end();
    for (ir::ProcId p : group.members)
      group_of[p.index()] = groups.size();
    groups.push_back(std::move(group));
  }

  for (std::size_t p = 0; p < callees.size(); ++p) {
    if (!used[p]) continue;
    const std::vector<ir::Edge>& edges = program.procedures[p].edges;
    for (std::size_t e = 0; e < edges.size(); ++e)
      if (const auto* call = std::get_if<ir::Call>(&edges[e].statement))
        sites[call->callee.index()].push_back({ir::ProcId(p), e});
  }
}

} // namespace kleene::engine::linear
