// SPDX-License-Identifier: Apache-2.0
#include "loop_shape.h"

#include "kleene/fixpoint/order.h"

#include <algorithm>
#include <map>

namespace kleene::evidence {

LoopShape::LoopShape(const ir::Procedure& procedure)
    : entry_(procedure.entry),
      head_(procedure.locations.size()),
      number_(procedure.locations.size()),
      loops_(procedure.locations.size()) {
  Graph graph(procedure.locations.size());
  for (const ir::Edge& e : procedure.edges)
    graph[e.from.index()].push_back(e.to.index());
  std::vector<std::size_t> all(procedure.locations.size());
  for (std::size_t l = 0; l < all.size(); ++l)
    all[l] = l;
  std::vector<std::uint32_t> loops;
  nest(all, graph, loops);
}

/// Numbers the nodes, which are inside `loops`, so that edges among them lead on or to a head.
void LoopShape::nest(const std::vector<std::size_t>& nodes,
                     const Graph& graph,
                     std::vector<std::uint32_t>& loops) {
  std::map<std::size_t, std::size_t> index;
  for (std::size_t i = 0; i < nodes.size(); ++i)
    index[nodes[i]] = i;
  Graph inside(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i)
    for (std::size_t to : graph[nodes[i]])
      if (auto found = index.find(to); found != index.end()) inside[i].push_back(found->second);
  std::vector<std::size_t> ranks = fixpoint::component_ranks(inside);
  std::map<std::size_t, std::vector<std::size_t>, std::greater<>> parts; // sources first
  for (std::size_t i = 0; i < nodes.size(); ++i)
    parts[ranks[i]].push_back(i);
  for (const auto& [rank, part] : parts) {
    // The head: where the loop is entered, if there is one such place.
    std::size_t head = part.front();
    for (std::size_t i = 0; i < nodes.size(); ++i)
      for (std::size_t to : inside[i])
        if (ranks[to] == rank && ranks[i] != rank) head = to;
    for (std::size_t i : part)
      if (nodes[i] == entry_.index()) head = i;
    bool is_loop = part.size() > 1 || std::ranges::find(inside[head], head) != inside[head].end();
    std::size_t l = nodes[head];
    number_[l] = next_++;
    if (is_loop) loops.push_back(number_[l]);
    head_[l] = is_loop;
    loops_[l] = loops;
    std::vector<std::size_t> rest;
    for (std::size_t i : part)
      if (i != head) rest.push_back(nodes[i]);
    if (!rest.empty()) nest(rest, graph, loops);
    if (is_loop) loops.pop_back();
  }
}

UnfoldedPoint LoopShape::start() const {
  UnfoldedPoint place{entry_, {}};
  for (std::uint32_t loop : loops_[entry_.index()])
    place.key.insert(place.key.end(), {loop, 0});
  place.key.push_back(number_[entry_.index()]);
  return place;
}

UnfoldedPoint LoopShape::after(const UnfoldedPoint& place, const ir::Edge& edge) const {
  const std::vector<std::uint32_t>& from = loops_[edge.from.index()];
  const std::vector<std::uint32_t>& to = loops_[edge.to.index()];
  UnfoldedPoint next{edge.to, {}};
  bool stays = true; // in the same loops so far
  for (std::size_t i = 0; i < to.size(); ++i) {
    stays = stays && i < from.size() && from[i] == to[i];
    std::uint32_t count = stays ? place.key[2 * i + 1] : 0;
    if (stays && i + 1 == to.size() && is_head(edge.to)) ++count;
    next.key.insert(next.key.end(), {to[i], count});
  }
  next.key.push_back(number_[edge.to.index()]);
  return next;
}

} // namespace kleene::evidence
