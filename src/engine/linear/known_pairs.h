// SPDX-License-Identifier: Apache-2.0
// Pairs that a worklist has seen at one location, and what is new about further ones.
#pragma once
#include "kleene/presburger/relation.h"

#include <unordered_set>

namespace kleene::engine::linear {

/// Per dimension the value it has in all elements, where that is known: a cheap way to see that two
/// sets have nothing in common.
using Signature = std::vector<std::optional<Integer>>;
bool disjoint(const Signature& a, const Signature& b);

class KnownPairs {
public:
  /// The part that was not there before; none if there is none.
  std::optional<presburger::Map> add(presburger::Map pairs);

private:
  struct PointHash {
    std::size_t operator()(const presburger::Point& p) const noexcept;
  };
  /// Single pairs apart, because they are found faster.
  std::unordered_set<presburger::Point, PointHash> points_;
  std::vector<std::pair<Signature, presburger::Map>> others_;
};

/// The union of many maps, pairwise so that none is copied often. Requires one at least.
presburger::Map union_of(std::vector<presburger::Map> maps);

} // namespace kleene::engine::linear
