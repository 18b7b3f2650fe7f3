// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/schedules/stateless.h"

#include "kleene/engine/schedules/schedules.h"
#include "kleene/property/property.h"

#include <fmt/core.h>

#include <algorithm>
#include <unordered_set>

#include "explorer.h"

namespace kleene::engine::schedules {
namespace {

bool conflict(const ir::SharedAccess& a, const ir::SharedAccess& b) {
  if (!a.write && !b.write) return false;
  if (a.variable.valid() || b.variable.valid()) return a.variable == b.variable;
  return a.address < b.address + b.length && b.address < a.address + a.length;
}

/// A slice more, or a longer last one.
void add_turn(evidence::Schedule& schedule,
              std::size_t thread,
              const std::vector<Integer>& inputs) {
  if (schedule.slices.empty() || schedule.slices.back().thread != thread)
    schedule.slices.push_back({thread, 0});
  ++schedule.slices.back().steps;
  for (const Integer& value : inputs)
    schedule.inputs.push_back({value});
}

} // namespace

std::optional<Integer> Stateless::Inputs::next(const ir::InputRequest& request) {
  if (at < values.size()) return values[at++];
  missing = request;
  return std::nullopt;
}

Stateless::Stateless(const evidence::Problem& problem, Budget& budget)
    : problem_(problem),
      budget_(budget),
      threads_(problem.program, evidence::reading_for(problem)),
      values_(problem) {
  options_.targets = problem.forbidden_targets();
  options_.budget = &budget;
}

Stateless::Result Stateless::run(Limits limits, bool keep_schedules) {
  limits_ = limits;
  keep_ = keep_schedules;
  result_ = {};
  frames_.clear();
  inputs_.values.clear();
  inputs_.at = 0;
  run_ = threads_.start(inputs_, options_);
  if (run_ == nullptr) result_.incomplete = "the program asks for inputs before it begins";
  if (run_ != nullptr) arrive();
  while (!frames_.empty() && !result_.found) {
    budget_.check();
    Frame& frame = frames_.back();
    if (frame.taken && frame.choice + 1 < frame.next[frame.thread].inputs.size()) {
      step(frame.thread, frame.choice + 1);
      continue;
    }
    if (frame.taken) frame.done.insert(frame.thread);
    frame.taken = false;
    if (std::optional<std::size_t> thread = pick(frame))
      step(*thread, 0);
    else
      frames_.pop_back();
  }
  return std::move(result_);
}

// ---- What turns touch

bool Stateless::dependent(const Touched& a, const Touched& b) {
  if (a.decides || b.decides || (a.creates && b.creates)) return true;
  return std::ranges::any_of(a.accesses, [&](const ir::SharedAccess& x) {
    return std::ranges::any_of(b.accesses,
                               [&](const ir::SharedAccess& y) { return conflict(x, y); });
  });
}

std::size_t Stateless::alive() const {
  std::size_t count = 0;
  for (std::size_t t = 0; t < run_->threads(); ++t)
    count += run_->has_ended(t) ? 0 : 1;
  return count;
}

std::vector<bool> Stateless::who_may_run() const {
  std::vector<bool> result;
  for (std::size_t t = 0; t < run_->threads(); ++t)
    result.push_back(run_->may_run(t));
  return result;
}

/// While no other thread is alive, turns are longer, and what they touch is not told.
ir::Turn Stateless::take(std::size_t thread, const std::vector<Integer>& inputs, Touched& touched) {
  inputs_.values = inputs;
  inputs_.at = 0;
  const std::vector<bool> before = who_may_run();
  const bool alone = alive() < 2;
  ir::Turn turn = run_->take(thread);
  touched.accesses = run_->accesses();
  touched.creates = run_->threads() > before.size();
  touched.decides = alone;
  if (turn == ir::Turn::Waits || turn == ir::Turn::WaitsLate || turn == ir::Turn::NeedsInput)
    return turn;
  for (std::size_t t = 0; t < before.size(); ++t)
    touched.decides |= t != thread && before[t] != run_->may_run(t);
  return turn;
}

bool Stateless::violated(ir::Turn turn) const {
  const ir::RunResult& seen = run_->result();
  if (seen.indeterminate || seen.assumed) return false;
  bool opaque = seen.target && seen.target->kind == ir::TargetKind::Opaque;
  return (turn == ir::Turn::Target && !opaque)
         || (problem_.events().overflows && seen.overflow.has_value());
}

/// Where the turn of the thread ended, with the inputs that it was given.
void Stateless::look_at_end(ir::Turn turn, std::size_t thread) {
  if (violated(turn)) {
    evidence::Schedule schedule = way();
    add_turn(schedule, thread, inputs_.values);
    result_.found = std::move(schedule);
  } else if (turn == ir::Turn::Target) {
    result_.incomplete = run_->result().target->kind == ir::TargetKind::Opaque
                             ? "not modelled, and reached: " + describe(*run_->result().target)
                             : "an error location is reached with unknown values";
  } else if (turn == ir::Turn::Limit) {
    result_.incomplete = "a run does not end within the limits";
  }
}

std::vector<Integer> Stateless::values_to_try() {
  if (auto values = values_.of(*inputs_.missing)) return *values;
  result_.incomplete = "an input has too many values to try them all";
  return {0, 1};
}

/// The next turn of the thread in the last state of the way.
Stateless::Next Stateless::look_at(std::size_t thread) {
  Next result;
  std::vector<std::vector<Integer>> untried{{}};
  std::unordered_set<std::string> asked;
  while (!untried.empty() && !result_.found) {
    std::vector<Integer> inputs = std::move(untried.back());
    untried.pop_back();
    run_->restore(*frames_.back().moment);
    if (!run_->may_run(thread)) return result;
    Touched touched;
    ir::Turn turn = take(thread, inputs, touched);
    result.touched.accesses.insert(
        result.touched.accesses.end(), touched.accesses.begin(), touched.accesses.end());
    result.touched.creates |= touched.creates;
    result.touched.decides |= touched.decides;
    if (turn == ir::Turn::NeedsInput) {
      bool value = inputs_.missing->kind == ir::InputKind::Value;
      if (value && !asked.insert(run_->inside_turn()).second) continue;
      for (const Integer& v : values_to_try()) {
        untried.push_back(inputs);
        untried.back().push_back(v);
      }
      continue;
    }
    look_at_end(turn, thread);
    if (turn == ir::Turn::Waits || turn == ir::Turn::WaitsLate || turn == ir::Turn::Target
        || turn == ir::Turn::Limit)
      continue;
    result.inputs.push_back(std::move(inputs));
    result.each.push_back(std::move(touched));
  }
  result.possible = !result.inputs.empty();
  return result;
}

// ---- What comes before what

std::size_t Stateless::reached(const Clock& clock, std::size_t thread) {
  return thread < clock.size() ? clock[thread] : 0;
}

void Stateless::join(Clock& into, const Clock& from) {
  if (into.size() < from.size()) into.resize(from.size());
  for (std::size_t t = 0; t < from.size(); ++t)
    into[t] = std::max(into[t], from[t]);
}

/// Of the next turn of the thread, as far as its own turns and its creation say.
Stateless::Clock Stateless::clock_before(std::size_t thread) const {
  for (std::size_t i = frames_.size() - 1; i-- > 0;) {
    bool created = frames_[i].next.size() <= thread;
    if (frames_[i].thread == thread || created) return frames_[i].clock;
  }
  return {};
}

/// Turns on which the next one of the thread depends, and that may come behind it.
void Stateless::find_races(std::size_t thread) {
  const Touched& next = frames_.back().next[thread].touched;
  Clock before = clock_before(thread);
  for (std::size_t i = frames_.size() - 1; i-- > 0;) {
    const Frame& earlier = frames_[i];
    if (reached(before, earlier.thread) > i || !dependent(touched_by(earlier), next)) continue;
    if (earlier.thread != thread) reverse(i, thread);
    join(before, earlier.clock);
  }
}

/// Who may begin if everything that happened since, but not because of that earlier turn, comes before it, and then
/// the thread.
std::set<std::size_t> Stateless::initials(std::size_t earlier, std::size_t thread) const {
  const std::size_t by = frames_[earlier].thread;
  std::vector<std::size_t> rest;
  std::set<std::size_t> result;
  auto after_any = [&](const Clock& clock) {
    return std::ranges::any_of(
        rest, [&](std::size_t k) { return reached(clock, frames_[k].thread) > k; });
  };
  for (std::size_t j = earlier + 1; j + 1 < frames_.size(); ++j) {
    if (reached(frames_[j].clock, by) > earlier) continue;
    if (!after_any(frames_[j].clock)) result.insert(frames_[j].thread);
    rest.push_back(j);
  }
  const Touched& next = frames_.back().next[thread].touched;
  bool bound = after_any(clock_before(thread)) || std::ranges::any_of(rest, [&](std::size_t k) {
                 return frames_[k].thread == thread || dependent(touched_by(frames_[k]), next);
               });
  if (!bound) result.insert(thread);
  return result;
}

/// Sees to it that the next turn of the thread is tried before the earlier turn.
void Stateless::reverse(std::size_t earlier, std::size_t thread) {
  Frame& there = frames_[earlier];
  std::set<std::size_t> first = initials(earlier, thread);
  for (std::size_t t : first)
    if (there.tried.contains(t) || there.asleep.contains(t)) return;
  auto possible = [&](std::size_t t) { return t < there.next.size() && there.next[t].possible; };
  if (first.contains(thread) && possible(thread)) {
    there.tried.insert(thread);
    return;
  }
  auto chosen = std::ranges::find_if(first, possible);
  if (chosen != first.end()) {
    there.tried.insert(*chosen);
    return;
  }
  for (std::size_t t = 0; t < there.next.size(); ++t)
    if (possible(t)) there.tried.insert(t);
}

// ---- The way

evidence::Schedule Stateless::way() const {
  evidence::Schedule result;
  for (const Frame& frame : frames_)
    if (frame.taken) add_turn(result, frame.thread, frame.next[frame.thread].inputs[frame.choice]);
  return result;
}

bool Stateless::starts_too_often(const Frame& frame, std::size_t thread) const {
  if (&frame == &frames_.front()) return false;
  std::size_t last = (&frame - 1)->thread;
  bool preempts = thread != last && frame.next[last].possible;
  return frame.preemptions + (preempts ? 1 : 0) > limits_.preemptions;
}

std::optional<std::size_t> Stateless::pick(Frame& frame) {
  for (std::size_t thread : frame.tried) {
    if (frame.done.contains(thread) || frame.asleep.contains(thread)
        || frame.refused.contains(thread))
      continue;
    if (!starts_too_often(frame, thread)) return thread;
    frame.refused.insert(thread);
    result_.preempted = true;
  }
  return std::nullopt;
}

void Stateless::step(std::size_t thread, std::size_t choice) {
  Frame& frame = frames_.back();
  frame.taken = false;
  frame.clock = {};
  std::size_t here = frames_.size() - 1;
  frame.thread = thread;
  frame.choice = choice;
  Clock clock = clock_before(thread);
  for (std::size_t i = 0; i < here; ++i)
    if (dependent(touched_by(frames_[i]), touched_by(frame))) join(clock, frames_[i].clock);
  if (clock.size() <= thread) clock.resize(thread + 1);
  clock[thread] = here + 1;
  frame.clock = std::move(clock);
  frame.taken = true;
  run_->restore(*frame.moment);
  Touched again;
  take(thread, frame.next[thread].inputs[choice], again);
  arrive();
}

/// In the state at the end of the way.
void Stateless::arrive() {
  Frame fresh;
  fresh.moment = run_->save();
  if (!fresh.moment) {
    result_.incomplete = "objects are too large to be kept";
    return;
  }
  if (!frames_.empty()) {
    const Frame& last = frames_.back();
    fresh.preemptions = last.preemptions;
    if (frames_.size() > 1) {
      std::size_t previous = frames_[frames_.size() - 2].thread;
      fresh.preemptions += previous != last.thread && last.next[previous].possible ? 1 : 0;
    }
    for (const auto* set : {&last.asleep, &last.done})
      for (std::size_t t : *set)
        if (t != last.thread && !dependent(touched_by(last), last.next[t].touched))
          fresh.asleep.insert(t);
  }
  const std::size_t threads = run_->threads();
  frames_.push_back(std::move(fresh));
  for (std::size_t t = 0; t < threads && !result_.found; ++t) {
    Next next = look_at(t);
    frames_.back().next.push_back(std::move(next));
  }
  if (result_.found) return;
  for (std::size_t t = 0; t < threads; ++t)
    find_races(t);
  begin_choices();
}

void Stateless::begin_choices() {
  Frame& frame = frames_.back();
  bool any = std::ranges::any_of(frame.next, &Next::possible);
  if (!any) {
    ++result_.executions;
    if (keep_) result_.schedules.push_back(way().slices);
    return;
  }
  if (frames_.size() > limits_.turns) {
    result_.endless = true;
    return;
  }
  std::size_t last = frames_.size() > 1 ? frames_[frames_.size() - 2].thread : 0;
  auto fits = [&](std::size_t t) { return frame.next[t].possible && !frame.asleep.contains(t); };
  if (fits(last)) {
    frame.tried.insert(last);
    return;
  }
  for (std::size_t t = 0; t < frame.next.size() && frame.tried.empty(); ++t)
    if (fits(t)) frame.tried.insert(t);
  if (frame.tried.empty()) ++result_.abandoned;
}

// ---- The engine

std::optional<std::string> obstacle_to_stateless(const evidence::Problem& problem) {
  if (auto why = obstacle(problem)) return why;
  for (Property property : {Property::NoDataRace, Property::NoDeadlock})
    if (evidence::site_of_threads(problem, property))
      return "it looks for neither data races nor deadlocks";
  return std::nullopt;
}

Answer solve_stateless(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  Stateless search(problem, budget);
  for (std::size_t preemptions = 0;; ++preemptions) {
    Stateless::Limits limits;
    limits.preemptions = preemptions;
    Stateless::Result result = search.run(limits);
    observer.phase(fmt::format("{} executions with at most {} preemptions, {} more abandoned",
                               result.executions,
                               preemptions,
                               result.abandoned));
    if (result.found) return *std::move(result.found);
    if (!result.incomplete.empty()) return Unknown{result.incomplete, {}};
    if (result.endless && !result.preempted)
      return Unknown{fmt::format("there are executions of more than {} turns", limits.turns), {}};
    if (!result.preempted) break;
  }
  constexpr std::size_t no_bound = 1000;
  return Explorer(problem, budget, observer, no_bound).run();
}

} // namespace kleene::engine::schedules
