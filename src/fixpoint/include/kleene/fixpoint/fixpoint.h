// SPDX-License-Identifier: Apache-2.0
// Least and greatest fixed points by iteration. The function is the right side of the equation;
// counting, limits and progress stay outside, in the watcher.
#pragma once
#include <cstddef>
#include <utility>

namespace kleene::fixpoint {

/// Called before every round; may throw to stop the iteration.
struct NoWatcher {
  template <class T>
  void operator()(std::size_t /*round*/, const T& /*value*/) const {}
};

/// X = f(X), iterated from `start` until nothing changes. For monotone f this is the least solution
/// above `start` if f(start) lies above it, the greatest below if f(start) lies below.
template <class T, class F, class Watcher = NoWatcher>
T iterate(T start, F&& f, Watcher&& watcher = {}) {
  T value = std::move(start);
  for (std::size_t round = 0;; ++round) {
    watcher(round, value);
    T next = f(std::as_const(value));
    if (next == value) return value;
    value = std::move(next);
  }
}

/// The least X with X = f(X), from the bottom element.
template <class T, class F, class Watcher = NoWatcher>
T lfp(T bottom, F&& f, Watcher&& watcher = {}) {
  return iterate(std::move(bottom), std::forward<F>(f), std::forward<Watcher>(watcher));
}

/// The greatest X with X = f(X), from the top element.
template <class T, class F, class Watcher = NoWatcher>
T gfp(T top, F&& f, Watcher&& watcher = {}) {
  return iterate(std::move(top), std::forward<F>(f), std::forward<Watcher>(watcher));
}

} // namespace kleene::fixpoint
