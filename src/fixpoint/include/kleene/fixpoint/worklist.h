// SPDX-License-Identifier: Apache-2.0
// What still has to be looked at.
#pragma once
#include <cstddef>
#include <deque>
#include <set>
#include <utility>
#include <vector>

namespace kleene::fixpoint {

/// A set of nodes from which the one of the smallest priority is taken first: most urgent first.
class Worklist {
public:
  explicit Worklist(std::vector<std::size_t> priorities) : priorities_(std::move(priorities)) {}

  bool empty() const { return waiting_.empty(); }
  void push(std::size_t node) { waiting_.emplace(priorities_[node], node); }
  std::size_t pop() {
    auto first = waiting_.begin();
    std::size_t node = first->second;
    waiting_.erase(first);
    return node;
  }

private:
  std::vector<std::size_t> priorities_;
  std::set<std::pair<std::size_t, std::size_t>> waiting_;
};

/// The same, first come, first served.
template <class Node>
class Line {
public:
  bool empty() const { return line_.empty(); }
  void push(const Node& node) {
    if (waiting_.insert(node).second) line_.push_back(node);
  }
  Node pop() {
    Node node = line_.front();
    line_.pop_front();
    waiting_.erase(node);
    return node;
  }

private:
  std::deque<Node> line_;
  std::set<Node> waiting_;
};

} // namespace kleene::fixpoint
