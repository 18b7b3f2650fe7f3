// SPDX-License-Identifier: Apache-2.0
#include "call_graph.h"

#include <algorithm>

namespace kleene::engine::linear {
namespace {

/// Tarjan's algorithm; components come out callees first.
class Components {
public:
  Components(CallGraph& graph, const std::vector<std::vector<std::size_t>>& callees)
      : graph_(graph), callees_(callees), number_(callees.size(), 0), low_(callees.size(), 0) {}

  void visit(std::size_t p) {
    number_[p] = low_[p] = ++count_;
    stack_.push_back(p);
    for (std::size_t q : callees_[p]) {
      if (number_[q] == 0) {
        visit(q);
        low_[p] = std::min(low_[p], low_[q]);
      } else if (graph_.group_of[q] == CallGraph::npos) {
        low_[p] = std::min(low_[p], number_[q]);
      }
    }
    if (low_[p] != number_[p]) return;
    CallGraph::Group group;
    std::size_t q = 0;
    do {
      q = stack_.back();
      stack_.pop_back();
      group.members.emplace_back(q);
      graph_.group_of[q] = graph_.groups.size();
    } while (q != p);
    group.recursive =
        group.members.size() > 1 || std::ranges::find(callees_[p], p) != callees_[p].end();
    std::ranges::sort(group.members);
    graph_.groups.push_back(std::move(group));
  }

private:
  CallGraph& graph_;
  const std::vector<std::vector<std::size_t>>& callees_;
  std::vector<std::size_t> number_;
  std::vector<std::size_t> low_;
  std::vector<std::size_t> stack_;
  std::size_t count_ = 0;
};

} // namespace

CallGraph::CallGraph(const ir::Program& program)
    : group_of(program.procedures.size(), npos), sites(program.procedures.size()) {
  std::vector<std::vector<std::size_t>> callees(program.procedures.size());
  for (std::size_t p = 0; p < program.procedures.size(); ++p) {
    const std::vector<ir::Edge>& edges = program.procedures[p].edges;
    for (std::size_t e = 0; e < edges.size(); ++e)
      if (const auto* call = std::get_if<ir::Call>(&edges[e].statement))
        callees[p].push_back(call->callee.index());
  }
  Components(*this, callees).visit(program.entry.index());
  for (std::size_t p = 0; p < program.procedures.size(); ++p) {
    if (group_of[p] == npos) continue;
    const std::vector<ir::Edge>& edges = program.procedures[p].edges;
    for (std::size_t e = 0; e < edges.size(); ++e)
      if (const auto* call = std::get_if<ir::Call>(&edges[e].statement))
        sites[call->callee.index()].push_back({ir::ProcId(p), e});
  }
}

} // namespace kleene::engine::linear
