// SPDX-License-Identifier: Apache-2.0
#include "schedule.h"

#include <algorithm>

namespace kleene::engine::concurrent {

using ir::ThreadStep;
using ir::UnfoldedThread;

namespace {

/// The variable of a thread that stands for one of its procedure.
VarId copy(const UnfoldedThread& thread, VarId v) {
  auto found = std::ranges::find(thread.originals, v);
  if (found == thread.originals.end()) return v;
  return thread.variables[static_cast<std::size_t>(found - thread.originals.begin())];
}

} // namespace

ThreadTrace to_thread_trace(const Space& space, const Path& path, std::size_t target_thread) {
  const ir::Program& program = space.unfolding().program;
  const std::vector<UnfoldedThread>& threads = space.unfolding().threads;
  ThreadTrace trace;
  trace.target_thread = target_thread;
  for (const UnfoldedThread& thread : threads)
    trace.spawned.push_back(thread.started.valid());
  for (VarId g : program.globals)
    if (!program.variable(g).initial) trace.start.push_back(space.value(path.start, g));
  for (VarId p : program.procedure(program.entry).parameters)
    trace.start.push_back(space.value(path.start, copy(threads.front(), p)));
  for (const Move& move : path.moves) {
    const ThreadStep& step = threads[move.thread].steps[move.step];
    ThreadTrace::Move& taken = trace.moves.emplace_back();
    taken.thread = move.thread;
    taken.edge = step.edge;
    taken.starts = step.starts;
    taken.spawns = step.spawns;
    for (VarId asked : step.asked) { // nobody looks at those without a value
      auto value = std::ranges::find(move.chosen, asked, &std::pair<VarId, bool>::first);
      taken.chosen.push_back(value != move.chosen.end() && value->second);
    }
  }
  return trace;
}

} // namespace kleene::engine::concurrent
