// SPDX-License-Identifier: Apache-2.0
#include "search.h"

#include "kleene/support/invariant.h"

#include <fmt/core.h>

#include <algorithm>

namespace kleene::engine::concurrent {

using ir::ThreadStep;
using ir::UnfoldedThread;

namespace {

/// Places in a depth-first order in which, loops apart, steps go up.
std::vector<std::size_t> flow_order(const UnfoldedThread& thread,
                                    const std::vector<std::vector<std::size_t>>& outgoing) {
  std::vector<std::size_t> rank(thread.points.size(), 0);
  std::vector<bool> seen(thread.points.size(), false);
  std::vector<std::pair<std::size_t, std::size_t>> stack{{UnfoldedThread::entry, 0}};
  seen[UnfoldedThread::entry] = true;
  std::size_t next = thread.points.size();
  while (!stack.empty()) {
    auto& [point, tried] = stack.back();
    if (tried == outgoing[point].size()) {
      rank[point] = next--;
      stack.pop_back();
      continue;
    }
    std::size_t to = thread.steps[outgoing[point][tried++]].to;
    if (seen[to]) continue;
    seen[to] = true;
    stack.emplace_back(to, 0);
  }
  return rank;
}

} // namespace

Context::Context(Space& space, std::size_t thread) : space_(space), thread_(thread) {
  const UnfoldedThread& t = space.unfolding().threads[thread];
  outgoing_.resize(t.points.size());
  for (std::size_t s = 0; s < t.steps.size(); ++s)
    outgoing_[t.steps[s].from].push_back(s);
  rank_ = flow_order(t, outgoing_);
  states_.resize(t.points.size());
  open_.resize(t.points.size());
}

void Context::add(std::size_t point, Bdd states, std::optional<std::size_t> step) {
  states -= states_[point];
  if (states.is_false()) return;
  if (discovery_) discovery_(point, states, step);
  states_[point] |= states;
  if (space_.unfolding().threads[thread_].points[point].target) target_ = point;
  open_[point] |= states;
  work_.emplace(rank_[point], point);
}

std::optional<std::size_t> Context::explore(std::size_t point, const Bdd& states) {
  add(point, states, std::nullopt);
  while (!work_.empty() && !target_) {
    std::size_t from = work_.begin()->second;
    work_.erase(work_.begin());
    Bdd now = std::exchange(open_[from], Bdd());
    for (std::size_t s : outgoing_[from])
      add(space_.unfolding().threads[thread_].steps[s].to, space_.after(thread_, s, now), s);
  }
  return target_;
}

Search::Search(Space& space,
               const std::vector<std::vector<bool>>& switch_points,
               Observer& observer)
    : space_(space), switch_points_(switch_points), observer_(observer) {
  for (std::size_t t = 0; t < space.unfolding().threads.size(); ++t)
    contexts_.emplace_back(space, t);
}

Bdd Search::asleep(std::size_t thread) const {
  Bdd result;
  for (std::size_t p = 0; p < switch_points_[thread].size(); ++p)
    if (switch_points_[thread][p] && !active(thread, p).is_false())
      result |= space_.sleep(thread, p, active(thread, p));
  return result;
}

std::size_t Search::size() const {
  std::vector<Bdd> all;
  for (const Context& context : contexts_)
    all.insert(all.end(), context.states().begin(), context.states().end());
  return shared_node_count(all);
}

/// The states in which the first thread becomes active; nothing if a target is reached before.
std::optional<Bdd> Search::begin() {
  start_ = space_.initial();
  if (space_.unfolding().init_first) {
    if (auto target = contexts_[0].explore(UnfoldedThread::entry, start_)) {
      target_ = {0, *target};
      return std::nullopt;
    }
    start_ = contexts_[0].states(UnfoldedThread::end);
  }
  seen_ = start_;
  return start_;
}

/// Whether a target was reached.
bool Search::take_turn(std::size_t thread, const Bdd& states) {
  Turn& turn = turns_.emplace_back(thread, states, Bdd());
  for (std::size_t p = 0; p < switch_points_[thread].size(); ++p) {
    if (!switch_points_[thread][p]) continue;
    if (auto target = contexts_[thread].explore(p, space_.wake(thread, p, states))) {
      target_ = {thread, *target};
      return true;
    }
  }
  turn.after = asleep(thread);
  return false;
}

Outcome Search::run(std::optional<std::size_t> max_switches) {
  std::optional<Bdd> frontier = begin();
  if (!frontier) return Outcome::Target;
  for (std::size_t switches = 0; !frontier->is_false(); ++switches) {
    if (max_switches && switches > *max_switches) return Outcome::Bound;
    observer_.progress(fmt::format("{} context switches", switches));
    Bdd reached;
    for (std::size_t t = first_thread(); t < contexts_.size(); ++t) {
      if (take_turn(t, *frontier)) return Outcome::Target;
      reached |= turns_.back().after;
    }
    frontier = reached - seen_;
    seen_ |= reached;
  }
  return Outcome::Closed;
}

Outcome Search::run_rounds(std::size_t rounds) {
  if (!begin()) return Outcome::Target;
  for (std::size_t round = 0; round < rounds; ++round) {
    observer_.progress(fmt::format("{} rounds", round));
    for (std::size_t t = first_thread(); t < contexts_.size(); ++t) {
      if (take_turn(t, seen_)) return Outcome::Target;
      seen_ |= turns_.back().after;
    }
  }
  return Outcome::Bound;
}

/// Adds the moves, last first, by which the thread comes from one of the states at which it becomes
/// active to the state at the point. Returns the state in which it became active, with it waiting.
Bdd Search::walk_back(
    std::size_t thread, const Bdd& from, std::size_t point, Bdd state, Path& path) {
  struct Found {
    std::size_t point;
    Bdd states;
    std::optional<std::size_t> step;
  };
  std::vector<Found> found;
  Context context(space_, thread);
  context.on_discovery([&](std::size_t p, const Bdd& states, std::optional<std::size_t> step) {
    found.push_back({p, states, step});
  });
  bool init = space_.unfolding().init_first && thread == 0;
  if (init) context.explore(UnfoldedThread::entry, from);
  for (std::size_t p = 0; p < switch_points_[thread].size() && !init; ++p)
    if (switch_points_[thread][p]) context.explore(p, space_.wake(thread, p, from));
  const UnfoldedThread& unfolded = space_.unfolding().threads[thread];
  std::size_t latest = found.size();
  while (true) {
    std::size_t f = 0;
    while (f < latest && !(found[f].point == point && found[f].states.intersects(state)))
      ++f;
    KL_INVARIANT(f < latest, "a state should have been discovered before what follows it");
    latest = f;
    state = space_.pick(found[f].states & state);
    if (!found[f].step) return init ? state : space_.at(thread, point, state);
    const ThreadStep& step = unfolded.steps[*found[f].step];
    Move& move = path.moves.emplace_back(thread, *found[f].step);
    for (VarId v : step.chosen)
      move.chosen.emplace_back(v, space_.value(state, v));
    point = step.from;
    Bdd earlier;
    for (std::size_t i = 0; i < f; ++i)
      if (found[i].point == point) earlier |= found[i].states;
    state = space_.before(thread, *found[f].step, state, earlier);
  }
}

Path Search::path() {
  KL_INVARIANT(target_.has_value(), "there should be a target to go to");
  Path path;
  auto [thread, point] = *target_;
  Bdd state = active(thread, point);
  for (std::size_t turn = turns_.size(); turn > 0;) {
    Bdd begin = walk_back(thread, turns_[turn - 1].before, point, state, path);
    state = begin;
    if (begin.intersects(start_)) break;
    // The first turn that left the program in this state.
    turn = 1;
    while (!turns_[turn - 1].after.intersects(begin))
      ++turn;
    thread = turns_[turn - 1].thread;
    point = 0;
    while (!switch_points_[thread][point] || !space_.waits(thread, point).intersects(begin))
      ++point;
    state = begin.restrict(space_.waits(thread, point));
  }
  if (space_.unfolding().init_first) {
    std::size_t last = turns_.empty() ? point : UnfoldedThread::end;
    state = walk_back(0, space_.initial(), last, state, path);
  }
  path.start = state;
  std::ranges::reverse(path.moves);
  return path;
}

} // namespace kleene::engine::concurrent
