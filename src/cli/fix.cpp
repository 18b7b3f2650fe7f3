// SPDX-License-Identifier: Apache-2.0
#include "kleene/calculus/algorithms.h"
#include "kleene/calculus/fix_command.h"
#include "kleene/calculus/round_writer.h"
#include "kleene/verify/relations.h"

#include <filesystem>
#include <iostream>
#include <sstream>

#include "commands.h"

namespace kleene::cli {
namespace {

report::FormulaResult to_result(const calculus::PlacedOutcome& placed) {
  const calculus::Outcome& outcome = placed.outcome;
  return {name(outcome.kind),
          outcome.name,
          {placed.file, placed.begin.line, placed.begin.column, ""},
          outcome.value,
          outcome.count ? outcome.count->to_string() : "",
          outcome.lines};
}

/// The relations of a program as calculus text: written down, or made from a Boolean program.
struct ProgramText {
  std::string text;
  std::shared_ptr<const ir::Program> program; ///< null: the text was given
};

Result<ProgramText> program_text(const std::string& file, const InputArguments& arguments) {
  if (std::filesystem::path(file).extension() == ".fix") {
    ReadFile content = read_file(file);
    if (content.text) return ProgramText{*content.text, nullptr};
    return Diagnostic::error(ErrorKind::Usage, "cannot read '" + file + "': " + content.error);
  }
  InputArguments program = arguments;
  program.files = {file};
  program.defines.clear();
  Result<Input> input = resolve_input(program);
  if (!input) return input.error();
  Result<LoadedProgram> loaded = load_program(*input, program, {});
  if (!loaded) return loaded.error();
  Result<std::string> text = verify::program_relations(loaded->program);
  if (!text) return text.error();
  return ProgramText{*text, std::make_shared<ir::Program>(std::move(loaded->program))};
}

} // namespace

Result<int> fix(Context& context) {
  const Arguments& arguments = context.arguments;
  if (arguments.input.files.size() != 1)
    return Diagnostic::error(ErrorKind::Usage, "fix takes one formula file");
  calculus::FixOptions options;
  options.file = arguments.input.files.front();
  options.constants = arguments.fix.constants;
  if (!std::filesystem::exists(options.file))
    if (auto shipped = calculus::shipped_algorithm(options.file)) options.text = *shipped;
  std::shared_ptr<const ir::Program> program; // outlives what shows its states
  if (arguments.fix.program) {
    Result<ProgramText> text = program_text(*arguments.fix.program, arguments.input);
    if (!text) return text.error();
    options.prelude = text->text;
    program = text->program;
    if (program) options.show = verify::state_words(*program);
    options.prelude_name = *arguments.fix.program;
  }
  Result<std::function<void(const calculus::Round&)>> told =
      calculus::round_writer(arguments.statistics);
  if (!told) return told.error();
  options.on_round = *std::move(told);
  // With --json - the document is all of stdout.
  std::ostringstream unseen;
  std::ostream& lines = arguments.json == "-" ? static_cast<std::ostream&>(unseen) : std::cout;
  calculus::FixAnswer answer = calculus::run_fix(options, context.budget, context.observer, lines);
  for (const calculus::PlacedOutcome& placed : answer.outcomes)
    context.report.results.push_back(to_result(placed));
  context.report.diagnostics = answer.diagnostics;
  if (answer.limit) throw ResourceOut(*answer.limit);
  if (answer.diagnostics.empty() || answer.diagnostics.back().severity != Severity::Error) return 0;
  // The command adds the error to the diagnostics once more.
  Diagnostic error = answer.diagnostics.back();
  context.report.diagnostics.pop_back();
  return error;
}

} // namespace kleene::cli
