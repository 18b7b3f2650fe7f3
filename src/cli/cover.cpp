// SPDX-License-Identifier: Apache-2.0
#include "kleene/report/assumptions.h"
#include "kleene/report/coverage.h"
#include "kleene/support/whole_file.h"

#include <filesystem>

#include "one_question.h"

namespace kleene::cli {
namespace {

/// Branches are reached or not: a question about a label that the source does not have.
Goal goal_of_branches() {
  Goal goal;
  goal.targets.labels = {std::string(transform::branch_label)};
  goal.unwatched_label = transform::branch_label;
  goal.asked = "branches";
  return goal;
}

Budget part_of(const Budget& budget, double share) {
  std::optional<double> left = budget.seconds_left();
  return left ? budget.slice(*left * share) : budget;
}

Result<verify::DecidedChecks> decide(const Context& context,
                                     const Input& input,
                                     const Goal& goal,
                                     const ir::Program& program,
                                     const std::vector<transform::Branch>& branches,
                                     verify::TestSuite& suite) {
  Arguments arguments = context.arguments;
  arguments.check.evidence = "kept";
  auto ask = [&](const ir::Program& part, std::string_view engine, Budget& budget) {
    report::Report report = context.report;
    Context own{arguments, budget, context.observer, report};
    return OneQuestion(own, input, goal, part).ask(engine, context.observer);
  };
  return verify::decide_branches(
      program,
      branches,
      suite,
      {arguments.check.engine, input.integers, context.budget, context.observer, ask});
}

std::optional<Diagnostic> write_tests(const std::string& folder,
                                      const std::map<std::string, std::string>& files) {
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  std::optional<Diagnostic> error;
  for (const auto& [file, text] : files)
    if (!error) error = write_whole_file(folder + "/" + file, text);
  return error;
}

/// Tests, JSON and text; the exit code.
Result<int> tell(Context& context, const report::Coverage& coverage, const std::string& entry) {
  report::Report& report = context.report;
  if (const std::optional<std::string>& folder = context.arguments.cover_out)
    if (auto error = write_tests(*folder, report::test_files(coverage, report, entry)))
      return *error;
  bool unknown = coverage.count(report::ShownBranch::Answer::Unknown) > 0;
  report.exit_code = static_cast<int>(unknown ? report::ExitCode::Unknown : report::ExitCode::True);
  report.seconds = context.budget.seconds_used();
  report.rendered = report::Rendered{{}, report::to_json(coverage, report), {}};
  context.observer.phase("");
  if (context.arguments.json != "-")
    if (auto error = write_whole_file("-", report::to_text(coverage))) return *error;
  return report.exit_code;
}

} // namespace

Result<int> cover(Context& context) {
  const Arguments& arguments = context.arguments;
  Result<Input> input = resolve_input(arguments.input);
  if (!input) return input.error();
  if (input->language != Language::C || input->integers != IntegerModel::Machine)
    return Diagnostic::error(ErrorKind::Usage, "cover is for C programs with machine integers");
  context.report.data_model = data_model_name(*input);
  Goal goal = goal_of_branches();
  context.report.property = goal.asked;
  context.observer.phase("reading the program");
  Result<LoadedProgram> loaded = load_program(
      *input, arguments.input, {goal.entry, verify::default_targets().functions, true});
  if (!loaded) return loaded.error();
  if (!loaded->entry.empty()) goal.entry = loaded->entry;
  input->appended = loaded->appended;
  const ir::Program& program = loaded->program;
  if (program.concurrent())
    return Diagnostic::error(ErrorKind::Unsupported, "tests of a concurrent program");
  context.report.diagnostics = std::move(loaded->warnings);
  report::describe_program(context.report, source_of(*input), program);

  const std::vector<transform::Branch> branches = transform::branches_of(program);
  const verify::Question question = question_of(context, *input, goal, program);
  const evidence::Problem problem = question.problem.asking(goal.property, {}, program);
  verify::TestSuite suite(problem, branches, context.budget);
  context.observer.phase("running the program");
  // The rest of the time is for running the tests natively.
  Budget first = part_of(context.budget, 0.2);
  suite.sample(first);
  Budget second = part_of(context.budget, 0.7);
  Context search{arguments, second, context.observer, context.report};
  Result<verify::DecidedChecks> decided = decide(search, *input, goal, program, branches, suite);
  if (!decided) return decided.error();
  context.observer.phase("running the tests natively");
  std::string objection = suite.confirm(*question.native);
  report::Coverage coverage =
      report::coverage(program, branches, decided->checks, suite.tests(), objection);
  return tell(context, coverage, goal.entry);
}

} // namespace kleene::cli
