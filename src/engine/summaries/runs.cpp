// SPDX-License-Identifier: Apache-2.0
#include "runs.h"

#include <algorithm>

#include "concrete.h"

namespace kleene::engine::summaries {

using evidence::Activation;
using evidence::Activations;

namespace {

constexpr std::size_t no_run = Activation::Step::no_run;

/// The number of steps of each finished run, and of all runs on the stack together: `limit` + 1 if
/// there are more.
struct Lengths {
  Lengths(const Activations& runs, std::size_t limit) {
    for (const Activation& run : runs.finished)
      finished.push_back(of(run, limit));
    for (const Activation& run : runs.stack)
      stack = std::min(limit + 1, stack + of(run, limit));
  }
  std::size_t of(const Activation& run, std::size_t limit) const {
    std::size_t steps = 0;
    for (const Activation::Step& step : run.steps) {
      steps += step.run == no_run ? 1 : 1 + finished[step.run];
      if (steps > limit) return limit + 1;
    }
    return steps;
  }
  std::vector<std::size_t> finished;
  std::size_t stack = 0;
};

/// The move that a step is; the values it chooses are all that has to be known after it.
Move move_of(const ir::Program& program, ir::ProcId p, const Activation::Step& step) {
  Move move{{p, step.edge}, {}};
  if (const auto* havoc = std::get_if<ir::Havoc>(&program.procedure(p).edges[step.edge].statement))
    for (std::size_t i = 0; i < step.chosen.size(); ++i)
      move.after[havoc->variables[i]] = step.chosen[i];
  return move;
}

/// Visits the moves of a run and of all it refers to, in the order of the execution.
template <class Visit>
void for_each_move(const ir::Program& program,
                   const Activations& runs,
                   const Activation& whole,
                   Visit visit) {
  struct Open {
    const Activation* run;
    std::size_t next = 0;
  };
  std::vector<Open> open{{&whole}};
  while (!open.empty()) {
    Open& top = open.back();
    if (top.next == top.run->steps.size()) {
      open.pop_back();
      continue;
    }
    const Activation::Step& step = top.run->steps[top.next++];
    visit(move_of(program, top.run->procedure, step));
    if (step.run != no_run) open.push_back({&runs.finished[step.run]});
  }
}

} // namespace

Activations without_needless(Activations runs) {
  std::vector<std::size_t> numbers(runs.finished.size(), no_run);
  auto mark = [&](const Activation& run) {
    for (const Activation::Step& step : run.steps)
      if (step.run != no_run) numbers[step.run] = 0;
  };
  std::ranges::for_each(runs.stack, mark);
  for (std::size_t i = runs.finished.size(); i-- > 0;)
    if (numbers[i] != no_run) mark(runs.finished[i]);
  std::size_t next = 0;
  for (std::size_t& number : numbers)
    if (number != no_run) number = next++;
  auto renumber = [&](Activation& run) {
    for (Activation::Step& step : run.steps)
      if (step.run != no_run) step.run = numbers[step.run];
  };
  Activations result;
  for (std::size_t i = 0; i < runs.finished.size(); ++i)
    if (numbers[i] != no_run) {
      renumber(runs.finished[i]);
      result.finished.push_back(std::move(runs.finished[i]));
    }
  std::ranges::for_each(runs.stack, renumber);
  result.stack = std::move(runs.stack);
  return result;
}

std::optional<std::vector<Move>>
moves_of_last_run(const ir::Program& program, const Activations& runs, std::size_t limit) {
  if (Lengths(runs, limit).finished.back() > limit) return std::nullopt;
  std::vector<Move> moves;
  for_each_move(
      program, runs, runs.finished.back(), [&](Move move) { moves.push_back(std::move(move)); });
  return moves;
}

std::optional<evidence::Execution>
unrolled(const ir::Program& program, const Activations& runs, std::size_t limit) {
  if (Lengths(runs, limit).stack > limit) return std::nullopt;
  const std::map<VarId, bool>& start = runs.stack.front().entry;
  ConcreteRun concrete(program, Values(start.begin(), start.end()));
  for (const Activation& run : runs.stack)
    for_each_move(program, runs, run, [&](const Move& move) { concrete.move(move); });
  return evidence::Execution{concrete.inputs(), concrete.steps()};
}

} // namespace kleene::engine::summaries
