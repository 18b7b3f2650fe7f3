// SPDX-License-Identifier: Apache-2.0
#include "kleene/support/graph.h"

namespace kleene {

bool leads_to(const Successors& next, std::size_t from, std::size_t to) {
  std::vector<bool> seen(next.size());
  std::vector<std::size_t> work{from};
  while (!work.empty()) {
    std::size_t at = work.back();
    work.pop_back();
    for (std::size_t n : next[at]) {
      if (n == to) return true;
      if (!seen[n]) work.push_back(n);
      seen[n] = true;
    }
  }
  return false;
}

} // namespace kleene
