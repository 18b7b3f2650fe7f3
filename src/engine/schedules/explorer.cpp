// SPDX-License-Identifier: Apache-2.0
#include "explorer.h"

#include <fmt/core.h>

#include <algorithm>

namespace kleene::engine::schedules {
namespace {

constexpr std::uint64_t most_bytes = std::uint64_t(2) << 30;
constexpr std::size_t most_nodes = 20'000'000;

/// All values if they are few, otherwise some that programs often look at.
std::pair<std::vector<Integer>, bool> values_for(const ir::InputRequest& request) {
  constexpr unsigned widest = 8;
  std::vector<Integer> values;
  auto all = [&](Integer first, Integer count) {
    for (Integer i = 0; i < count; ++i)
      values.push_back(first + i);
    return std::pair{values, true};
  };
  if (request.kind == ir::InputKind::Edge) return all(0, static_cast<Integer>(request.choices));
  if (request.type.is_bool()) return all(0, 2);
  if (request.type.width() <= widest)
    return all(min_value(request.type), Integer(1) << request.type.width());
  values = {0, 1, 2, 3, 5, 10, max_value(request.type)};
  if (request.type.is_signed()) values.insert(values.end(), {-1, min_value(request.type)});
  return {values, false};
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

Explorer::Explorer(const evidence::Problem& problem, Budget& budget, Observer& observer)
    : problem_(problem),
      budget_(budget),
      observer_(observer),
      threads_(problem.program, evidence::reading_for(problem)) {
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

/// A run cannot go back: the way is run from the beginning.
void Explorer::go_to(std::uint32_t node) {
  inputs_.begin(nullptr);
  run_ = threads_.start(inputs_, options_);
  for (const Node* step : way_to(node)) {
    inputs_.begin(&step->inputs);
    run_->take(step->thread);
  }
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
  std::string state = run_->state();
  bytes_ += state.size();
  if (!seen_.insert(std::move(state)).second) return std::nullopt;
  std::size_t last = nodes_[node].thread;
  bool goes_on = run_->may_run(last);
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
    switch (turn) {
    case ir::Turn::NeedsInput: {
      auto [values, all] = values_for(inputs_.missing());
      if (!all) incomplete_ = "an input has too many values to try them all";
      for (auto value = values.rbegin(); value != values.rend(); ++value) {
        Open longer = next;
        longer.inputs.push_back(*value);
        branch(longer, level_);
      }
      return;
    }
    case ir::Turn::Target:
      incomplete_ = "an error location is reached with unknown values";
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

evidence::Schedule Explorer::schedule_to(const Open& last) const {
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
  add(last.thread, last.inputs);
  return result;
}

Answer Explorer::run() {
  nodes_.push_back({});
  go_to(0);
  if (run_ == nullptr) return Unknown{"the program asks for inputs before it begins", {}};
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
