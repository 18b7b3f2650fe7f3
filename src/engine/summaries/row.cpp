// SPDX-License-Identifier: Apache-2.0
#include "row.h"

#include <algorithm>

namespace kleene::engine::summaries {

void Row::push_back(Bdd set) {
  for (std::size_t level = 0;; ++level) {
    if (levels_.size() == level) levels_.emplace_back();
    levels_[level].push_back(set);
    // A second block of a level completes one of the next; an odd one waits.
    std::size_t count = levels_[level].size();
    if (count % 2 == 1) return;
    set = levels_[level][count - 2] | levels_[level][count - 1];
  }
}

std::size_t Row::first_meeting(const Bdd& set, std::size_t end) const {
  return next_meeting(set, 0, end);
}

void Row::for_each_meeting(const Bdd& set, const std::function<bool(std::size_t)>& visit) const {
  std::size_t end = size();
  for (std::size_t i = next_meeting(set, 0, end); i < end; i = next_meeting(set, i + 1, end))
    if (!visit(i)) return;
}

std::size_t Row::next_meeting(const Bdd& set, std::size_t begin, std::size_t end) const {
  end = std::min(end, size());
  // The blocks that wait at each level, from the highest level down, cover the row from its start.
  std::size_t covered = 0;
  for (std::size_t level = levels_.size(); level-- > 0 && covered < end;) {
    std::size_t block = covered >> level;
    if (block >= levels_[level].size()) continue;
    for (; block < levels_[level].size() && covered < end; ++block) {
      std::size_t found = search(set, level, block, begin, end);
      if (found < end) return found;
      covered = (block + 1) << level;
    }
  }
  return end;
}

Bdd Row::meeting(const Bdd& set, std::size_t end) const {
  Bdd result;
  std::size_t covered = 0;
  for (std::size_t level = levels_.size(); level-- > 0;)
    if (std::size_t block = covered >> level;
        block < levels_[level].size() && ((block + 1) << level) <= end) {
      result |= set & levels_[level][block];
      covered = (block + 1) << level;
    }
  return result;
}

std::size_t Row::search(const Bdd& set,
                        std::size_t level,
                        std::size_t block,
                        std::size_t begin,
                        std::size_t end) const {
  if ((block << level) >= end || ((block + 1) << level) <= begin) return end;
  if (!set.intersects(levels_[level][block])) return end;
  if (level == 0) return block;
  std::size_t found = search(set, level - 1, 2 * block, begin, end);
  return found < end ? found : search(set, level - 1, 2 * block + 1, begin, end);
}

} // namespace kleene::engine::summaries
