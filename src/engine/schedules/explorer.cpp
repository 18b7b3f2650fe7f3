// SPDX-License-Identifier: Apache-2.0
#include "explorer.h"

#include "kleene/property/property.h"

#include <fmt/core.h>

#include <algorithm>

namespace kleene::engine::schedules {
namespace {

constexpr std::uint64_t most_bytes = std::uint64_t(2) << 30;
constexpr std::size_t most_nodes = 20'000'000;

/// Values that programs often look at.
std::vector<Integer> guesses(Type type) {
  std::vector<Integer> values{0, 1, 2, 3, 5, 10, max_value(type)};
  if (type.is_signed()) values.insert(values.end(), {-1, min_value(type)});
  return values;
}

} // namespace

void TurnInputs::begin(const std::vector<Integer>* values) {
  values_ = values;
  at_ = 0;
}

std::optional<Integer> TurnInputs::next(const ir::InputRequest& request) {
  if (values_ != nullptr && at_ < values_->size()) return (*values_)[at_++];
  missing_ = request;
  return std::nullopt;
}

Explorer::Explorer(const evidence::Problem& problem,
                   Budget& budget,
                   Observer& observer,
                   std::size_t most_threads)
    : problem_(problem),
      budget_(budget),
      observer_(observer),
      most_threads_(most_threads),
      threads_(problem.program, evidence::reading_for(problem)),
      values_(problem),
      meetings_({evidence::site_of_threads(problem, Property::NoDataRace).has_value(),
                 evidence::site_of_threads(problem, Property::NoDeadlock).has_value(),
                 problem.program.find_variable(ir::spurious_variable).value_or(VarId())}) {
  options_.targets = problem.forbidden_targets();
  options_.budget = &budget;
}

std::vector<const Explorer::Node*> Explorer::way_to(std::uint32_t node) const {
  std::vector<const Node*> way;
  for (; node != 0; node = nodes_[node].parent)
    way.push_back(&nodes_[node]);
  std::ranges::reverse(way);
  return way;
}

/// Back to a moment that was kept, or the way is run from the beginning.
void Explorer::go_to(std::uint32_t node) {
  auto kept = kept_.find(node);
  if (kept != kept_.end()) {
    run_->restore(*kept->second.moment);
    if (--kept->second.open == 0) kept_.erase(kept);
    return;
  }
  if (first_)
    run_->restore(*first_);
  else
    restart();
  for (const Node* step : way_to(node)) {
    inputs_.begin(&step->inputs);
    run_->take(step->thread);
  }
}

void Explorer::restart() {
  inputs_.begin(nullptr);
  run_ = threads_.start(inputs_, options_);
}

/// For so many turns that begin here and are not taken yet.
void Explorer::keep(std::uint32_t node, std::size_t open) {
  constexpr std::size_t most_kept = 200'000;
  if (open == 0 || !first_ || kept_.size() >= most_kept) return;
  if (std::unique_ptr<ir::Moment> moment = run_->save())
    kept_.emplace(node, Kept{std::move(moment), open});
}

bool Explorer::pick(Open& next) {
  for (level_ = 0; level_ < open_.size(); ++level_) {
    if (open_[level_].empty()) continue;
    next = std::move(open_[level_].back());
    open_[level_].pop_back();
    return true;
  }
  return false;
}

bool Explorer::violated(ir::Turn turn) const {
  const ir::RunResult& seen = run_->result();
  if (seen.indeterminate || seen.assumed) return false;
  bool opaque = seen.target && seen.target->kind == ir::TargetKind::Opaque;
  return (turn == ir::Turn::Target && !opaque)
         || (problem_.events().overflows && seen.overflow.has_value());
}

/// The state at the end of the run, if it is new: all that can happen there is open, but for the turn that is
/// given back, which goes on without a switch.
std::optional<Explorer::Open> Explorer::arrive(std::uint32_t node, std::size_t preemptions) {
  if (run_->threads() > most_threads_) {
    left_out_threads_ = true;
    incomplete_ = "there are more threads than were tried";
    return std::nullopt;
  }
  std::string state = run_->state();
  bytes_ += state.size();
  if (!seen_.insert(std::move(state)).second) return std::nullopt;
  std::size_t last = nodes_[node].thread;
  bool goes_on = run_->may_run(last);
  std::size_t turns = 0;
  bool blockable = true;
  for (std::size_t t = 0; t < run_->threads(); ++t) {
    turns += run_->may_run(t) ? 1 : 0;
    blockable = blockable && (run_->may_run(t) || run_->has_ended(t));
  }
  meetings_.begin(node, turns, blockable);
  keep(node, turns > 0 ? turns - 1 : 0);
  std::optional<Open> first;
  if (goes_on) first = Open{node, static_cast<std::uint32_t>(last), {}};
  for (std::size_t t = 0; t < run_->threads(); ++t) {
    if (t == last || !run_->may_run(t)) continue;
    Open open{node, static_cast<std::uint32_t>(t), {}};
    if (!first) {
      first = std::move(open);
      continue;
    }
    branch(open, preemptions + (goes_on ? 1 : 0));
  }
  return first;
}

void Explorer::branch(const Open& open, std::size_t preemptions) {
  if (open_.size() <= preemptions) open_.resize(preemptions + 1);
  open_[preemptions].push_back(open);
}

/// Takes the turn, and goes on from there as long as there is something new.
void Explorer::follow(Open next) {
  for (;;) {
    budget_.check();
    ++turns_;
    inputs_.begin(&next.inputs);
    ir::Turn turn = run_->take(next.thread);
    if (violated(turn)) {
      found_ = schedule_to(next);
      return;
    }
    bool again = turn == ir::Turn::NeedsInput && asks_anew(next);
    if (meet(next, turn, again)) return;
    switch (turn) {
    case ir::Turn::NeedsInput: {
      if (!again) return;
      std::vector<Integer> values = values_to_try();
      for (auto value = values.rbegin(); value != values.rend(); ++value) {
        Open longer = next;
        longer.inputs.push_back(*value);
        branch(longer, level_);
      }
      return;
    }
    case ir::Turn::Target:
      incomplete_ = run_->result().target->kind == ir::TargetKind::Opaque
                        ? "not modelled, and reached: " + describe(*run_->result().target)
                        : "an error location is reached with unknown values";
      return;
    case ir::Turn::Limit:
      incomplete_ = "a run does not end within the limits";
      return;
    case ir::Turn::Waits:
    case ir::Turn::WaitsLate:
      return;
    default:
      break;
    }
    if (nodes_.size() >= most_nodes || bytes_ > most_bytes) {
      incomplete_ = "there are too many states";
      open_.clear();
      return;
    }
    nodes_.push_back({next.node, next.thread, std::move(next.inputs)});
    auto here = static_cast<std::uint32_t>(nodes_.size() - 1);
    std::optional<Open> more = arrive(here, level_);
    if (!more) {
      nodes_.pop_back();
      return;
    }
    next = std::move(*more);
  }
}

/// Whether no other inputs led the turn to where it asks now.
bool Explorer::asks_anew(const Open& open) {
  if (inputs_.missing().kind != ir::InputKind::Value) return true;
  std::string where = fmt::format("{} {} {}", open.node, open.thread, run_->inside_turn());
  bytes_ += where.size();
  return asked_.insert(std::move(where)).second;
}

/// For the input that is missing.
std::vector<Integer> Explorer::values_to_try() {
  if (auto values = values_.of(inputs_.missing())) return *values;
  incomplete_ = "an input has too many values to try them all";
  return guesses(inputs_.missing().type);
}

/// What the turn has to do with others that begin in the same state; true if that violates the property.
bool Explorer::meet(const Open& taken, ir::Turn turn, bool again) {
  if (again) meetings_.ask_again(taken.node, values_to_try().size());
  const ir::RunResult& seen = run_->result();
  bool doubtful = seen.indeterminate || seen.assumed;
  auto other = meetings_.took(taken.node, taken.thread, turn, run_->accesses());
  if (!other && !meetings_.deadlock()) return false;
  if (doubtful || (other && !taken.inputs.empty())) {
    incomplete_ = other ? "two threads race where inputs or unknown values decide"
                        : "a deadlock depends on unknown values";
    return false;
  }
  evidence::Schedule schedule = schedule_to({taken.node, taken.thread, {}}, false);
  if (other)
    for (std::size_t thread : {static_cast<std::size_t>(*other), std::size_t(taken.thread)})
      schedule.slices.push_back({thread, 0});
  found_ = std::move(schedule);
  return true;
}

evidence::Schedule Explorer::schedule_to(const Open& last, bool taken) const {
  evidence::Schedule result;
  auto add = [&](std::size_t thread, const std::vector<Integer>& inputs) {
    if (result.slices.empty() || result.slices.back().thread != thread)
      result.slices.push_back({thread, 0});
    ++result.slices.back().steps;
    for (Integer value : inputs)
      result.inputs.push_back({value});
  };
  for (const Node* step : way_to(last.node))
    add(step->thread, step->inputs);
  if (taken) add(last.thread, last.inputs);
  return result;
}

Answer Explorer::run() {
  nodes_.push_back({});
  restart();
  if (run_ == nullptr) return Unknown{"the program asks for inputs before it begins", {}};
  first_ = run_->save();
  if (auto first = arrive(0, 0)) branch(*first, 0);
  std::size_t reported = 0;
  Open next;
  while (!found_ && pick(next)) {
    if (level_ > reported)
      observer_.phase(fmt::format("schedules with {} preemptions", reported = level_));
    go_to(next.node);
    follow(std::move(next));
  }
  if (found_) return std::move(*found_);
  if (!incomplete_.empty()) return Unknown{incomplete_, {}};
  return evidence::AllRuns{seen_.size(), turns_};
}

} // namespace kleene::engine::schedules
