// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/execution.h"
#include "kleene/ir/environment.h"

#include <algorithm>
#include <array>
#include <optional>

namespace kleene::evidence {

namespace {

/// Longer executions are left as they are: each attempt costs a run.
constexpr std::uint64_t longest_worth_it = 1'000'000;

} // namespace

namespace {

/// Nothing if there are zeros already.
std::optional<Execution>
with_zeros(Execution execution, std::size_t object, std::size_t at, std::size_t length) {
  std::string& bytes = execution.heap[object].bytes;
  length = std::min(length, bytes.size() - at);
  if (bytes.find_first_not_of('\0', at) >= at + length) return std::nullopt;
  bytes.replace(at, length, length, '\0');
  bytes.resize(bytes.find_last_not_of('\0') + 1);
  if (bytes.empty()) execution.heap.erase(execution.heap.begin() + std::ptrdiff_t(object));
  return execution;
}

} // namespace

Execution simplest_heap(const Problem& problem, Execution execution, Budget& budget) {
  if (execution.heap.empty()) return execution;
  Replay first = replay(problem, execution, budget);
  if (!first.accepted() || first.run.steps > longest_worth_it) return execution;
  std::size_t tries = 300;
  for (std::size_t unit : {8, 4, 1})
    for (std::size_t object = execution.heap.size(); object-- > 0;)
      for (std::size_t at = 0; at < execution.heap[object].bytes.size(); at += unit) {
        std::optional<Execution> simpler = with_zeros(execution, object, at, unit);
        if (!simpler || tries == 0) continue;
        --tries;
        if (!replay(problem, *simpler, budget).accepted()) continue;
        bool gone = simpler->heap.size() < execution.heap.size();
        execution = std::move(*simpler);
        if (gone) break;
      }
  return execution;
}

namespace {

/// Makes the inputs of one violation fewer and smaller, one attempt at a time.
class SmallerInputs {
public:
  SmallerInputs(const Problem& problem, Execution execution, Budget& budget)
      : problem_(problem), best_(std::move(execution)), budget_(budget) {}

  Execution run() {
    Replay first = replay(problem_, best_, budget_);
    if (!first.accepted() || first.run.steps > longest_worth_it) return best_;
    violation_ = first.run;
    take(first);
    leave_out();
    tries_ += tries_to_shrink;
    for (std::size_t i = 0; i < best_.inputs.size() && tries_left(); ++i)
      shrink(i);
    return best_;
  }

private:
  bool tries_left() const { return tries_ > 0 && steps_ < all_steps; }

  /// Pieces of the list that the violation does not need, such as the inputs of rounds of a loop: long ones first.
  void leave_out() {
    constexpr std::size_t short_piece = 4;
    std::size_t length = best_.inputs.size() / 2;
    while (length > 0) {
      for (std::size_t at = 0; at + length <= best_.inputs.size() && tries_left();)
        if (!attempt_without(at, length)) at += length;
      length = length > short_piece ? length / 2 : length - 1;
    }
  }

  bool attempt_without(std::size_t at, std::size_t length) {
    Execution changed = best_;
    auto first = changed.inputs.begin() + std::ptrdiff_t(at);
    changed.inputs.erase(first, first + std::ptrdiff_t(length));
    return attempt(std::move(changed));
  }

  /// A letter in a text of the world: what people can read and type. Where something printable is needed, it stays.
  bool make_letter(std::size_t i) {
    const Input& input = best_.inputs[i];
    bool text = input.origin == ir::argument_character || input.origin == ir::standard_input
                || input.origin == ir::file_byte;
    if (!text || input.value <= 0) return false;
    bool printable = input.value > ' ' && input.value <= '~';
    return input.value == 'a' || attempt(i, 'a') || printable;
  }

  /// Zero, a small number, or as near to them as halves lead. Shorter inputs may have cut the list behind `i`.
  void shrink(std::size_t i) {
    if (make_letter(i)) return;
    for (Integer small : std::array<Integer, 3>{0, 1, -1}) {
      if (best_.inputs[i].value == small || attempt(i, small)) return;
    }
    if (best_.inputs[i].kind != ir::InputKind::Value) return;
    // The least distance from zero, if what is violated with a value is so with all that lie further away.
    Integer low = 0, high = best_.inputs[i].value;
    while (tries_left() && i < best_.inputs.size()) {
      Integer middle = low + (high - low) / 2;
      if (middle == low || middle == high) return;
      if (attempt(i, middle))
        high = middle;
      else
        low = middle;
    }
  }

  bool attempt(std::size_t i, const Integer& value) {
    Execution changed = best_;
    changed.inputs[i].value = value;
    return attempt(std::move(changed));
  }

  /// Whether the same is violated with these inputs, and not later.
  bool attempt(Execution changed) {
    if (!tries_left()) return false;
    --tries_;
    Replay again = replay(problem_, changed, budget_);
    steps_ += again.run.steps;
    if (!again.accepted() || !same_violation(again.run)) return false;
    best_ = std::move(changed);
    take(again);
    return true;
  }

  bool same_violation(const ir::RunResult& run) const {
    auto at = [](const std::optional<ir::Event>& event) {
      return event ? std::optional(event->range) : std::nullopt;
    };
    bool overflows = problem_.events().overflows && violation_.overflow;
    if (overflows && violation_.ending != ir::Ending::TargetReached)
      return at(run.overflow) == at(violation_.overflow);
    return run.ending == violation_.ending && run.range == violation_.range
           && run.location == violation_.location && run.label == violation_.label
           && run.target.has_value() == violation_.target.has_value();
  }

  /// What the run used is the execution now.
  void take(const Replay& replayed) {
    best_.inputs = replayed.inputs;
    best_.steps = std::min(best_.steps, replayed.run.steps);
  }

  static constexpr std::uint64_t all_steps = 20'000'000;
  const Problem& problem_;
  Execution best_;
  Budget& budget_;
  ir::RunResult violation_;
  static constexpr std::size_t tries_to_shrink = 400;
  std::size_t tries_ = 200; ///< to leave something out
  std::uint64_t steps_ = 0;
};

} // namespace

Execution simplest_inputs(const Problem& problem, Execution execution, Budget& budget) {
  if (execution.inputs.empty()) return execution;
  return SmallerInputs(problem, std::move(execution), budget).run();
}

} // namespace kleene::evidence
