// SPDX-License-Identifier: Apache-2.0
// Sets in a row, and a quick way to those that meet another set: unions of neighbours tell where not
// to look.
#pragma once
#include "kleene/bdd/bdd.h"

#include <functional>
#include <vector>

namespace kleene::engine::summaries {

class Row {
public:
  void push_back(Bdd set);
  std::size_t size() const { return levels_.empty() ? 0 : levels_.front().size(); }
  const Bdd& operator[](std::size_t i) const { return levels_.front()[i]; }
  /// The first one below `end` that has an element in common with the set; `end` if there is none.
  std::size_t first_meeting(const Bdd& set, std::size_t end) const;
  /// The same among those from `begin` on.
  std::size_t next_meeting(const Bdd& set, std::size_t begin, std::size_t end) const;
  /// Visits all that have an element in common with the set, in their order, until the visitor
  /// returns false. The visitor may add to the row; what it adds is not visited.
  void for_each_meeting(const Bdd& set, const std::function<bool(std::size_t)>& visit) const;
  /// What the ones below `end` have in common with the set.
  Bdd meeting(const Bdd& set, std::size_t end) const;

private:
  /// The first one from `begin` on inside a block.
  std::size_t search(const Bdd& set,
                     std::size_t level,
                     std::size_t block,
                     std::size_t begin,
                     std::size_t end) const;

  /// Level 0 are the sets; a block of a level is the union of two of the level below.
  std::vector<std::vector<Bdd>> levels_;
};

} // namespace kleene::engine::summaries
