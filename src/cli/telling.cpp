// SPDX-License-Identifier: Apache-2.0
#include "telling.h"

#include "kleene/evidence/file.h"
#include "kleene/evidence/world.h"
#include "kleene/report/build.h"
#include "kleene/report/certificate.h"
#include "kleene/report/witness_file.h"
#include "kleene/support/whole_file.h"

#include <fmt/core.h>

#include <filesystem>
#include <map>

#include "version.h"

namespace kleene::cli {

using report::Verdict;

verify::Question question_of(const Context& context,
                             const Input& input,
                             const Goal& goal,
                             const ir::Program& program,
                             const verify::Spec* spec) {
  const CheckArguments& arguments = context.arguments.check;
  verify::Question question{{program,
                             goal.property,
                             goal.targets,
                             input.integers,
                             arguments.context_switches,
                             arguments.rounds,
                             {}},
                            input.language};
  if (input.language == Language::C && input.integers == IntegerModel::Machine)
    question.native = native_program(input, context.arguments.input, goal.entry);
  question.spec = goal.spec;
  question.execution_wanted = spec != nullptr && spec->existential();
  question.unwatched_label = goal.unwatched_label;
  question.certificate = arguments.certificate.has_value();
  return question;
}

void warn(report::Report& report, std::string message) {
  Diagnostic d = Diagnostic::error(ErrorKind::Usage, std::move(message));
  d.severity = Severity::Warning;
  report.diagnostics.push_back(std::move(d));
}

namespace {

/// The C file of the native replay, if one is wanted and there is one.
std::optional<Diagnostic>
write_harness(const Context& context, const verify::Accepted& accepted, report::Report& report) {
  const std::optional<std::string>& path = context.arguments.check.harness;
  if (!path) return std::nullopt;
  if (accepted.native && !accepted.native->harness.empty())
    if (std::optional<Diagnostic> error = write_whole_file(*path, accepted.native->harness))
      return error;
  bool ran = report.counterexample && !report.counterexample->native_command.empty();
  if (!ran)
    warn(report, "no harness is written: the answer has no execution that can be replayed in C");
  return std::nullopt;
}

/// Commands that build the program with the harness, and run it as the world of the execution says.
std::string replay_script(const evidence::NativeReplay& native, const evidence::World& world) {
  std::string text = "#!/bin/sh\n# Builds the program with harness.c and runs it: it shows the "
                     "violation.\nhere=$(cd \"$(dirname \"$0\")\" && pwd) || exit 2\n";
  if (native.script.empty())
    return text + "echo 'the program has to be changed first: see the top of harness.c'; exit 2\n";
  text += "work=$(mktemp -d) || exit 2\ntrap 'rm -rf \"$work\"' EXIT\n"
          "cp \"$here/harness.c\" \"$work\" && cd \"$work\" || exit 2\n";
  for (const std::string& command : native.script)
    text += command + " || exit 2\n";
  // Reports say where they are, which nothing in the cage can.
  text += "export ASAN_OPTIONS=\"${ASAN_OPTIONS-symbolize=1}\" "
          "UBSAN_OPTIONS=\"${UBSAN_OPTIONS-symbolize=1}\" "
          "MSAN_OPTIONS=\"${MSAN_OPTIONS-symbolize=1}\"\n";
  std::string call = evidence::command_line(world, "./replay", "\"$here/input.bin\"");
  return text + (call.empty() ? "./replay" : call) + "\n";
}

/// The folder with all that a replay needs, if one is wanted and there is an execution.
std::optional<Diagnostic>
write_replay(const Context& context, const verify::Accepted& accepted, report::Report& report) {
  const std::optional<std::string>& folder = context.arguments.check.replay;
  if (!folder) return std::nullopt;
  if (!accepted.native || accepted.native->harness.empty() || !accepted.replay) {
    warn(report, "nothing to replay: the answer has no execution that can be replayed in C");
    return std::nullopt;
  }
  std::error_code problem;
  std::filesystem::create_directories(*folder, problem);
  const evidence::World world = evidence::world_of(accepted.replay->inputs);
  const std::map<std::string, std::string> files{
      {"harness.c", accepted.native->harness},
      {"input.bin", world.standard_input},
      {"replay.sh", replay_script(*accepted.native, world)}};
  for (const auto& [name, text] : files)
    if (auto error = write_whole_file(*folder + "/" + name, text)) return error;
  return std::nullopt;
}

/// What a witness is about: one property of those that were asked about together.
std::string specification_of(const Goal& goal, const verify::Accepted& accepted) {
  if (goal.property != Property::Safety) return goal.specification;
  std::vector<Property> parts{accepted.property};
  if (accepted.holds()) {
    parts.assign(goal.targets.checks.begin(), goal.targets.checks.end());
    if (!goal.targets.functions.empty()) parts.insert(parts.begin(), Property::UnreachCall);
  }
  for (Property part : parts) {
    Goal one;
    one.entry = goal.entry;
    one.property = part;
    if (std::string text = verify::specification_of(one); !text.empty()) return text;
  }
  return {};
}

void write_witness(const Input& input,
                   const Goal& goal,
                   const verify::Question& question,
                   const verify::Accepted& accepted,
                   report::Report& report) {
  std::string specification = specification_of(goal, accepted);
  if (specification.empty())
    return warn(report, "no witness is written: competitions have no property of this kind");
  report::WitnessText witness = report::witness_text(
      question.problem,
      accepted,
      {std::string(version_number), input.files, specification, data_model_name(input)});
  if (!witness.warning.empty()) warn(report, witness.warning);
  report.witness = std::move(witness.text);
}

} // namespace

verify::Outcome tell(const Context& context,
                     const Input& input,
                     const Goal& goal,
                     const verify::Question& question,
                     const verify::Accepted& accepted,
                     report::Report report) {
  const std::size_t known = report.diagnostics.size();
  report::show_answer(question, accepted, report);
  if (std::optional<Diagnostic> error = write_harness(context, accepted, report)) return *error;
  if (std::optional<Diagnostic> error = write_replay(context, accepted, report)) return *error;
  verify::Told told;
  told.violated = !accepted.holds();
  told.what = name(accepted.property);
  const ir::RunResult* run = accepted.replay     ? &accepted.replay->run
                             : accepted.schedule ? &accepted.schedule->run.run
                                                 : nullptr;
  if (run != nullptr && run->location.valid()) {
    // Without a stack it is a place of several threads (evidence/threads.h).
    ir::ProcId at =
        run->stack.empty() ? question.problem.program.entry : run->stack.back().procedure;
    told.site = fmt::format("{}:{}", at.index(), run->location.index());
  }
  if (!question.spec.empty()) {
    told.violated = told.violated != question.execution_wanted;
    told.what = question.ltl ? "ltl" : "spec";
  }
  if (context.arguments.check.evidence)
    told.evidence = evidence::write_evidence(question.problem, accepted.evidence, question.spec);
  if (context.arguments.check.witness) write_witness(input, goal, question, accepted, report);
  if (question.certificate)
    told.certificate = report::certificate(question.problem, accepted, told.violated, told.what);
  told.witness = std::exchange(report.witness, {});
  for (std::size_t i = known; i < report.diagnostics.size(); ++i)
    told.warnings.push_back(report.diagnostics[i].message);
  return cli::told(context, std::move(report), std::move(told));
}

verify::Outcome told(const Context& context, report::Report report, verify::Told told) {
  report.verdict = verdict_of(told);
  report.megabytes = static_cast<double>(resident_memory()) / (1 << 20);
  report::Rendered words = rendered(context, report);
  told.explanation = std::move(words.explanation);
  told.json = std::move(words.json);
  told.sarif = std::move(words.sarif);
  return told;
}

report::Rendered rendered(const Context& context, report::Report& report) {
  report.exit_code = static_cast<int>(report.verdict->code());
  report.seconds = context.budget.seconds_used();
  report::Rendered words{report::explanation(report), {}, {}};
  if (context.arguments.json || context.arguments.report) words.json = report::to_json(report);
  if (context.arguments.sarif) words.sarif = report::to_sarif(report);
  return words;
}

Verdict verdict_of(const verify::Told& told) {
  return told.violated ? Verdict::violated(told.what) : Verdict::holds();
}

Verdict take(report::Report& report, verify::Told told, std::string_view engine) {
  Verdict verdict = verdict_of(told);
  report.engine = engine;
  report.obstacles.clear();
  report.rendered = {std::move(told.explanation), std::move(told.json), std::move(told.sarif)};
  report.evidence = std::move(told.evidence);
  report.witness = std::move(told.witness);
  report.certificate = std::move(told.certificate);
  for (std::string& message : told.warnings)
    warn(report, std::move(message));
  return verdict;
}

Verdict after_second_look(Context& context,
                          const verify::Question& question,
                          const evidence::TriedInputs& tried,
                          const Verdict& verdict) {
  if (verdict != Verdict::holds()) return verdict;
  std::optional<evidence::SecondLook> look =
      verify::second_look(question, tried, context.budget, context.observer);
  if (!look) return verdict;
  report::Report& report = context.report;
  if (look->contradiction.empty()) {
    report.second_look = report::to_shown(*look);
    if (report.rendered) amend(*report.rendered, *report.second_look);
    return verdict;
  }
  // What was proved is not to be shown as an answer.
  report.rendered.reset();
  report.proof.reset();
  report.witness.clear();
  report.certificate.clear();
  return Verdict::contradicted(fmt::format(
      "contradiction: {} proved the property, and the proof was accepted; but {}. One of them is "
      "wrong, please report it",
      report.engine,
      look->contradiction));
}

verify::PortfolioOptions portfolio_options(Context& context, Observer& observer) {
  auto so_far = [&context](const std::vector<report::Obstacle>& obstacles) {
    context.report.obstacles = obstacles;
    remember_obstacles(obstacles);
  };
  return {context.budget, observer, context.arguments.memory_bytes, so_far};
}

} // namespace kleene::cli
