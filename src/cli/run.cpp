// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/floats.h"
#include "kleene/ir/order_choice.h"
#include "kleene/ir/text.h"
#include "kleene/report/assumptions.h"
#include "kleene/report/build.h"

#include <fmt/core.h>

#include <cstdio>

#include "commands.h"
#include "goal.h"
#include "real_world.h"

namespace kleene::cli {
namespace {

/// Prints steps for people: place, call depth, statement, and what changed.
class TracePrinter : public ir::Tracer {
public:
  explicit TracePrinter(const ir::Program& program) : program_(program) {}

  void step(const Step& step) override {
    const ir::Edge& edge = *step.edge;
    if (program_.procedure(step.procedure).library) return;
    if (std::holds_alternative<ir::Skip>(edge.statement)) return;
    std::string place =
        edge.range.known()
            ? fmt::format("{}:{}", program_.files.name(edge.range.file), edge.range.begin.line)
            : "-";
    std::string changes;
    for (const auto& [variable, value] : step.written)
      changes += fmt::format("{}{} = {}",
                             changes.empty() ? "" : ", ",
                             program_.variable(variable).display,
                             to_string(value));
    std::string indent(2 * std::min<std::size_t>(step.depth, 30), ' ');
    fmt::print(stderr,
               "{:<24} {}{}{}\n",
               place,
               indent,
               ir::to_string(edge.statement, program_),
               changes.empty() ? "" : "   [" + changes + "]");
  }

private:
  const ir::Program& program_;
};

/// In a run, an assertion or an error function ends the program; a label is just a label, except in
/// the languages where ERROR is the way to say error.
ir::TargetSelection run_targets(Language language) {
  if (language == Language::Boolean || language == Language::Linear)
    return verify::default_targets();
  return {{"reach_error", "__VERIFIER_error"}, false, {}};
}

int exit_code(ir::Ending ending) {
  switch (ending) {
  case ir::Ending::Returned:
  case ir::Ending::Exited:
  case ir::Ending::Aborted:
    return 0;
  case ir::Ending::AssertionFailed:
  case ir::Ending::TargetReached:
    return 10;
  case ir::Ending::UndefinedBehaviour:
    return 11;
  case ir::Ending::Blocked:
  case ir::Ending::InputsExhausted:
    return 5;
  case ir::Ending::StepLimit:
  case ir::Ending::StackOverflow:
  case ir::Ending::MemoryLimit:
  case ir::Ending::OutOfRange:
    return 4;
  }
  return 6;
}

void print_output(std::string_view text, ir::Channel channel) {
  std::fwrite(text.data(), 1, text.size(), channel == ir::Channel::Stderr ? stderr : stdout);
}

/// What a float is given is a number in any notation (`5`, `0.75f`); an integer in hexadecimal is a bit pattern.
std::optional<std::uint64_t> given_float(std::string word, Type type) {
  bool hexadecimal = word.find('x') != std::string::npos;
  if (hexadecimal && word.find_first_of(".pP") == std::string::npos) return std::nullopt;
  if (word.size() > 1 && word.ends_with('f') && !word.ends_with("inf")) word.pop_back();
  return parse_float(type, word);
}

class GivenInputs : public ir::InputsInGccOrder {
public:
  explicit GivenInputs(const RunArguments& run)
      : InputsInGccOrder(run.inputs), words_(run.input_words) {}
  std::optional<Integer> next(const ir::InputRequest& request) override {
    std::size_t index = consumed();
    std::optional<Integer> value = InputsInGccOrder::next(request);
    if (consumed() == index || !ir::is_float_input(request.origin, request.type)) return value;
    std::optional<std::uint64_t> number = given_float(words_.at(index), request.type);
    return number ? Integer(*number) : value;
  }

private:
  const std::vector<std::string>& words_;
};

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
  GivenInputs list(arguments.run);
  RealWorld world(list, reading.arguments, arguments.run.inputs.empty());
  evidence::InputRecorder recorder(world);
  TracePrinter tracer(program);
  context.observer.phase("running");
  ir::RunResult result =
      ir::Interpreter(program).run(recorder, options, arguments.run.trace ? &tracer : nullptr);
  std::fflush(stdout);
  context.report.run = report::to_summary(program, result, recorder.inputs());
  bool opaque = result.target && result.target->kind == ir::TargetKind::Opaque;
  return opaque ? static_cast<int>(report::ExitCode::Unsupported) : exit_code(result.ending);
}

} // namespace kleene::cli
