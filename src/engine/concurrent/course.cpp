// SPDX-License-Identifier: Apache-2.0
#include "course.h"

#include "kleene/support/invariant.h"

#include <algorithm>

namespace kleene::engine::concurrent {
namespace {

/// Threads are numbered as they come to life.
std::vector<std::size_t> thread_numbers(const Course& course) {
  std::vector<std::size_t> numbers(course.spawned.size(), 0);
  std::size_t next = 0;
  for (std::size_t t = 0; t < numbers.size(); ++t)
    if (!course.spawned[t]) numbers[t] = next++;
  for (const Course::Move& move : course.moves) {
    if (move.starts) numbers[*move.starts] = next;
    if (move.spawns) ++next;
  }
  return numbers;
}

/// Answers the questions of a run so that it follows the course.
class CourseInputs : public ir::InputSource {
public:
  explicit CourseInputs(const Course& course) : course_(course) {}

  std::optional<Integer> next(const ir::InputRequest& request) override {
    if (asked_ < course_.start.size()) return course_.start[asked_++] ? 1 : 0;
    const Course::Move& move = course_.moves.at(request.step);
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
  const Course& course_;
  std::size_t asked_ = 0;
  std::uint64_t step_ = 0;
  std::size_t variable_ = 0;
};

} // namespace

evidence::Schedule to_schedule(const evidence::Problem& problem, const Course& course) {
  std::vector<std::size_t> numbers = thread_numbers(course);
  evidence::Schedule schedule;
  auto slice = [&](std::size_t thread) -> ir::Slice& {
    std::size_t number = numbers[thread];
    if (schedule.slices.empty() || schedule.slices.back().thread != number)
      schedule.slices.push_back({number, 0});
    return schedule.slices.back();
  };
  for (const Course::Move& move : course.moves)
    ++slice(move.thread).steps;
  slice(course.target_thread);
  CourseInputs inputs(course);
  evidence::InputRecorder recorder(inputs);
  ir::RunOptions options;
  options.targets = problem.targets;
  ir::run_schedule(problem.program, schedule.slices, recorder, options);
  schedule.inputs = recorder.inputs();
  return schedule;
}

} // namespace kleene::engine::concurrent
