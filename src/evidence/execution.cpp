// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/execution.h"

#include <fmt/core.h>

namespace kleene::evidence {

std::string_view name(Property property) {
  switch (property) {
  case Property::UnreachCall:
    return "unreach-call";
  case Property::Termination:
    return "termination";
  case Property::NoOverflow:
    return "no-overflow";
  }
  return "unknown property";
}

std::optional<Integer> InputRecorder::next(const ir::InputRequest& request) {
  std::optional<Integer> value = source_.next(request);
  if (value)
    inputs_.push_back(
        {*value, request.kind, request.type, std::string(request.origin), request.range});
  return value;
}

std::string objection_to(const Problem& problem, const ir::RunResult& run) {
  const SourceFiles& files = problem.program.files;
  switch (problem.property) {
  case Property::UnreachCall:
    if (run.ending != ir::Ending::TargetReached)
      return fmt::format("the execution reaches no target: {}", ir::describe(run.ending));
    break;
  case Property::NoOverflow:
    if (!run.overflow) return "the execution has no signed overflow";
    break;
  case Property::Termination:
    return "a finite execution says nothing about termination";
  }
  if (run.indeterminate)
    return fmt::format("the execution reads a value that nobody knows at {} ({})",
                       files.describe(run.indeterminate->range),
                       run.indeterminate->text);
  if (run.assumed)
    return fmt::format("the execution calls a function without body at {} ({})",
                       files.describe(run.assumed->range),
                       run.assumed->text);
  return {};
}

ir::Interpreter interpreter_for(const Problem& problem) {
  bool every_read = problem.property == Property::NoOverflow;
  return ir::Interpreter(problem.program,
                         {.notice = every_read ? ir::Notice::EveryRead : ir::Notice::SteeringReads,
                          .zero_uninitialised = problem.program.free_uninitialised});
}

Replay replay(const Problem& problem, const Execution& execution, Budget& budget) {
  std::vector<Integer> values;
  values.reserve(execution.inputs.size());
  for (const Input& input : execution.inputs)
    values.push_back(input.value);
  ir::InputList list(std::move(values));
  InputRecorder recorder(list);
  ir::RunOptions options;
  options.integers = problem.integers;
  options.max_steps = execution.steps;
  options.targets = problem.targets;
  options.budget = &budget;
  Replay result;
  result.run = interpreter_for(problem).run(recorder, options);
  result.inputs = recorder.inputs();
  result.objection = objection_to(problem, result.run);
  return result;
}

} // namespace kleene::evidence
