// SPDX-License-Identifier: Apache-2.0
// Results counted, for each category and altogether.
#pragma once
#include <array>
#include <map>

#include "outcome.h"

namespace kleene::batch {

struct Counts {
  std::array<std::size_t, 8> by_status{}; ///< indexed by Status
  std::size_t tasks = 0;
  long score = 0;
  long best_score = 0; ///< if every task were answered as expected
  double seconds = 0;

  std::size_t of(Status status) const { return by_status[static_cast<std::size_t>(status)]; }
};

struct Summary {
  Counts all;
  std::map<std::string, Counts> by_category;
};
Summary summary_of(const std::vector<Row>& rows);

/// For people, one line per category.
std::string to_text(const Summary& summary);

/// `90 s`, `12 min`, `3 h 20 min`.
std::string duration_text(double seconds);

} // namespace kleene::batch
