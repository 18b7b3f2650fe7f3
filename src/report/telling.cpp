// SPDX-License-Identifier: Apache-2.0
#include "kleene/report/telling.h"

#include "kleene/evidence/file.h"
#include "kleene/evidence/world.h"
#include "kleene/report/build.h"
#include "kleene/report/certificate.h"
#include "kleene/report/witness_file.h"
#include "kleene/support/whole_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

namespace kleene::report {

void warn(Report& report, std::string message) {
  Diagnostic d = Diagnostic::error(ErrorKind::Usage, std::move(message));
  d.severity = Severity::Warning;
  report.diagnostics.push_back(std::move(d));
}

namespace {

/// The C file of the native replay, if one is wanted and there is one.
std::optional<Diagnostic> write_harness(const std::optional<std::string>& path,
                                        const verify::Accepted& accepted,
                                        Report& report) {
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
std::optional<Diagnostic> write_replay(const std::optional<std::string>& folder,
                                       const verify::Accepted& accepted,
                                       Report& report) {
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

/// The lines of several properties, as in a property file.
std::string specification_of(const std::string& entry_function,
                             const std::vector<Property>& parts) {
  std::string text;
  for (Property part : parts) {
    verify::Goal one;
    one.entry = entry_function;
    one.property = part;
    std::string line = verify::specification_of(one);
    text += (text.empty() || line.empty() ? "" : "\n") + line;
  }
  return text;
}

/// Does the execution end at a failing assertion?
bool shows_assertion(const ir::Program& program, const verify::Accepted& accepted) {
  if (!accepted.replay || accepted.replay->run.ending != ir::Ending::TargetReached) return false;
  const ir::RunResult& run = accepted.replay->run;
  if (!run.location.valid() || run.stack.empty()) return false;
  const ir::Procedure& last = program.procedure(run.stack.back().procedure);
  const std::optional<ir::Target>& target = last.locations[run.location.index()].target;
  return target && target->kind == ir::TargetKind::Assertion;
}

/// What a witness is about: memory safety as a whole, or one property of those that were asked about together.
std::string specification_of(const verify::Goal& goal,
                             const ir::Program& program,
                             const verify::Accepted& accepted) {
  if (shows_assertion(program, accepted)) {
    verify::Goal assertion;
    assertion.entry = goal.entry;
    assertion.targets.functions = {verify::assertion_failure};
    return verify::specification_of(assertion);
  }
  if (goal.property != Property::Safety) return goal.specification;
  const std::vector<Property> memory = parts_of(Property::ValidMemsafety);
  if (std::ranges::equal(goal.targets.checks, std::set(memory.begin(), memory.end()))
      && goal.targets.functions.empty())
    return specification_of(goal.entry, memory);
  std::vector<Property> parts{accepted.property};
  if (accepted.holds()) {
    parts.assign(goal.targets.checks.begin(), goal.targets.checks.end());
    if (!goal.targets.functions.empty()) parts.insert(parts.begin(), Property::UnreachCall);
  }
  for (Property part : parts)
    if (std::string text = specification_of(goal.entry, {part}); !text.empty()) return text;
  return {};
}

void write_witness(WitnessHeader header,
                   const verify::Goal& goal,
                   const verify::Question& question,
                   const verify::Accepted& accepted,
                   Report& report) {
  header.specification = specification_of(goal, question.problem.program, accepted);
  if (header.specification.empty())
    return warn(report, "no witness is written: competitions have no property of this kind");
  WitnessText witness = witness_text(question.problem, accepted, header);
  if (!witness.warning.empty()) warn(report, witness.warning);
  report.witness = std::move(witness.text);
}

} // namespace

verify::Outcome tell(const Outputs& outputs,
                     const Budget& budget,
                     const verify::Goal& goal,
                     const verify::Question& question,
                     const verify::Accepted& accepted,
                     Report report) {
  const std::size_t known = report.diagnostics.size();
  show_answer(question, accepted, report);
  if (std::optional<Diagnostic> error = write_harness(outputs.harness, accepted, report))
    return *error;
  if (std::optional<Diagnostic> error = write_replay(outputs.replay, accepted, report))
    return *error;
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
  if (outputs.evidence)
    told.evidence = evidence::write_evidence(question.problem, accepted.evidence, question.spec);
  if (outputs.witness) write_witness(*outputs.witness, goal, question, accepted, report);
  if (question.certificate)
    told.certificate = report::certificate(question.problem, accepted, told.violated, told.what);
  told.witness = std::exchange(report.witness, {});
  for (std::size_t i = known; i < report.diagnostics.size(); ++i)
    told.warnings.push_back(report.diagnostics[i].message);
  return report::told(outputs, budget, std::move(report), std::move(told));
}

verify::Outcome
told(const Outputs& outputs, const Budget& budget, Report report, verify::Told told) {
  report.verdict = verdict_of(told);
  report.megabytes = static_cast<double>(resident_memory()) / (1 << 20);
  Rendered words = rendered(outputs, budget, report);
  told.explanation = std::move(words.explanation);
  told.json = std::move(words.json);
  told.sarif = std::move(words.sarif);
  return told;
}

Rendered rendered(const Outputs& outputs, const Budget& budget, Report& report) {
  report.exit_code = static_cast<int>(report.verdict->code());
  report.seconds = budget.seconds_used();
  Rendered words{explanation(report), {}, {}};
  // The place of a violated check is looked up there (place_of_violation).
  if (outputs.json || report.counterexample) words.json = to_json(report);
  if (outputs.sarif) words.sarif = to_sarif(report);
  return words;
}

Verdict verdict_of(const verify::Told& told) {
  return told.violated ? Verdict::violated(told.what) : Verdict::holds();
}

Verdict take(Report& report, verify::Told told, std::string_view engine) {
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

Verdict after_second_look(Report& report,
                          const verify::Question& question,
                          const evidence::TriedInputs& tried,
                          const Verdict& verdict,
                          Budget& budget,
                          Observer& observer) {
  if (verdict != Verdict::holds()) return verdict;
  std::optional<evidence::SecondLook> look = verify::second_look(question, tried, budget, observer);
  if (!look) return verdict;
  if (look->contradiction.empty()) {
    report.second_look = to_shown(*look);
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

std::optional<Diagnostic>
write_files(const Report& report, const AnswerFiles& files, const Verdict& verdict) {
  auto write = [&](const std::optional<std::string>& path,
                   const std::string& text) -> std::optional<Diagnostic> {
    if (!path || text.empty()) return std::nullopt;
    std::optional<Diagnostic> error = write_whole_file(*path, text);
    if (error) error->message += fmt::format(" (the answer was {})", verdict.answer());
    return error;
  };
  std::optional<Diagnostic> error = write(files.evidence, report.evidence);
  if (!error) error = write(files.witness, report.witness);
  if (!error && files.certificate && !report.certificate.empty()) {
    std::error_code problem;
    std::filesystem::create_directories(*files.certificate, problem);
    for (const auto& [file, text] : report.certificate)
      if (!error) error = write(*files.certificate + "/" + file, text);
  }
  return error;
}

} // namespace kleene::report
