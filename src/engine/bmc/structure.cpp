// SPDX-License-Identifier: Apache-2.0
#include "structure.h"

#include "kleene/facts/call_graph.h"
#include "kleene/fixpoint/order.h"
#include "kleene/symbolic/exclusive.h"

#include <algorithm>

namespace kleene::engine::bmc {
namespace {

/// The position behind the loop whose head is at `head`: its members follow the head without a gap.
std::size_t end_of_loop(const fixpoint::Graph& into,
                        const std::vector<std::size_t>& position,
                        const std::vector<std::size_t>& order,
                        std::size_t head) {
  std::vector<bool> seen(position.size());
  std::vector<std::size_t> todo{order[head]};
  std::size_t end = head + 1;
  while (!todo.empty()) {
    std::size_t node = todo.back();
    todo.pop_back();
    for (std::size_t before : into[node]) {
      if (seen[before] || position[before] < head || position[before] >= order.size()) continue;
      seen[before] = true;
      end = std::max(end, position[before] + 1);
      todo.push_back(before);
    }
  }
  return end;
}

} // namespace

Structure::Structure(const ir::Program& program, ir::ProcId id) {
  const ir::Procedure& procedure = program.procedure(id);
  outgoing = procedure.outgoing();
  std::size_t count = procedure.locations.size();
  fixpoint::Graph graph(count);
  fixpoint::Graph into(count);
  for (const ir::Edge& edge : procedure.edges) {
    graph[edge.from.index()].push_back(edge.to.index());
    into[edge.to.index()].push_back(edge.from.index());
  }
  fixpoint::WeakTopologicalOrder order =
      fixpoint::weak_topological_order(graph, procedure.entry.index());
  position = order.position;
  for (std::size_t node : order.order) {
    at.emplace_back(node);
    loop_end.push_back(order.head[node] ? end_of_loop(into, position, order.order, position[node])
                                        : 0);
  }
  for (std::size_t location = 0; location < count; ++location) {
    std::vector<const ir::Statement*> statements;
    for (std::size_t index : outgoing[location])
      statements.push_back(&procedure.edges[index].statement);
    exclusive.push_back(symbolic::exclusive(*program.terms, statements));
  }
  for (const auto* list : {&procedure.parameters, &procedure.returns, &procedure.locals})
    variables.insert(variables.end(), list->begin(), list->end());
}

std::vector<bool> recursive_procedures(const ir::Program& program) {
  facts::CallGraph calls(program);
  std::vector<bool> result;
  for (std::size_t p = 0; p < program.procedures.size(); ++p)
    result.push_back(calls.recursive(ir::ProcId(p)));
  return result;
}

} // namespace kleene::engine::bmc
