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

/// How loops inside loops are seen.
enum class Nesting {
  Flat,  ///< all that hang together are one loop with several places
  Nested ///< an inner loop is a leap in a step of the outer one
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
  Spot end;
};

class Ways {
public:
  Ways(const evidence::Problem& problem, Nesting nesting, Budget& budget);

  /// From the start of the program to a target, shortest first; those without leaps are left out.
  std::vector<Skeleton> to_targets();
  /// From the start to the head of a loop, wherever its procedure was called.
  std::vector<Skeleton> to_loop(const Site& site);
  /// All ways from a place of the loop to the next, calls included, over inner loops if those are nested;
  /// nothing if there are too many, or if they pass other loops.
  std::optional<std::vector<Skeleton>> steps(const Site& site);
  /// The loop that a place belongs to.
  const Site* site_at(ir::ProcId f, ir::LocId l) const;
  /// The loops of all procedures.
  std::vector<Site> loops() const;
  /// Whatever an edge of the loop may change, or one of the procedures called there.
  std::set<VarId> written(const Site& site) const;
  /// Some loop has more than one loop inside it.
  bool has_many_inner_loops() const { return most_heads_ > 2; }
  /// Some loop is inside another one, or in a procedure called there, as far as was looked.
  bool has_inner_loops() const { return has_inner_loops_; }

private:
  struct Node;
  struct Component {
    Site site;
    std::vector<bool> inside; ///< by location
  };
  using Goal = std::function<bool(const Spot&)>;
  void find_components(ir::ProcId f, std::vector<bool> among);
  std::vector<ir::LocId> cut(ir::ProcId f, const std::vector<bool>& inside) const;
  void find_recursion();
  void mark_reach(const Goal& goal);
  bool promising(const Spot& at) const;
  std::vector<Skeleton> search(const Goal& goal, std::size_t most);
  void expand(const Node& node, std::vector<Node>& next) const;
  bool contains_loops(const Site& site) const;
  void leap_from(const Node& node, const Site& site, std::vector<Node>& next) const;
  bool walk(const Site& site, const Spot& at, Skeleton& way, std::vector<Skeleton>& found);
  bool is_target(const Spot& at) const;
  bool leaves(const Site& site, const Spot& at, std::size_t edge) const;
  void add_written(ir::ProcId f,
                   const ir::Edge& edge,
                   std::set<ir::ProcId>& called,
                   std::set<VarId>& result) const;

  const evidence::Problem& problem_;
  const ir::Program& program_;
  Nesting nesting_;
  Budget& budget_;
  bool has_inner_loops_ = false;
  std::size_t most_heads_ = 0;                                  ///< of loops that hang together
  std::vector<std::vector<std::vector<std::size_t>>> outgoing_; ///< by procedure and location
  std::vector<std::vector<Component>> components_;              ///< by procedure
  std::vector<std::optional<Site>> recursion_;                  ///< by procedure
  std::vector<std::vector<bool>> to_goal_; ///< some way inside, or in callees, leads to a goal
  std::vector<std::vector<bool>> to_exit_;
};

} // namespace kleene::engine::leap
