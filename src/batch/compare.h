// SPDX-License-Identifier: Apache-2.0
// What is different from an earlier run.
#pragma once
#include "outcome.h"

namespace kleene::batch {

struct Change {
  std::string task;
  std::string property;
  std::string before; ///< the verdict, or `missing`
  std::string now;
  int score = 0; ///< now minus before
};

struct Comparison {
  std::string folder;
  std::vector<Row> earlier;
  std::size_t common = 0;      ///< tasks in both
  std::vector<Change> changes; ///< of the verdict, losses first
  double seconds_before = 0;   ///< of tasks that both answered with true or false
  double seconds_now = 0;
};

/// `folder` is that of the earlier run.
Result<Comparison> compare(const std::vector<Row>& rows, const std::string& folder);
std::string to_text(const Comparison& comparison);

} // namespace kleene::batch
