// SPDX-License-Identifier: Apache-2.0
#include "flow_graph.h"

#include <algorithm>
#include <iterator>

namespace kleene::transform {
namespace {

/// Union-find with path halving.
std::uint32_t find(std::vector<std::uint32_t>& parents, std::uint32_t i) {
  while (parents[i] != i) {
    parents[i] = parents[parents[i]];
    i = parents[i];
  }
  return i;
}

} // namespace

FlowGraph::Node FlowGraph::add_node() {
  nodes_.emplace_back();
  node_parents_.push_back(static_cast<Index>(node_parents_.size()));
  return Node(nodes_.size() - 1);
}

FlowGraph::Class FlowGraph::add_object() {
  contents_.push_back(static_cast<Index>(add_node().index()));
  class_parents_.push_back(static_cast<Index>(class_parents_.size()));
  return Class(contents_.size() - 1);
}

FlowGraph::Node FlowGraph::contents(Class objects) const {
  return Node(contents_[objects.index()]);
}

void FlowGraph::add_target(Node node, Class object) {
  add_targets(static_cast<Index>(node.index()), {static_cast<Index>(object.index())});
}

void FlowGraph::add_flow(Node from, Node to, unsigned alignment) {
  flows_.push_back({from, to, alignment});
  if (from == to) return;
  NodeData& data = nodes_[from.index()];
  data.successors.push_back(static_cast<Index>(to.index()));
  if (!data.targets.empty()) add_targets(static_cast<Index>(to.index()), data.targets);
}

FlowGraph::Class FlowGraph::dereference(Node node) {
  if (nodes_[node.index()].pointee == none) {
    auto fresh = static_cast<Index>(add_object().index());
    nodes_[node.index()].pointee = fresh;
    unify_targets(static_cast<Index>(node.index()));
  }
  return Class(nodes_[node.index()].pointee);
}

void FlowGraph::make_external(Node node) {
  nodes_[node.index()].external = true;
  add_flow(node, node, 0);
}

FlowGraph::Class FlowGraph::representative(Class objects) const {
  return Class(find_class(static_cast<Index>(objects.index())));
}

std::vector<FlowGraph::Class> FlowGraph::targets(Node node) const {
  std::vector<Class> result;
  for (Index t : nodes_[find_node(static_cast<Index>(node.index()))].targets)
    result.emplace_back(find_class(t));
  std::ranges::sort(result);
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

unsigned FlowGraph::alignment(Node node) const {
  return alignments_[find_node(static_cast<Index>(node.index()))];
}

FlowGraph::Index FlowGraph::find_node(Index node) const {
  return find(node_parents_, node);
}

FlowGraph::Index FlowGraph::find_class(Index objects) const {
  return find(class_parents_, objects);
}

void FlowGraph::enqueue(Index node) {
  if (nodes_[node].queued) return;
  nodes_[node].queued = true;
  queue_.push_back(node);
}

void FlowGraph::add_targets(Index node, std::vector<Index> added) {
  node = find_node(node);
  NodeData& data = nodes_[node];
  if (data.pointee != none) {
    bool first = data.targets.empty();
    data.targets.insert(data.targets.end(), added.begin(), added.end());
    unify_targets(node);
    if (!first || data.targets.empty()) return;
    data.delta = data.targets;
    enqueue(node);
    return;
  }
  for (Index& t : added)
    t = find_class(t);
  std::ranges::sort(added);
  added.erase(std::unique(added.begin(), added.end()), added.end());
  std::vector<Index> fresh;
  std::ranges::set_difference(added, data.targets, std::back_inserter(fresh));
  if (fresh.empty()) return;
  std::vector<Index> all;
  std::ranges::merge(data.targets, fresh, std::back_inserter(all));
  data.targets = std::move(all);
  data.delta.insert(data.delta.end(), fresh.begin(), fresh.end());
  enqueue(node);
}

/// A dereferenced node keeps one target, its first, which names the class of all of them: that is all
/// its successors need to see.
void FlowGraph::unify_targets(Index node) {
  NodeData& data = nodes_[node];
  for (Index t : data.targets)
    if (find_class(t) != find_class(data.pointee)) unifications_.emplace_back(data.pointee, t);
  if (data.targets.size() > 1) data.targets.resize(1);
}

void FlowGraph::unify(Index a, Index b) {
  a = find_class(a);
  b = find_class(b);
  if (a == b) return;
  class_parents_[b] = a;
  merge(contents_[a], contents_[b]);
}

/// The node with fewer successors moves into the other: they alone have to see all targets of the
/// other, so that a node that grows step by step does not start anew each time.
void FlowGraph::merge(Index a, Index b) {
  a = find_node(a);
  b = find_node(b);
  if (a == b) return;
  if (nodes_[a].successors.size() < nodes_[b].successors.size()) std::swap(a, b);
  node_parents_[b] = a;
  NodeData& into = nodes_[a];
  NodeData from = std::move(nodes_[b]);
  nodes_[b] = {};
  std::vector<Index> before = into.targets;
  if (into.external != from.external) {
    into.external = true;
    into.delta = into.targets;
  }
  if (into.pointee == none) {
    into.pointee = from.pointee;
    if (into.pointee != none) unify_targets(a);
  } else if (from.pointee != none) {
    unifications_.emplace_back(into.pointee, from.pointee);
  }
  into.successors.insert(into.successors.end(), from.successors.begin(), from.successors.end());
  add_targets(a, std::move(from.targets));
  if (!into.delta.empty()) enqueue(a);
  for (Index s : from.successors)
    if (find_node(s) != a) add_targets(s, before);
}

void FlowGraph::propagate(Index node) {
  NodeData& data = nodes_[node];
  data.queued = false;
  if (find_node(node) != node || data.delta.empty()) return;
  std::vector<Index> delta = std::move(data.delta);
  data.delta.clear();
  if (data.external)
    for (Index t : delta)
      merges_.emplace_back(node, contents_[find_class(t)]);
  for (Index s : data.successors)
    if (find_node(s) != node) add_targets(s, delta);
}

/// The nodes on a cycle of flows have the same targets: they become one. Tarjan's algorithm, with an
/// explicit stack.
void FlowGraph::collapse_cycles() {
  struct OpenNode {
    Index node;
    std::size_t next;
  };
  std::vector<Index> order(nodes_.size(), none);
  std::vector<Index> low(nodes_.size(), 0);
  std::vector<bool> open(nodes_.size(), false);
  std::vector<Index> path;
  std::vector<OpenNode> stack;
  Index count = 0;
  auto enter = [&](Index n) {
    order[n] = low[n] = count++;
    open[n] = true;
    path.push_back(n);
    stack.push_back({n, 0});
  };
  for (Index root = 0; root < nodes_.size(); ++root) {
    if (order[root] == none && find_node(root) == root) enter(root);
    while (!stack.empty()) {
      Index n = stack.back().node;
      if (stack.back().next < nodes_[n].successors.size()) {
        Index s = find_node(nodes_[n].successors[stack.back().next++]);
        if (order[s] == none)
          enter(s);
        else if (open[s])
          low[n] = std::min(low[n], order[s]);
        continue;
      }
      stack.pop_back();
      if (!stack.empty()) low[stack.back().node] = std::min(low[stack.back().node], low[n]);
      if (low[n] != order[n]) continue;
      while (true) {
        Index member = path.back();
        path.pop_back();
        open[member] = false;
        if (member == n) break;
        merges_.emplace_back(n, member);
      }
    }
  }
}

void FlowGraph::solve() {
  collapse_cycles();
  while (true) {
    if (!unifications_.empty()) {
      auto [a, b] = unifications_.back();
      unifications_.pop_back();
      unify(a, b);
    } else if (!merges_.empty()) {
      auto [a, b] = merges_.back();
      merges_.pop_back();
      merge(a, b);
    } else if (!queue_.empty()) {
      Index node = queue_.back();
      queue_.pop_back();
      propagate(node);
    } else {
      break;
    }
  }
  solve_alignments();
}

/// The greatest solution of: along every flow, the alignment is at most that of the source and that
/// of the flow. Each node is lowered at most max_alignment times.
void FlowGraph::solve_alignments() {
  alignments_.assign(nodes_.size(), max_alignment);
  std::vector<std::vector<std::pair<Index, unsigned>>> out(nodes_.size());
  for (const Flow& f : flows_)
    out[find_node(static_cast<Index>(f.from.index()))].emplace_back(
        find_node(static_cast<Index>(f.to.index())), f.alignment);
  std::vector<Index> work;
  for (Index n = 0; n < nodes_.size(); ++n)
    work.push_back(n);
  while (!work.empty()) {
    Index n = work.back();
    work.pop_back();
    for (auto [to, kept] : out[n]) {
      auto bound = static_cast<std::uint8_t>(std::min<unsigned>(kept, alignments_[n]));
      if (bound >= alignments_[to]) continue;
      alignments_[to] = bound;
      work.push_back(to);
    }
  }
}

} // namespace kleene::transform
