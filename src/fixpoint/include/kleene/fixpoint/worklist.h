// SPDX-License-Identifier: Apache-2.0
// What still has to be looked at, most urgent first.
#pragma once
#include <cstddef>
#include <set>
#include <utility>
#include <vector>

namespace kleene::fixpoint {

/// A set of nodes from which the one of the smallest priority is taken first.
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

} // namespace kleene::fixpoint
