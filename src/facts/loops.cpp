// SPDX-License-Identifier: Apache-2.0
#include "kleene/facts/loops.h"

namespace kleene::facts {
namespace {

/// The elements of the order from `at` on, up to `end`.
std::vector<Nested>
nested(const fixpoint::WeakTopologicalOrder& order, std::size_t at, std::size_t end) {
  std::vector<Nested> result;
  while (at < end) {
    std::size_t l = order.order[at];
    Nested element{ir::LocId(l), order.head[l], {}};
    std::size_t behind = at + 1;
    if (element.loop) {
      behind = order.end[l];
      element.body = nested(order, at + 1, behind);
    }
    result.push_back(std::move(element));
    at = behind;
  }
  return result;
}

} // namespace

fixpoint::Graph control_flow(const ir::Procedure& procedure) {
  fixpoint::Graph graph(procedure.locations.size());
  for (const ir::Edge& e : procedure.edges)
    graph[e.from.index()].push_back(e.to.index());
  return graph;
}

fixpoint::WeakTopologicalOrder location_order(const ir::Procedure& procedure) {
  return fixpoint::weak_topological_order(control_flow(procedure), procedure.entry.index());
}

std::vector<Nested> loop_forest(const ir::Procedure& procedure) {
  fixpoint::WeakTopologicalOrder order = location_order(procedure);
  return nested(order, 0, order.order.size());
}

} // namespace kleene::facts
