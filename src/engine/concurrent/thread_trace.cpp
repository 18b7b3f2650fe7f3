// SPDX-License-Identifier: Apache-2.0
#include "thread_trace.h"

#include "kleene/support/invariant.h"

#include <algorithm>

namespace kleene::engine::concurrent {
namespace {

/// Threads are numbered as they come to life.
std::vector<std::size_t> thread_numbers(const ThreadTrace& trace) {
  std::vector<std::size_t> numbers(trace.spawned.size(), 0);
  std::size_t next = 0;
  for (std::size_t t = 0; t < numbers.size(); ++t)
    if (!trace.spawned[t]) numbers[t] = next++;
  for (const ThreadTrace::Move& move : trace.moves) {
    if (move.starts) numbers[*move.starts] = next;
    if (move.spawns) ++next;
  }
  return numbers;
}

/// Answers the questions of a run so that it follows the trace.
class ThreadTraceInputs : public ir::InputSource {
public:
  explicit ThreadTraceInputs(const ThreadTrace& trace) : trace_(trace) {}

  std::optional<Integer> next(const ir::InputRequest& request) override {
    if (asked_ < trace_.start.size()) return trace_.start[asked_++] ? 1 : 0;
    const ThreadTrace::Move& move = trace_.moves.at(request.step);
    if (request.kind == ir::InputKind::Edge) {
      auto found = std::ranges::find(request.edges, *move.edge);
      KL_INVARIANT(found != request.edges.end(), "an execution should satisfy its guards");
      return static_cast<Integer>(found - request.edges.begin());
    }
    if (step_ != request.step) variable_ = 0;
    step_ = request.step;
    return move.chosen.at(variable_++) ? 1 : 0;
  }

private:
  const ThreadTrace& trace_;
  std::size_t asked_ = 0;
  std::uint64_t step_ = 0;
  std::size_t variable_ = 0;
};

} // namespace

evidence::Schedule to_schedule(const evidence::Problem& problem, const ThreadTrace& trace) {
  std::vector<std::size_t> numbers = thread_numbers(trace);
  evidence::Schedule schedule;
  auto slice = [&](std::size_t thread) -> ir::Slice& {
    std::size_t number = numbers[thread];
    if (schedule.slices.empty() || schedule.slices.back().thread != number)
      schedule.slices.push_back({number, 0});
    return schedule.slices.back();
  };
  for (const ThreadTrace::Move& move : trace.moves)
    ++slice(move.thread).steps;
  slice(trace.target_thread);
  ThreadTraceInputs inputs(trace);
  evidence::InputRecorder recorder(inputs);
  ir::RunOptions options;
  options.targets = problem.targets;
  ir::run_schedule(problem.program, schedule.slices, recorder, options);
  schedule.inputs = recorder.inputs();
  return schedule;
}

} // namespace kleene::engine::concurrent
