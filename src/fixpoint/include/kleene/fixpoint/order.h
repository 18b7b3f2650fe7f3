// SPDX-License-Identifier: Apache-2.0
// Orders of the nodes of a graph in which fixed points are reached with little work.
#pragma once
#include <cstddef>
#include <vector>

namespace kleene::fixpoint {

/// Successors of each node; nodes count from 0.
using Graph = std::vector<std::vector<std::size_t>>;

/// A weak topological order (Bourdoncle, FMPA'93): nodes in a line, such that every edge that leads
/// backward leads to the head of a component around it.
struct WeakTopologicalOrder {
  std::vector<std::size_t> order;    ///< the nodes that can be reached, first to last
  std::vector<std::size_t> position; ///< of each node in `order`; unreached nodes come after all
  std::vector<bool> head;            ///< whether the node is the head of a component
  std::vector<std::size_t> end;      ///< of each head: the position behind its component
};
WeakTopologicalOrder weak_topological_order(const Graph& graph, std::size_t start);

/// Strongly connected components (Tarjan): a number for each node, such that an edge never leads to
/// a component with a greater number. Callees come before callers in a call graph.
std::vector<std::size_t> component_ranks(const Graph& graph);

} // namespace kleene::fixpoint
