// SPDX-License-Identifier: Apache-2.0
// Ways through the control-flow graphs: skeletons from the start of the program to a target, in which
// every loop is passed in one leap, and the steps of those loops.
#pragma once
#include "kleene/support/budget.h"

#include <map>

#include "effect.h"

namespace kleene::engine::leap {

/// A loop as leaps see it: places such that each of its cycles passes one of them.
struct Site {
  ir::ProcId procedure;
  std::vector<ir::LocId> places;
  /// The first place is the entry of a recursive procedure; its calls are steps, too.
  bool recursion = false;
  friend bool operator==(const Site&, const Site&) = default;
};

/// Edges, a leap, edges, a leap, …, edges.
struct Skeleton {
  struct Leap {
    Site site;
    ir::LocId entry;
    ir::LocId exit;
    Spot at; ///< the entry
  };
  std::vector<Items> segments; ///< one more than leaps
  std::vector<Leap> leaps;
};

class Ways {
public:
  Ways(const evidence::Problem& problem, Budget& budget);

  /// Shortest first; those without leaps are left out.
  std::vector<Skeleton> skeletons();
  /// All ways from a place of the loop to the next, calls included; nothing if there are too many, or if
  /// they pass other loops.
  std::optional<std::vector<Items>> steps(const Site& site);
  /// The loop that a place belongs to.
  const Site* site_at(ir::ProcId f, ir::LocId l) const;

private:
  struct Node;
  struct Component {
    Site site;
    std::vector<bool> inside; ///< by location
  };
  void find_components(ir::ProcId f);
  std::vector<ir::LocId> cut(ir::ProcId f, const std::vector<bool>& inside) const;
  void find_recursion();
  void find_reach();
  bool promising(const Spot& at) const;
  void expand(const Node& node, std::vector<Node>& next, std::vector<Skeleton>& found);
  void leap_from(const Node& node, const Site& site, std::vector<Node>& next) const;
  bool walk(const Site& site, const Spot& at, Items& way, std::vector<Items>& found);

  const evidence::Problem& problem_;
  const ir::Program& program_;
  Budget& budget_;
  std::vector<std::vector<std::vector<std::size_t>>> outgoing_; ///< by procedure and location
  std::vector<std::vector<Component>> components_;              ///< by procedure
  std::vector<std::optional<Site>> recursion_;                  ///< by procedure
  std::vector<std::vector<bool>> to_target_; ///< some way inside, or in callees, leads to a target
  std::vector<std::vector<bool>> to_exit_;
};

} // namespace kleene::engine::leap
