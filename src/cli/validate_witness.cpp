// SPDX-License-Identifier: Apache-2.0
#include "validate_witness.h"

#include "kleene/frontend/task/witness.h"
#include "kleene/report/assumptions.h"
#include "kleene/report/build.h"
#include "kleene/support/sha256.h"
#include "kleene/verify/witness.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "goal.h"

namespace kleene::cli {
namespace {

using frontend::task::Witness;
using report::Verdict;

/// In place of an engine.
constexpr std::string_view replayed = "validate: replay of the witness";

/// Says so if the witness was made for another text of the program.
void compare_hashes(Context& context, const Input& input, const Witness& witness) {
  for (const std::string& file : input.files)
    for (const auto& [name, hash] : witness.hashes) {
      bool same_name =
          std::filesystem::path(name).filename() == std::filesystem::path(file).filename();
      if (!same_name || hash == sha256(read_file(file).text.value_or(std::string()))) continue;
      report::warn(context.report, fmt::format("the witness is about another version of {}", file));
    }
}

/// The words of the command for what is found about a witness. Keeps references.
verify::WitnessWords words_of(Context& context, const Input& input, const Goal& goal) {
  auto report_of = [&context](const engine::Engine* engine) {
    report::Report report = context.report;
    report.engine = engine == nullptr ? replayed : engine->name;
    report.obstacles.clear();
    return report;
  };
  verify::WitnessWords words;
  words.accepted = [&context, &input, &goal, report_of](const engine::Engine* engine,
                                                        const verify::Question& asked,
                                                        const verify::Accepted& accepted) {
    return report::tell(
        outputs_of(context, input), context.budget, goal, asked, accepted, report_of(engine));
  };
  words.refuted = [&context, &input, report_of](const engine::Engine& engine,
                                                const evidence::Problem& asserted,
                                                const evidence::Replay& replay,
                                                const evidence::Trace& trace) {
    report::Report report = report_of(&engine);
    report.counterexample = report::to_counterexample(asserted, replay, trace);
    report.counterexample->headline = "Refused";
    report.counterexample->what = "an invariant of the witness does not hold";
    return report::told(outputs_of(context, input),
                        context.budget,
                        std::move(report),
                        {.violated = true, .what = "witness"});
  };
  words.ignored = [&context](const std::string& part) {
    report::warn(context.report, "not used of the witness: " + part);
  };
  return words;
}

} // namespace

Result<Verdict> validate_witness(Context& context, const std::string& text) {
  const Arguments& arguments = context.arguments;
  Result<Witness> witness = frontend::task::parse_witness(arguments.evidence_file, text);
  if (!witness) return witness.error();
  InputArguments described = arguments.input;
  if (!described.pointer_bits && witness->data_model == "ILP32") described.pointer_bits = 32;
  if (!described.pointer_bits && witness->data_model == "LP64") described.pointer_bits = 64;
  Result<Input> input = resolve_input(described, arguments.check.property);
  if (!input) return input.error();
  if (input->language != Language::C || input->integers == IntegerModel::Math)
    return Diagnostic::error(ErrorKind::Usage, "witnesses are about C with machine integers");
  context.report.data_model = data_model_name(*input);
  context.report.integers = name(input->integers);
  Result<Goal> goal = verify::goal_of_witness(
      arguments.check, asked_about(*input), arguments.evidence_file, witness->specification);
  if (!goal) return goal.error();
  context.report.property = goal->asked;
  compare_hashes(context, *input, *witness);

  context.observer.phase("reading the program");
  ReadingOptions reading{goal->entry, goal->targets.functions, true};
  reading.checks = goal->targets.checks;
  Result<LoadedProgram> loaded = load_program(*input, described, reading);
  if (!loaded) return loaded.error();
  const ir::Program program = verify::with_checks(*goal, std::move(loaded->program));
  report::describe_program(context.report, source_of(*input), program);
  if (program.concurrent())
    return Diagnostic::error(ErrorKind::Unsupported, "witnesses about concurrent programs");
  verify::Question question = question_of(context, *input, *goal, program);
  verify::WitnessResult found = verify::confirm(question,
                                                *witness,
                                                words_of(context, *input, *goal),
                                                portfolio_options(context, context.observer));
  if (found.error) return *found.error;
  context.report.obstacles = found.obstacles;
  if (found.told) {
    Verdict verdict = report::take(
        context.report, std::move(*found.told), found.engine ? found.engine->name : replayed);
    if (found.unknown.empty()) return verdict;
  }
  return Verdict::unknown(found.unknown);
}

} // namespace kleene::cli
