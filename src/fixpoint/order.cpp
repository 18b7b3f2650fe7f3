// SPDX-License-Identifier: Apache-2.0
#include "kleene/fixpoint/order.h"

#include <algorithm>
#include <limits>

namespace kleene::fixpoint {
namespace {

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

/// Bourdoncle's algorithm. Depth-first search numbers the nodes; a node whose smallest reachable
/// number is its own heads a component, whose inside is ordered by the same search again. Explicit
/// stacks stand for recursion, so that long graphs are fine.
class Bourdoncle {
public:
  explicit Bourdoncle(const Graph& graph)
      : graph_(graph),
        number_(graph.size(), 0),
        is_head_(graph.size(), false),
        last_(graph.size()) {}

  WeakTopologicalOrder run(std::size_t start) {
    visit(start);
    WeakTopologicalOrder result;
    result.order.assign(reversed_.rbegin(), reversed_.rend());
    result.position.assign(graph_.size(), graph_.size());
    for (std::size_t i = 0; i < result.order.size(); ++i)
      result.position[result.order[i]] = i;
    result.end.assign(graph_.size(), 0);
    for (std::size_t node : result.order)
      if (is_head_[node]) result.end[node] = result.order.size() - last_[node];
    result.head = std::move(is_head_);
    return result;
  }

private:
  enum class Stage { Search, Component };
  struct OpenNode {
    std::size_t node;
    std::size_t next = 0; ///< successor to look at
    std::size_t least;    ///< smallest number seen from here
    bool loop = false;
    Stage stage = Stage::Search;
  };

  void open(std::size_t node) {
    stack_.push_back(node);
    number_[node] = ++counter_;
    frames_.push_back({node, 0, number_[node], false, Stage::Search});
  }

  void visit(std::size_t start) {
    open(start);
    while (!frames_.empty()) {
      OpenNode& frame = frames_.back();
      if (frame.next < graph_[frame.node].size()) {
        advance(frame);
      } else if (frame.stage == Stage::Search) {
        finish_search(frame);
      } else {
        finish_component(frame);
      }
    }
  }

  void advance(OpenNode& frame) {
    std::size_t successor = graph_[frame.node][frame.next];
    if (number_[successor] == 0) return open(successor); // looked at again when it is closed
    ++frame.next;
    if (frame.stage == Stage::Search && number_[successor] <= frame.least) {
      frame.least = number_[successor];
      frame.loop = true;
    }
  }

  void finish_search(OpenNode& frame) {
    std::size_t node = frame.node;
    if (frame.least != number_[node]) return close(frame);
    number_[node] = none;
    while (stack_.back() != node && frame.loop) {
      number_[stack_.back()] = 0;
      stack_.pop_back();
    }
    while (stack_.back() != node)
      stack_.pop_back();
    stack_.pop_back();
    if (!frame.loop) {
      reversed_.push_back(node);
      return close(frame);
    }
    is_head_[node] = true;
    last_[node] = reversed_.size();
    frame.stage = Stage::Component;
    frame.next = 0;
  }

  void finish_component(OpenNode& frame) {
    reversed_.push_back(frame.node);
    close(frame);
  }

  void close(const OpenNode& closed) {
    std::size_t least = closed.least;
    bool settled = number_[closed.node] == none;
    frames_.pop_back();
    if (frames_.empty()) return;
    OpenNode& parent = frames_.back();
    ++parent.next;
    if (!settled && parent.stage == Stage::Search && least <= parent.least) {
      parent.least = least;
      parent.loop = true;
    }
  }

  const Graph& graph_;
  std::vector<std::size_t> number_; ///< 0: not seen; none: placed
  std::vector<bool> is_head_;
  std::vector<std::size_t> last_; ///< of each head: where the component begins in `reversed_`
  std::vector<std::size_t> stack_;
  std::vector<OpenNode> frames_;
  std::vector<std::size_t> reversed_;
  std::size_t counter_ = 0;
};

} // namespace

WeakTopologicalOrder weak_topological_order(const Graph& graph, std::size_t start) {
  return Bourdoncle(graph).run(start);
}

std::vector<std::size_t> component_ranks(const Graph& graph) {
  std::vector<std::size_t> rank(graph.size(), none);
  std::vector<std::size_t> number(graph.size(), none);
  std::vector<std::size_t> low(graph.size(), none);
  std::vector<std::size_t> stack;
  std::vector<std::pair<std::size_t, std::size_t>> frames; // node, next successor
  std::size_t counter = 0;
  std::size_t components = 0;
  for (std::size_t root = 0; root < graph.size(); ++root) {
    if (number[root] != none) continue;
    frames.emplace_back(root, 0);
    while (!frames.empty()) {
      auto [node, next] = frames.back();
      if (next == 0) {
        number[node] = low[node] = counter++;
        stack.push_back(node);
      } else if (std::size_t done = graph[node][next - 1]; rank[done] == none) {
        low[node] = std::min(low[node], low[done]);
      }
      if (next < graph[node].size()) {
        ++frames.back().second;
        if (std::size_t successor = graph[node][next]; number[successor] == none)
          frames.emplace_back(successor, 0);
        continue;
      }
      if (low[node] == number[node]) {
        while (true) {
          std::size_t member = stack.back();
          stack.pop_back();
          rank[member] = components;
          if (member == node) break;
        }
        ++components;
      }
      frames.pop_back();
    }
  }
  return rank;
}

} // namespace kleene::fixpoint
