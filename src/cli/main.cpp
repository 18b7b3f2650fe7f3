// SPDX-License-Identifier: Apache-2.0
// The command `kleene`: parses the command line, runs the command under a guard, and answers.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <new>
#include <unistd.h>

#include "answer.h"
#include "arguments.h"
#include "goal.h"
#include "guard.h"
#include "progress.h"
#include "version.h"

namespace kleene::cli {
namespace {

using report::ExitCode;
using report::Report;
using report::Verdict;

void refuse(Report& report, const Diagnostic& diagnostic) {
  report.diagnostics.push_back(diagnostic);
  report.verdict = Verdict::refused(diagnostic);
  report.exit_code = static_cast<int>(report.verdict->code());
}

int answer_usage_error(const UsageError& error) {
  Report report;
  report.version = version_number;
  refuse(report, Diagnostic::error(ErrorKind::Usage, error.message));
  AnswerStyle style{.verdict_line = error.is_check, .json = error.json};
  show(report.diagnostics.front(), style);
  std::fputs("Try `kleene --help`.\n", stderr);
  return print_answer(report, style);
}

/// Of those that give an exit code and no verdict.
Result<int> (*command_of(Command command))(Context&) {
  switch (command) {
  case Command::Show:
    return show;
  case Command::Fix:
    return fix;
  case Command::Batch:
    return batch;
  case Command::Cover:
    return cover;
  default:
    return run;
  }
}

/// Runs the command; whatever goes wrong becomes part of the report.
void execute(Context& context) {
  Report& report = context.report;
  auto settle = [&](const auto& outcome) {
    if (!outcome) refuse(report, outcome.error());
    return outcome.ok();
  };
  try {
    switch (context.arguments.command) {
    case Command::Check:
    case Command::Validate: {
      Result<Verdict> verdict =
          context.arguments.command == Command::Check ? check(context) : validate(context);
      if (!settle(verdict)) return;
      report.verdict = *verdict;
      report.exit_code = static_cast<int>(verdict->code());
      return;
    }
    case Command::Run:
    case Command::Show:
    case Command::Fix:
    case Command::Batch:
    case Command::Cover: {
      Result<int> code = command_of(context.arguments.command)(context);
      if (settle(code)) report.exit_code = *code;
      return;
    }
    }
  } catch (const ResourceOut& e) {
    report.rendered.reset();
    report.verdict = report::stopped_by(report, allowance_of(context.arguments), e.what());
  } catch (const std::bad_alloc&) {
    report.verdict =
        report::stopped_by(report, allowance_of(context.arguments), "memory limit reached");
  } catch (const std::exception& e) {
    report.verdict = Verdict::internal_error(e.what());
  }
  report.exit_code = static_cast<int>(report.verdict->code());
}

/// What goes to stderr: warnings as far as wanted, errors always, and how a run ended.
void show_messages(const Report& report, const Arguments& arguments, const AnswerStyle& style) {
  for (const Diagnostic& d : report.diagnostics)
    if (d.severity == Severity::Error || arguments.verbosity > 0) show(d, style);
  if (report.run) std::fputs(to_text(*report.run).c_str(), stderr);
  auto is_error = [](const Diagnostic& d) { return d.severity == Severity::Error; };
  bool silent_failure =
      report.verdict && !style.verdict_line && std::ranges::none_of(report.diagnostics, is_error);
  if (silent_failure || (report.verdict && report.verdict->code() == ExitCode::Internal))
    std::fprintf(stderr, "kleene: %s\n", report.verdict->reason().c_str());
}

int main_checked(int argc, const char* const* argv) {
  auto parsed = parse_arguments(argc, argv);
  if (const auto* request = std::get_if<TextRequest>(&parsed)) {
    std::fputs(request->text.c_str(), stdout);
    return 0;
  }
  if (const auto* error = std::get_if<UsageError>(&parsed)) return answer_usage_error(*error);

  const Arguments& arguments = std::get<Arguments>(parsed);
  AnswerStyle style = answer_style(arguments);
  Report report;
  report.version = version_number;
  report.command = name(arguments.command);
  report.files = arguments.input.files;
  report.colour = colour_on(STDOUT_FILENO);
  report.obstacles_wanted = arguments.check.explain;
  Guard guard(report, style, arguments);
  Progress progress(arguments.verbosity);
  Context context{arguments, guard.budget(), progress, report};
  execute(context);
  progress.clear();
  if (!claim_answer()) ::pause(); // the guard is answering and ends the process
  report.seconds = guard.budget().seconds_used();
  report.megabytes = static_cast<double>(resident_memory()) / (1 << 20);
  show_messages(report, arguments, style);
  return print_answer(report, style);
}

} // namespace
} // namespace kleene::cli

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN); // a file that may not grow is a failed write, not the end
  try {
    return kleene::cli::main_checked(argc, argv);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "kleene: internal error: %s\n", e.what());
    return static_cast<int>(kleene::report::ExitCode::Internal);
  }
}
