// SPDX-License-Identifier: Apache-2.0
#include "schedule.h"

#include "kleene/support/invariant.h"

#include <algorithm>
#include <map>

namespace kleene::engine::concurrent {
namespace {

using ir::ThreadStep;
using ir::UnfoldedThread;

/// Threads are numbered as they come to life.
std::vector<std::size_t> thread_numbers(const ir::Unfolding& unfolding, const Path& path) {
  std::vector<std::size_t> numbers(unfolding.threads.size(), 0);
  std::size_t next = 0;
  for (std::size_t t = 0; t < numbers.size(); ++t)
    if (!unfolding.threads[t].started.valid()) numbers[t] = next++;
  for (const Move& move : path.moves) {
    const ThreadStep& step = unfolding.threads[move.thread].steps[move.step];
    if (step.starts) numbers[*step.starts] = next;
    if (step.spawns) ++next;
  }
  return numbers;
}

/// Answers the questions of a run so that it follows the path.
class PathInputs : public ir::InputSource {
public:
  PathInputs(const Space& space, const Path& path) : space_(space), path_(path) {
    const ir::Program& program = space.unfolding().program;
    for (std::size_t i = 0; i < program.globals.size(); ++i) {
      VarId g = program.globals[i];
      if (!program.variable(g).initial) start_.push_back(space.value(path.start, g));
    }
    const UnfoldedThread& first = space.unfolding().threads.front();
    for (VarId p : program.procedure(program.entry).parameters)
      start_.push_back(space.value(path.start, copy(first, p)));
  }

  std::optional<Integer> next(const ir::InputRequest& request) override {
    if (asked_ < start_.size()) return start_[asked_++] ? 1 : 0;
    const Move& move = path_.moves[request.step];
    const UnfoldedThread& thread = space_.unfolding().threads[move.thread];
    const ThreadStep& step = thread.steps[move.step];
    if (request.kind == ir::InputKind::Edge) {
      auto found = std::ranges::find(request.edges, *step.edge);
      KL_INVARIANT(found != request.edges.end(), "an execution should satisfy its guards");
      return static_cast<Integer>(found - request.edges.begin());
    }
    if (step_ != request.step) variable_ = 0;
    step_ = request.step;
    const ir::Procedure& procedure =
        space_.unfolding().program.procedure(thread.points[step.from].procedure);
    const auto& havoc = std::get<ir::Havoc>(procedure.edges[*step.edge].statement);
    VarId wanted = copy(thread, havoc.variables[variable_++]);
    for (auto [v, value] : move.chosen)
      if (v == wanted) return value ? 1 : 0;
    return 0; // nobody looks at it
  }

private:
  static VarId copy(const UnfoldedThread& thread, VarId v) {
    auto found = std::ranges::find(thread.originals, v);
    if (found == thread.originals.end()) return v;
    return thread.variables[static_cast<std::size_t>(found - thread.originals.begin())];
  }

  const Space& space_;
  const Path& path_;
  std::vector<bool> start_;
  std::size_t asked_ = 0;
  std::uint64_t step_ = 0;
  std::size_t variable_ = 0;
};

} // namespace

evidence::Schedule to_schedule(const evidence::Problem& problem,
                               const Space& space,
                               const Path& path,
                               std::size_t target_thread) {
  std::vector<std::size_t> numbers = thread_numbers(space.unfolding(), path);
  evidence::Schedule schedule;
  for (const Move& move : path.moves) {
    std::size_t number = numbers[move.thread];
    if (schedule.slices.empty() || schedule.slices.back().thread != number)
      schedule.slices.push_back({number, 0});
    ++schedule.slices.back().steps;
  }
  if (schedule.slices.empty() || schedule.slices.back().thread != numbers[target_thread])
    schedule.slices.push_back({numbers[target_thread], 0});
  PathInputs inputs(space, path);
  evidence::InputRecorder recorder(inputs);
  ir::RunOptions options;
  options.targets = problem.targets;
  ir::run_schedule(problem.program, schedule.slices, recorder, options);
  schedule.inputs = recorder.inputs();
  return schedule;
}

} // namespace kleene::engine::concurrent
