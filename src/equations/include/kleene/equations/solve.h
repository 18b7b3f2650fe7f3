// SPDX-License-Identifier: Apache-2.0
// How solutions are computed. A queue holds the nodes whose equations may not hold; when the set of a
// node changes, the nodes whose equations mention it come back. The order of the queue decides how much
// work that is, and nothing else.
//
//   R::set(X, k)             X(k)
//   R::is_empty(set)
//   r.dependents(k, visit)  visits the nodes whose equations mention X(k)
//
// Where right sides distribute over unions, only what is new needs to be followed: Growing.
#pragma once
#include <utility>

namespace kleene::equations {

/// X(k) = F(k), least above the X it begins with: X(k) := X(k) ∪ F(k). `gained(k, states)` is told of
/// what is new, in an order in which it follows from what was there before.
template <class R, class Queue, class F, class Gained>
void least(R& r, typename R::Sets& X, Queue& queue, F&& right_side, Gained&& gained) {
  while (!queue.empty()) {
    const auto k = queue.pop();
    auto fresh = right_side(k) - R::set(X, k);
    if (R::is_empty(fresh)) continue;
    R::set(X, k) = R::set(X, k) | fresh;
    gained(k, fresh);
    r.dependents(k, [&](const auto& n) { queue.push(n); });
  }
}

/// X(k) = F(k), greatest below the X it begins with: X(k) := X(k) ∩ F(k). `leaving(k, states)` is told of
/// what leaves X(k), before it does.
template <class R, class Queue, class F, class Leaving>
void greatest(R& r, typename R::Sets& X, Queue& queue, F&& right_side, Leaving&& leaving) {
  while (!queue.empty()) {
    const auto k = queue.pop();
    auto lost = R::set(X, k) - right_side(k);
    if (R::is_empty(lost)) continue;
    leaving(k, std::as_const(lost));
    R::set(X, k) = R::set(X, k) - lost;
    r.dependents(k, [&](const auto& n) { queue.push(n); });
  }
}

/// The same by rounds over all nodes in the order of `r.nodes()`, where few rounds suffice and each costs
/// much; false if X still changes after so many. `r.is_candidate(X, k)`: X(k) is not empty; `r.shrink(X, k, set)` is X(k) := X(k) ∩ set, and whether
/// that changes it.
template <class R, class F>
bool greatest_in_rounds(R& r, typename R::Sets& X, int rounds, F&& right_side) {
  for (int round = 0; round < rounds; ++round) {
    bool changed = false;
    for (const auto& k : r.nodes())
      if (r.is_candidate(X, k) && r.shrink(X, k, right_side(k))) changed = true;
    if (!changed) return true;
  }
  return false;
}

/// The sets of a least solution while they grow, each with the part of it that was not followed yet.
template <class R, class Queue>
class Growing {
public:
  using Node = typename R::Node;
  using Set = typename R::Set;
  using Sets = typename R::Sets;

  Growing(Sets nothing, Queue queue)
      : sets_(nothing), fresh_(std::move(nothing)), queue_(std::move(queue)) {}

  const Sets& sets() const { return sets_; }
  bool settled() const { return queue_.empty(); }

  /// X(k) := X(k) ∪ more. Returns what is new; it waits to be followed.
  Set add(const Node& k, const Set& more) {
    Set fresh = more - R::set(sets_, k);
    if (R::is_empty(fresh)) return fresh;
    R::set(sets_, k) |= fresh;
    R::set(fresh_, k) |= fresh;
    queue_.push(k);
    return fresh;
  }

  /// A node where something is new, and what that is.
  Node next() { return queue_.pop(); }
  Set take(const Node& k) { return std::exchange(R::set(fresh_, k), Set()); }

  /// Until nothing is new: `follow(k, fresh)` adds what follows.
  template <class Follow>
  void saturate(Follow&& follow) {
    while (!settled()) {
      const Node k = next();
      follow(k, take(k));
    }
  }

private:
  Sets sets_;
  Sets fresh_;
  Queue queue_;
};

} // namespace kleene::equations
