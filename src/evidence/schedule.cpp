// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/schedule.h"

#include "kleene/evidence/admission.h"
#include "kleene/evidence/threads.h"
#include "kleene/evidence/trace.h"

#include <fmt/core.h>

#include "inputs.h"
#include "races.h"

namespace kleene::evidence {

namespace {

/// How often the threads take turns: a new round begins when an earlier one is active again.
std::size_t rounds(const Schedule& schedule) {
  std::size_t result = 1;
  std::size_t last = 0;
  for (const ir::Slice& slice : schedule.slices) {
    result += slice.thread < last ? 1 : 0;
    last = slice.thread;
  }
  return result;
}

} // namespace

ir::ScheduledRun run(const Problem& problem,
                     const std::vector<ir::Slice>& slices,
                     ir::InputSource& inputs,
                     const ir::RunOptions& options,
                     ir::Tracer* tracer) {
  if (is_boolean(problem.program))
    return ir::run_schedule(problem.program, slices, inputs, options, tracer);
  return ir::run_turns(problem.program, reading_for(problem), slices, inputs, options, tracer);
}

ScheduleReplay replay(const Problem& problem, const Schedule& schedule, Budget& budget) {
  Trace unused;
  unused.stop();
  return replay(problem, schedule, budget, unused);
}

ScheduleReplay
replay(const Problem& problem, const Schedule& schedule, Budget& budget, Trace& trace) {
  std::vector<Integer> values;
  for (const Input& input : schedule.inputs)
    values.push_back(input.value);
  ir::InputList list(std::move(values));
  FittingInputs fitting(list);
  InputRecorder recorder(fitting);
  ir::RunOptions options;
  options.targets = problem.targets;
  options.budget = &budget;
  ScheduleReplay result;
  result.objection =
      is_boolean(problem.program) ? refusal<Schedule>(problem) : refusal(turns_of_threads, problem);
  if (!result.accepted()) return result;
  trace.watch(recorder);
  Schedule moves = schedule;
  std::vector<std::size_t> next;
  if (!is_boolean(problem.program)) next = take_next(moves.slices);
  result.run = run(problem, moves.slices, recorder, options, &trace);
  trace.finish();
  result.inputs = recorder.inputs();
  result.objection = result.run.objection;
  bool reached = result.run.run.ending == ir::Ending::TargetReached;
  if (result.accepted() && !reached && !is_boolean(problem.program))
    look_at_next(problem, moves, next, options, result);
  if (result.accepted()) result.objection = objection_to(problem, result.run.run);
  if (!result.accepted()) return result;
  if (!fitting.objection().empty())
    result.objection = fitting.objection();
  else if (problem.context_switches && result.run.switches > *problem.context_switches)
    result.objection =
        fmt::format("the execution has {} context switches, more than the {} allowed",
                    result.run.switches,
                    *problem.context_switches);
  else if (problem.rounds && rounds(schedule) > *problem.rounds)
    result.objection = fmt::format(
        "the execution has {} rounds, more than the {} allowed", rounds(schedule), *problem.rounds);
  return result;
}

Judgement judge_control_flow(const Problem& problem) {
  const ir::Program& program = problem.program;
  Judgement judgement;
  judgement.objection = refusal<ControlFlow>(problem);
  if (!judgement.accepted()) return judgement;
  std::vector<std::vector<bool>> seen;
  std::vector<std::pair<ir::ProcId, ir::LocId>> work;
  for (const ir::Procedure& procedure : program.procedures)
    seen.emplace_back(procedure.locations.size(), false);
  auto visit = [&](ir::ProcId p, ir::LocId l) {
    if (seen[p.index()][l.index()]) return;
    seen[p.index()][l.index()] = true;
    work.emplace_back(p, l);
  };
  auto enter = [&](ir::ProcId p) { visit(p, program.procedure(p).entry); };
  enter(program.entry);
  for (ir::ProcId thread : program.threads)
    enter(thread);
  while (!work.empty()) {
    auto [p, l] = work.back();
    work.pop_back();
    const ir::Procedure& procedure = program.procedure(p);
    if (problem.targets.selects(procedure.locations[l.index()]))
      judgement.objection = fmt::format("a target in {} may be reached", procedure.name);
    for (const ir::Edge& edge : procedure.edges) {
      if (edge.from != l) continue;
      ++judgement.questions;
      if (const auto* call = std::get_if<ir::Call>(&edge.statement)) enter(call->callee);
      if (const auto* spawn = std::get_if<ir::Spawn>(&edge.statement)) enter(spawn->callee);
      visit(p, edge.to);
    }
  }
  return judgement;
}

} // namespace kleene::evidence
