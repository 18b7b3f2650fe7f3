// SPDX-License-Identifier: Apache-2.0
#include "kleene/report/assumptions.h"
#include "kleene/verify/ltl.h"
#include "kleene/verify/vacuity.h"
#include "kleene/witness/contracts.h"

#include <fmt/core.h>

#include <utility>

#include "check_all.h"
#include "each_function.h"
#include "one_question.h"

namespace kleene::cli {
namespace {

using report::Verdict;

/// The truth of a CTL formula, from the answers to the questions it consists of (see spec.h).
Result<Verdict> decide_spec(Context& context,
                            const Input& input,
                            const verify::Spec& spec,
                            const std::vector<verify::SpecQuestion>& questions) {
  std::string evidence;
  std::vector<Diagnostic> warnings = context.report.diagnostics;
  auto verdict_if = [&](bool found) {
    return verify::truth(spec, found) ? Verdict::holds() : Verdict::violated("spec");
  };
  for (const verify::SpecQuestion& q : questions) {
    context.report.diagnostics = warnings;
    context.report.rendered.reset();
    Result<Verdict> truth = OneQuestion(context, input, q.goal, q.program, &spec).decide();
    evidence += std::exchange(context.report.evidence, {});
    bool none = truth && *truth == verdict_if(false);
    if (none && &q != &questions.back()) continue;
    if (none || (truth && *truth == verdict_if(true))) context.report.evidence = evidence;
    return truth;
  }
  return verdict_if(false);
}

/// A formula of linear temporal logic.
Result<Verdict>
decide_ltl(Context& context, const Input& input, const Goal& goal, const ir::Program& program) {
  Result<verify::LtlQuestion> asked =
      verify::ltl_question(program, *context.arguments.check.ltl, goal.entry);
  if (!asked) return asked.error();
  context.report.property = asked->goal.asked;
  return OneQuestion(context, input, asked->goal, asked->program, nullptr, asked->claim).decide();
}

/// The property, or the formula if there is one.
Result<Verdict>
decide(Context& context, const Input& input, const Goal& goal, const ir::Program& program) {
  if (context.arguments.check.spec) {
    Result<verify::Spec> spec = verify::parse_spec(*context.arguments.check.spec);
    if (!spec) return spec.error();
    if (program.concurrent())
      return Diagnostic::error(ErrorKind::Unsupported, "--spec for concurrent programs");
    Result<std::vector<verify::SpecQuestion>> questions =
        verify::questions_of(program, *spec, goal.entry);
    if (!questions) return questions.error();
    context.report.property = spec->text;
    return decide_spec(context, input, *spec, *questions);
  }
  if (context.arguments.check.ltl) return decide_ltl(context, input, goal, program);
  if (entry(goal.property).violated_by.targets && !verify::has_target(program, goal.targets)) {
    if (goal.needs_target) {
      verify::Cause cause = verify::cause_of({}, program);
      if (cause.kind == verify::Cause::Kind::NotModelled)
        return report::unknown_because(
            context.report, allowance_of(context.arguments), context.budget, cause, {});
      context.report.hint = "--property safety checks every access of memory and all arithmetic";
      return Verdict::unknown("nothing to check: the program has no error location");
    }
    context.report.vacuous = "the program has no error location for this property";
    report::warn(context.report, context.report.vacuous);
  } else {
    context.report.vacuous =
        verify::vacuity(question_of(context, input, goal, program).problem, context.budget);
  }
  return OneQuestion(context, input, goal, program).decide();
}

/// Whether each check gets its own answer.
bool answers_all(const CheckArguments& arguments, const Input& input, const Goal& goal) {
  bool one_answer = arguments.stop_at_first || arguments.evidence || arguments.witness
                    || arguments.certificate || arguments.harness || arguments.replay
                    || arguments.explain || arguments.formula();
  return !one_answer && !goal.targets.checks.empty() && !input.reading.task
         && input.language == Language::C && input.integers == IntegerModel::Machine;
}

/// Contracts of functions become checks of the program.
Result<ir::Program> with_contracts(Context& context, ir::Program program, Goal& goal) {
  const Arguments& arguments = context.arguments;
  const std::optional<std::string>& file = arguments.check.contracts;
  if (!file) return program;
  if (!entry(goal.property).violated_by.targets || program.concurrent())
    return Diagnostic::error(ErrorKind::Usage,
                             "--contracts is for properties of places in programs without threads");
  const CheckArguments& written = arguments.check;
  if (written.evidence || written.witness || written.harness || written.replay)
    return Diagnostic::error(ErrorKind::Usage,
                             "--contracts does not go with --evidence, --witness, --harness and "
                             "--replay: what they write is about the program without contracts");
  auto clauses = witness::parse_contracts(*file, read_file(*file).text.value_or(std::string()));
  if (!clauses) return clauses.error();
  auto result = witness::with_contracts(program, *clauses, arguments.input.entry);
  if (!result) return result.error();
  for (const std::string& name : result->unused)
    report::warn(
        context.report,
        fmt::format("the contract of {} is not used: the program does not reach it", name));
  goal.targets.checks.insert(Property::UnreachCall);
  goal.needs_target = false;
  return std::move(result->program);
}

} // namespace

Result<Verdict> check(Context& context) {
  const Arguments& arguments = context.arguments;
  if (arguments.check.each_function) return check_each_function(context);
  Result<Input> input = resolve_input(arguments.input, arguments.check.property);
  if (!input) return input.error();
  context.report.data_model = data_model_name(*input);
  if (input->language != Language::Boolean) context.report.integers = name(input->integers);
  Result<Goal> goal = choose_goal(arguments.check, *input);
  if (!goal) return goal.error();
  context.report.property = goal->asked;
  context.report.diagnostics = goal->notes;
  context.report.diagnostics.insert(
      context.report.diagnostics.end(), input->notes.begin(), input->notes.end());
  bool is_c = input->language == Language::C && input->integers == IntegerModel::Machine;
  if (arguments.check.harness && !is_c)
    return Diagnostic::error(ErrorKind::Usage, "--harness is for C programs with machine integers");
  if (arguments.check.witness && !is_c)
    return Diagnostic::error(ErrorKind::Usage, "--witness is for C programs with machine integers");

  context.observer.phase("reading the program");
  Result<LoadedProgram> loaded =
      load_program(*input, arguments.input, reading_options(*goal, arguments.check));
  if (!loaded) return loaded.error();
  if (!loaded->entry.empty()) goal->entry = loaded->entry;
  if (loaded->names_targets) goal->needs_target = false;
  input->appended = loaded->appended;
  for (Diagnostic& warning : loaded->warnings)
    context.report.diagnostics.push_back(std::move(warning));
  Result<ir::Program> with_clauses = with_contracts(context, std::move(loaded->program), *goal);
  if (!with_clauses) return with_clauses.error();
  const ir::Program& program = *with_clauses;
  report::describe_program(context.report, source_of(*input), program);
  if (arguments.report) context.report.sources = report::sources_of(program);
  if (arguments.check.label && !verify::has_label(program, *arguments.check.label))
    return Diagnostic::error(ErrorKind::Usage,
                             fmt::format("the program has no label {}", *arguments.check.label));
  if (answers_all(arguments.check, *input, *goal))
    return check_all(context, *input, *goal, program);
  Result<Verdict> verdict = decide(context, *input, *goal, verify::with_checks(*goal, program));
  if (!verdict) return verdict;
  const CheckArguments& files = arguments.check;
  if (auto error = report::write_files(
          context.report, {files.evidence, files.witness, files.certificate}, *verdict))
    return *error;
  return verdict;
}

} // namespace kleene::cli
