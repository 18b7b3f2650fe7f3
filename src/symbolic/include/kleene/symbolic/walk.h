// SPDX-License-Identifier: Apache-2.0
// What walks through loop-free parts of a program share, all ways at once: where ways part, each goes on
// with the condition that takes it there; where they meet, they become one; and a location is left when
// all ways to it have met.
#pragma once
#include "kleene/symbolic/path.h"
#include "kleene/symbolic/step.h"

#include <functional>
#include <map>
#include <optional>
#include <utility>

namespace kleene::symbolic {

/// Executions that took the same way so far, and the state they are in.
struct PathState {
  Path path;
  State state;
};

/// The ways of `other`, which exclude those of `one`, are added to them.
void join(const ir::Program& program, PathState& one, const PathState& other);

/// Ways that arrive where perhaps others have been before.
template <class Way>
void meet(const ir::Program& program, std::optional<Way>& there, Way&& other) {
  if (there)
    join(program, *there, other);
  else
    there = std::forward<Way>(other);
}

/// An edge that is taken, and the path of those who take it.
using TakeEdge = std::function<void(const ir::Edge& edge, const Path& path)>;
/// A Boolean by which the executions on a path are divided.
using Divided = std::function<void(Term picked, const Path& path)>;

/// The edges that leave a location, in their order. Where their conditions do not exclude each other, fresh
/// Booleans say who takes which.
void branch(const ir::Program& program,
            const ir::Procedure& procedure,
            const std::vector<std::size_t>& edges,
            const Path& path,
            FreshVariables& fresh,
            const TakeEdge& take,
            const Divided& divided = {});

/// The locations that were reached and are still to be left, lowest order first. With the order of a
/// procedure that is cut at its loops, a location comes when nothing more can arrive there.
template <class Order, class Ways>
class Frontier {
public:
  /// What has arrived there.
  Ways& at(const Order& order, ir::LocId location) {
    auto& entry = waiting_[order];
    entry.first = location;
    return entry.second;
  }
  bool empty() const { return waiting_.empty(); }
  /// Requires that there is one.
  std::pair<ir::LocId, Ways> next() {
    auto first = waiting_.begin();
    std::pair<ir::LocId, Ways> result = std::move(first->second);
    waiting_.erase(first);
    return result;
  }

private:
  std::map<Order, std::pair<ir::LocId, Ways>> waiting_;
};

} // namespace kleene::symbolic
