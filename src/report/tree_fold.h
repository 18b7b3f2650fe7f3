// SPDX-License-Identifier: Apache-2.0
// Long executions folded: the first lines, the last ones, and between them those that matter.
#pragma once
#include "kleene/report/report.h"

#include <deque>

namespace kleene::report {

class TreeFold {
public:
  /// A line of the tree, in the order of the execution. A line with a state begins anew.
  void add(ShownStep line);
  /// A line that is not shown.
  void skip() { ++count_; }
  void finish(Counterexample& c);

private:
  static constexpr std::size_t most_first = 300;
  static constexpr std::size_t most_last = 400;
  static constexpr std::size_t most_between = 300;
  struct Kept {
    std::size_t number = 0;
    ShownStep line;
  };
  static bool merge(ShownStep& last, const ShownStep& line);
  void apply(const ShownStep& line);

  std::vector<Kept> first_;
  std::deque<Kept> waiting_; ///< between first and last: from the earliest that may be shown on
  std::size_t waiting_that_matter_ = 0;
  std::deque<Kept> last_;
  std::size_t count_ = 0;
  bool followed_ = false; ///< `state_` is the one before the first of the waiting lines
  ShownState state_;
};

} // namespace kleene::report
