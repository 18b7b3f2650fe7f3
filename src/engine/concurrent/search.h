// SPDX-License-Identifier: Apache-2.0
// All interleavings, context by context: which states are reached when the active thread has changed
// 0, 1, 2, … times.
#pragma once
#include "kleene/support/observer.h"

#include <functional>
#include <set>

#include "space.h"

namespace kleene::engine::concurrent {

/// What one thread reaches while it is active.
class Context {
public:
  /// `states` are new at `point` after `step`; no step: the thread became active there.
  using Discovery =
      std::function<void(std::size_t point, const Bdd& states, std::optional<std::size_t> step)>;

  Context(Space& space, std::size_t thread);

  /// Explores from the given states, as far as they are new; stops at a target and returns its point.
  std::optional<std::size_t> explore(std::size_t point, const Bdd& states);
  const Bdd& states(std::size_t point) const { return states_[point]; }
  const std::vector<Bdd>& states() const { return states_; } ///< per point
  void on_discovery(Discovery discovery) { discovery_ = std::move(discovery); }

private:
  void add(std::size_t point, Bdd states, std::optional<std::size_t> step);

  Space& space_;
  std::size_t thread_;
  std::vector<std::size_t> rank_; ///< of points, for an order of exploration that follows the flow
  std::vector<std::vector<std::size_t>> outgoing_;
  std::vector<Bdd> states_;
  std::vector<Bdd> open_;
  std::set<std::pair<std::size_t, std::size_t>> work_; ///< rank and point
  std::optional<std::size_t> target_;
  Discovery discovery_;
};

/// One step of an execution that was found.
struct Move {
  std::size_t thread = 0;
  std::size_t step = 0;
  std::vector<std::pair<VarId, bool>> chosen;
};

struct Path {
  Bdd start; ///< the initial state
  std::vector<Move> moves;
};

/// Of a search: Closed if one more context of any thread reaches nothing new.
enum class Outcome { Target, Closed, Bound };

class Search {
public:
  Search(Space& space, const std::vector<std::vector<bool>>& switch_points, Observer& observer);

  /// Up to so many switches.
  Outcome run(std::optional<std::size_t> max_switches);
  /// The threads run in turn, each as long as it likes, so many times.
  Outcome run_rounds(std::size_t rounds);

  /// After Target: the thread that reaches it, and a way there.
  std::size_t target_thread() const { return target_->first; }
  Path path();
  /// Decision nodes of all states reached, shared ones once.
  std::size_t size() const;
  const Bdd& active(std::size_t thread, std::size_t point) const {
    return contexts_[thread].states(point);
  }

private:
  std::size_t first_thread() const { return space_.unfolding().init_first ? 1 : 0; }
  std::optional<Bdd> begin();
  bool take_turn(std::size_t thread, const Bdd& states);
  Bdd asleep(std::size_t thread) const;
  Bdd walk_back(std::size_t thread, const Bdd& from, std::size_t point, Bdd state, Path& path);

  Space& space_;
  const std::vector<std::vector<bool>>& switch_points_;
  Observer& observer_;
  std::vector<Context> contexts_; ///< per thread, everything it was ever seen to reach
  /// A thread was active once.
  struct Turn {
    std::size_t thread = 0;
    Bdd before;
    Bdd after; ///< with the thread waiting again
  };
  std::vector<Turn> turns_;
  Bdd start_; ///< states in which the first thread becomes active
  Bdd seen_;
  std::optional<std::pair<std::size_t, std::size_t>> target_; ///< thread and point
};

} // namespace kleene::engine::concurrent
