// SPDX-License-Identifier: Apache-2.0
#include "each_function.h"

#include "kleene/report/functions.h"

#include "goal.h"

namespace kleene::cli {
namespace {

using report::ShownFunction;
using report::Verdict;

/// The same command for one entry. Whatever goes wrong with it is its answer; only the time for all of them ends the others.
ShownFunction check_one(Context& context, const frontend::c::DefinedFunction& function) {
  Arguments arguments = context.arguments;
  arguments.check.each_function = false;
  arguments.input.entry = function.name;
  arguments.json.emplace(1, '-'); // the whole answer is wanted as a document
  Budget budget = context.budget.slice(arguments.check.function_seconds);
  report::Report report;
  report.version = context.report.version;
  report.command = context.report.command;
  report.files = context.report.files;
  Context own{arguments, budget, context.observer, report};
  auto answer = [&]() -> Verdict {
    try {
      Result<Verdict> verdict = check(own);
      return verdict ? *verdict : Verdict::refused(verdict.error());
    } catch (const ResourceOut& e) {
      report.rendered.reset();
      return Verdict::out_of_resources(e.what());
    }
  };
  report.verdict = answer();
  report.exit_code = static_cast<int>(report.verdict->code());
  ShownFunction row{function.name, {function.file, function.line, 0, {}}, *report.verdict, {}};
  row.json =
      report.rendered && !report.rendered->json.empty() ? report.rendered->json : to_json(report);
  return row;
}

} // namespace

Result<Verdict> check_each_function(Context& context) {
  const Arguments& arguments = context.arguments;
  Result<Input> input = resolve_input(arguments.input, arguments.check.property);
  if (!input) return input.error();
  if (input->language != Language::C || input->task)
    return Diagnostic::error(ErrorKind::Usage, "--each-function is for C files");
  Result<std::vector<frontend::c::DefinedFunction>> functions =
      frontend::c::defined_functions(input->files, c_options(*input, arguments.input, {}));
  if (!functions) return functions.error();
  if (functions->empty()) return Verdict::unknown("the files define no function");
  context.report.diagnostics = input->notes;
  std::vector<ShownFunction> rows;
  for (const frontend::c::DefinedFunction& function : *functions) {
    context.budget.check();
    context.observer.phase("checking " + function.name);
    rows.push_back(check_one(context, function));
  }
  report::Report words = context.report;
  words.verdict = report::verdict_on(rows);
  words.exit_code = static_cast<int>(words.verdict->code());
  words.seconds = context.budget.seconds_used();
  context.report.rendered =
      report::Rendered{.explanation = {}, .json = to_json(words), .sarif = to_sarif(words)};
  report::amend(*context.report.rendered, rows);
  return *words.verdict;
}

} // namespace kleene::cli
