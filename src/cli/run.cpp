// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/real_world.h"
#include "kleene/report/assumptions.h"
#include "kleene/report/build.h"
#include "kleene/report/trace_printer.h"

#include <cstdio>

#include "commands.h"
#include "goal.h"

namespace kleene::cli {
namespace {

/// In a run, an assertion or an error function ends the program; a label is just a label, except in
/// the languages where ERROR is the way to say error.
ir::TargetSelection run_targets(Language language) {
  if (language == Language::Boolean || language == Language::Linear)
    return verify::default_targets();
  return {{"reach_error", "__VERIFIER_error"}, false, {}};
}

void print_output(std::string_view text, ir::Channel channel) {
  std::fwrite(text.data(), 1, text.size(), channel == ir::Channel::Stderr ? stderr : stdout);
}

/// What a run of a C program that came to its end has left behind and nothing leads to: a person wants to know it.
std::optional<Diagnostic> lost_memory(const ir::Program& program,
                                      const ir::RunResult& result,
                                      const evidence::InputRecorder& recorder,
                                      Budget& budget) {
  constexpr std::uint64_t short_run = 1'000'000;
  bool ended = result.ending == ir::Ending::Returned || result.ending == ir::Ending::Exited
               || result.ending == ir::Ending::Aborted;
  if (!ended || result.steps > short_run) return std::nullopt;
  verify::Goal goal;
  goal.property = Property::ValidMemtrack;
  goal.targets.checks = {goal.property};
  const ir::Program checked = verify::with_checks(goal, program);
  const evidence::Problem problem{
      checked, goal.property, goal.targets, IntegerModel::Machine, {}, {}, {}};
  evidence::Execution execution{recorder.inputs(), 4 * short_run};
  execution.heap = recorder.heap();
  const evidence::Replay replay = evidence::replay(problem, execution, budget);
  if (!replay.accepted() || !replay.run.lost) return std::nullopt;
  SourceRange range = program.procedure(program.entry).range;
  for (const ir::FrameAt& frame : replay.run.stack)
    if (!program.procedure(frame.procedure).library) range = frame.range;
  Diagnostic lost = Diagnostic::at(
      program.files, range, ErrorKind::Unsupported, "memory is lost: " + replay.run.lost->text);
  lost.severity = Severity::Warning;
  return lost;
}

} // namespace

Result<int> run(Context& context) {
  const Arguments& arguments = context.arguments;
  Result<Input> input = resolve_input(arguments.input);
  if (!input) return input.error();
  context.report.data_model = data_model_name(*input);
  context.report.integers = name(input->integers);
  context.observer.phase("reading the program");
  ReadingOptions reading;
  if (arguments.run.program_arguments) {
    reading.arguments = *arguments.run.program_arguments;
    reading.arguments.insert(reading.arguments.begin(), input->files.front());
  }
  Result<LoadedProgram> loaded = load_program(*input, arguments.input, reading);
  if (!loaded) return loaded.error();
  if (loaded->program.concurrent())
    return Diagnostic::error(ErrorKind::Unsupported, "to run a concurrent program");
  const ir::Program& program = loaded->program;
  context.report.diagnostics = std::move(loaded->warnings);
  report::describe_program(context.report, source_of(*input), program);

  ir::RunOptions options;
  options.integers = input->integers;
  options.max_steps = arguments.run.steps;
  options.targets = run_targets(input->language);
  options.budget = &context.budget;
  // With --json - the document is all of stdout.
  bool document_only = arguments.json == "-";
  options.output = [&](std::string_view text, ir::Channel channel) {
    if (!document_only || channel == ir::Channel::Stderr) print_output(text, channel);
  };
  ir::GivenInputs list(arguments.run.inputs, arguments.run.input_words);
  ir::RealWorld world(list, reading.arguments, arguments.run.inputs.empty());
  evidence::InputRecorder recorder(world);
  report::TracePrinter tracer(program);
  context.observer.phase("running");
  ir::RunResult result =
      ir::Interpreter(program).run(recorder, options, arguments.run.trace ? &tracer : nullptr);
  std::fflush(stdout);
  context.report.run = report::to_summary(program, result, recorder.inputs());
  if (input->language == Language::C && input->integers == IntegerModel::Machine)
    if (std::optional<Diagnostic> lost = lost_memory(program, result, recorder, context.budget))
      context.report.diagnostics.push_back(std::move(*lost));
  bool opaque = result.target && result.target->kind == ir::TargetKind::Opaque;
  return opaque ? static_cast<int>(report::ExitCode::Unsupported)
                : report::exit_code(result.ending);
}

} // namespace kleene::cli
