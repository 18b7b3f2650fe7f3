// SPDX-License-Identifier: Apache-2.0
// Loops inside loops, and the unfolding that counts how often each was gone round. A loop is a strongly
// connected part of the graph with one location as its head; without the head, the rest may have loops
// of its own. Any graph has such a nesting, also where loops have several entries.
#pragma once
#include "unfolding.h"

namespace kleene::evidence {

/// The key of a place: for each loop around it, outermost first, its number and how often its head was
/// come back to since it was entered; then the number of the location.
class LoopShape : public Shape {
public:
  explicit LoopShape(const ir::Procedure& procedure);

  UnfoldedPoint start() const;
  UnfoldedPoint after(const UnfoldedPoint& place, const ir::Edge& edge) const override;
  bool is_head(ir::LocId l) const { return head_[l.index()]; }
  /// Of a place at the head of a loop.
  static std::uint32_t rounds(const UnfoldedPoint& place) {
    return place.key[place.key.size() - 2];
  }

private:
  using Graph = std::vector<std::vector<std::size_t>>;
  void nest(const std::vector<std::size_t>& nodes,
            const Graph& graph,
            std::vector<std::uint32_t>& loops);

  ir::LocId entry_;
  std::vector<bool> head_;
  std::vector<std::uint32_t> number_;             ///< per location
  std::vector<std::vector<std::uint32_t>> loops_; ///< per location: numbers of the loops around it
  std::uint32_t next_ = 0;
};

} // namespace kleene::evidence
