// SPDX-License-Identifier: Apache-2.0
#include "view.h"

#include "kleene/evidence/world.h"
#include "kleene/ir/environment.h"
#include "kleene/ir/floats.h"
#include "kleene/ir/text.h"

#include <fmt/core.h>

#include <array>
#include <ctime>

#include "call_tree.h"
#include "value_text.h"

namespace kleene::report {
namespace {

/// What happens at a target: the statement that the program was about to execute there.
SourceRange target_range(const ir::Program& program, const ir::RunResult& run) {
  if (!run.location.valid() || run.stack.empty()) return run.range;
  for (const ir::Edge& edge : program.procedure(run.stack.back().procedure).edges)
    if (edge.from == run.location && edge.range.known()) return edge.range;
  return run.range;
}

/// Where the program is for a person: the end of the run, or the innermost call outside libc models.
SourceRange interesting_range(const ir::Program& program, const ir::RunResult& run) {
  for (auto frame = run.stack.rbegin(); frame != run.stack.rend(); ++frame) {
    if (program.procedure(frame->procedure).library) continue;
    return frame == run.stack.rbegin() ? target_range(program, run) : frame->range;
  }
  return run.range;
}

std::string target_text(const ir::RunResult& run) {
  if (!run.label.empty()) return "label " + run.label;
  if (run.target && run.target->kind == ir::TargetKind::Call) return run.target->function;
  if (run.target && run.target->kind == ir::TargetKind::Opaque) return describe(*run.target);
  if (run.target && run.target->kind == ir::TargetKind::Check) return describe(*run.target);
  return "assertion";
}

/// What is reached, where, and by which calls.
void show_target(const ir::Program& program, const ir::RunResult& run, Counterexample& result) {
  std::string target = target_text(run);
  if (target == "assertion")
    result.what = "an assertion fails";
  else if (run.target && run.target->kind == ir::TargetKind::Check)
    result.what = fmt::format("{}: {}", name(run.target->property), target);
  else
    result.what = run.label.empty() ? target + " is called" : target + " is reached";
  result.place = to_place(program.files, interesting_range(program, run));
  result.stack = to_shown(program, run.stack);
  if (!result.stack.empty()) result.stack.back().place = result.place;
}

std::optional<ShownEvent> to_event(const SourceFiles& files,
                                   const std::optional<ir::Event>& event) {
  if (!event) return std::nullopt;
  return ShownEvent{event->text, to_place(files, event->range)};
}

} // namespace

std::string utc_now() {
  std::time_t seconds = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&seconds, &utc);
  std::array<char, 32> text{};
  std::size_t length = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc);
  return {text.data(), length};
}

SourcePlace to_place(const SourceFiles& files, const SourceRange& range) {
  if (!range.file.valid()) return {};
  SourcePlace place{files.name(range.file), range.begin.line, range.begin.column, {}};
  if (auto text = files.line(range.file, range.begin.line)) place.text = std::string(*text);
  return place;
}

namespace {

/// What an input is to an entry with arguments that are made up; empty for other inputs.
std::string stands_for(const std::string& origin, const std::string& line) {
  std::size_t mark = line.find(ir::entry_input_mark);
  if (!origin.starts_with(ir::entry_input_prefix) || mark == std::string::npos) return {};
  return line.substr(mark + ir::entry_input_mark.size());
}

} // namespace

std::vector<ShownInput> to_shown(const ir::Program& program,
                                 const std::vector<evidence::Input>& inputs) {
  std::vector<ShownInput> result;
  for (const evidence::Input& input : inputs) {
    bool choice = input.kind == ir::InputKind::Edge;
    bool floating = !choice && ir::is_float_input(input.origin, input.type);
    result.push_back({floating ? decimal(input.type, static_cast<std::uint64_t>(input.value))
                               : to_string(input.value),
                      choice     ? "branch"
                      : floating ? input.type.width() == 32 ? "float" : "double"
                                 : to_string(input.type),
                      choice ? "choice" : input.origin,
                      to_place(program.files, input.range),
                      {},
                      {}});
    if (floating)
      result.back().shown = exact_and_decimal(input.type, static_cast<std::uint64_t>(input.value));
    result.back().stands_for = stands_for(input.origin, result.back().place.text);
  }
  return result;
}

std::vector<ShownFrame> to_shown(const ir::Program& program,
                                 const std::vector<ir::FrameAt>& stack) {
  std::vector<ShownFrame> result;
  for (const ir::FrameAt& frame : stack) {
    const ir::Procedure& procedure = program.procedure(frame.procedure);
    if (!procedure.library && procedure.name != ir::made_entry)
      result.push_back({procedure.name, to_place(program.files, frame.range)});
  }
  return result;
}

namespace {

/// The variables that hold parts of the object made there.
std::vector<VarId> parts_made_at(const ir::Program& program, const SourceRange& range) {
  for (const ir::Procedure& procedure : program.procedures)
    for (const ir::Edge& edge : procedure.edges) {
      const auto* born = std::get_if<ir::Havoc>(&edge.statement);
      if (born == nullptr || !born->uninitialised || edge.range != range) continue;
      if (program.variable(born->variables.front()).heap_offset) return born->variables;
    }
  return {};
}

/// Takes the bytes of a value away.
Integer take(std::string& bytes, std::size_t offset, Type type) {
  Integer value = 0;
  for (std::size_t i = offset + type.bytes(); i-- > offset;) {
    if (i >= bytes.size()) continue;
    value = value * 256 + static_cast<unsigned char>(bytes[i]);
    bytes[i] = '\0';
  }
  return wrap(type, value);
}

} // namespace

std::vector<ShownInput> to_shown(const ir::Program& program,
                                 const std::vector<evidence::HeapContents>& heap) {
  std::vector<ShownInput> result;
  for (const evidence::HeapContents& contents : heap) {
    SourcePlace place = to_place(program.files, contents.range);
    std::string bytes = contents.bytes;
    for (VarId v : parts_made_at(program, contents.range)) {
      const ir::Variable& variable = program.variable(v);
      Integer value = take(bytes, *variable.heap_offset, variable.type);
      if (value != 0)
        result.push_back({to_string(value), to_string(variable.type), variable.display, place});
    }
    for (auto [first, end] : evidence::nonzero_parts(bytes))
      result.push_back({evidence::hexadecimal(std::string_view(bytes).substr(first, end - first)),
                        "bytes",
                        fmt::format("malloc({})[+{}]", contents.number, first),
                        place});
  }
  return result;
}

Counterexample to_counterexample(const evidence::Problem& problem,
                                 const evidence::Replay& replay,
                                 const evidence::Trace& trace) {
  const ir::Program& program = problem.program;
  Counterexample result;
  evidence::Execution execution{replay.inputs, replay.run.steps, replay.heap};
  result.inputs = to_shown(program, replay.inputs);
  result.memory = to_shown(program, replay.heap);
  evidence::World world = evidence::world_of(replay.inputs);
  result.command_line = evidence::command_line(world, "./program", "input.bin");
  if (world.reads_input) result.standard_input = world.standard_input;
  result.steps = replay.run.steps;
  if (problem.events().overflows) {
    result.what = fmt::format("a signed operation overflows ({})", replay.run.overflow->text);
    result.place = to_place(program.files, replay.run.overflow->range);
    result.steps = trace.overflow_at().value_or(result.steps);
    show_call_tree(problem, execution, trace, result);
    return result;
  }
  show_target(program, replay.run, result);
  show_call_tree(problem, execution, trace, result);
  return result;
}

Counterexample to_counterexample(const evidence::Problem& problem,
                                 const evidence::Schedule& schedule,
                                 const evidence::ScheduleReplay& replay,
                                 const evidence::Trace& trace) {
  const ir::Program& program = problem.program;
  Counterexample result;
  result.inputs = to_shown(program, replay.inputs);
  result.steps = replay.run.run.steps;
  result.lanes = replay.run.threads;
  result.context_switches = replay.run.switches;
  result.first_lane_begins = !program.threads.empty();
  show_target(program, replay.run.run, result);
  show_lanes(problem, schedule, trace, result);
  return result;
}

Counterexample to_counterexample(const evidence::Problem& problem,
                                 const evidence::Lasso& lasso,
                                 const evidence::LassoJudgement& judgement,
                                 const evidence::Trace& trace) {
  const ir::Program& program = problem.program;
  Counterexample result;
  result.what = judgement.grows ? "an execution never ends, its recursion growing for ever,"
                                : "an execution never ends";
  result.place = to_place(program.files, judgement.range);
  std::vector<evidence::Input> inputs = lasso.stem;
  inputs.insert(inputs.end(), lasso.loop.begin(), lasso.loop.end());
  result.inputs = to_shown(program, inputs);
  result.loop_after = lasso.stem_steps;
  result.steps = lasso.stem_steps + lasso.loop_steps;
  show_call_tree(problem, {inputs, result.steps}, trace, result);
  return result;
}

Counterexample to_counterexample(const evidence::Problem& problem,
                                 const evidence::RecurrentSet& set,
                                 const evidence::Trace& trace) {
  const ir::Program& program = problem.program;
  const ir::Procedure& procedure = program.procedure(set.procedure);
  Counterexample result;
  Term states = set.states[set.procedure.index()][set.location.index()];
  result.what = states.is_true()
                    ? "an execution never ends: whatever the state is here, it can go on for ever,"
                    : fmt::format("an execution never ends: it can always go on while {},",
                                  ir::to_string(states, program));
  result.place = to_place(program.files, procedure.range);
  for (const ir::Edge& e : procedure.edges)
    if (e.from == set.location && e.range.known()) result.place = to_place(program.files, e.range);
  result.inputs = to_shown(program, set.stem.inputs);
  result.steps = set.stem.steps;
  show_call_tree(problem, set.stem, trace, result);
  return result;
}

namespace {

/// That a target is reached, by what leads there.
void show_target(const ir::Program& program,
                 ir::ProcId p,
                 ir::LocId location,
                 Counterexample& result) {
  const ir::Procedure& procedure = program.procedure(p);
  result.what = fmt::format("an error location in {} is reached", procedure.name);
  for (const ir::Edge& edge : procedure.edges)
    if (edge.to == location) result.place = to_place(program.files, edge.range);
}

} // namespace

Counterexample to_counterexample(const evidence::Problem& problem,
                                 const evidence::Activations& runs,
                                 const evidence::ActivationsJudgement& judgement) {
  const ir::Program& program = problem.program;
  Counterexample result;
  result.runs = runs.finished.size() + runs.stack.size();
  result.walked = judgement.walked;
  result.total_steps = judgement.steps;
  for (const evidence::Activation& run : runs.stack) {
    const ir::Procedure& procedure = program.procedure(run.procedure);
    if (run.steps.empty()) {
      show_target(program, run.procedure, procedure.entry, result);
      result.stack.push_back({procedure.name, result.place});
      continue;
    }
    const ir::Edge& last = procedure.edges[run.steps.back().edge];
    show_target(program, run.procedure, last.to, result);
    result.stack.push_back({procedure.name, to_place(program.files, last.range)});
  }
  show_call_tree(program, runs, result);
  return result;
}

Counterexample to_counterexample(const evidence::Problem& problem,
                                 const evidence::MustReach& reach) {
  Counterexample result;
  result.layers = reach.layers.size() + reach.calls.size();
  for (const evidence::MustLayer& layer : reach.layers) {
    const ir::Procedure& procedure = problem.program.procedure(layer.procedure);
    if (!problem.targets.selects(procedure.locations[layer.location.index()])) continue;
    show_target(problem.program, layer.procedure, layer.location, result);
    break;
  }
  return result;
}

RunSummary to_summary(const ir::Program& program,
                      const ir::RunResult& run,
                      const std::vector<evidence::Input>& inputs) {
  RunSummary summary;
  summary.ending = ir::describe(run.ending);
  if (run.ending == ir::Ending::Returned || run.ending == ir::Ending::Exited)
    summary.status = to_string(run.status);
  if (run.ending == ir::Ending::TargetReached) summary.detail = target_text(run);
  if (run.undefined) summary.detail = ir::describe(*run.undefined);
  summary.steps = run.steps;
  summary.place = to_place(program.files, interesting_range(program, run));
  summary.inputs = to_shown(program, inputs);
  summary.stack = to_shown(program, run.stack);
  summary.overflow = to_event(program.files, run.overflow);
  summary.indeterminate = to_event(program.files, run.indeterminate);
  summary.assumed = to_event(program.files, run.assumed);
  summary.foreign = to_event(program.files, run.foreign);
  return summary;
}

} // namespace kleene::report
