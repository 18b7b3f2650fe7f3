// SPDX-License-Identifier: Apache-2.0
#include "answer.h"

#include "kleene/report/html.h"
#include "kleene/support/whole_file.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <unistd.h>

namespace kleene::cli {
namespace {

std::atomic<bool> answered{false};
std::mutex obstacles_mutex;
std::vector<report::Obstacle>
    obstacles_so_far; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

void write(std::FILE* stream, const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stream);
  std::fflush(stream);
}

/// Puts the failure into the report, and says it.
void fail(report::Report& report, const Diagnostic& diagnostic, const AnswerStyle& style) {
  show(diagnostic, style);
  report.diagnostics.push_back(diagnostic);
  report.verdict = report::Verdict::refused(diagnostic);
  report.exit_code = static_cast<int>(report.verdict->code());
  report.rendered.reset();
  report.counterexample.reset();
  report.proof.reset();
}

} // namespace

bool colour_on(int fd) {
  const char* none = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return ::isatty(fd) != 0 && (none == nullptr || *none == '\0')
         && (terminal == nullptr || std::string_view(terminal) != "dumb");
}

AnswerStyle answer_style(const Arguments& arguments) {
  return {.verdict_line =
              arguments.command == Command::Check || arguments.command == Command::Validate,
          .explain = arguments.verbosity > 0,
          .colour = colour_on(STDERR_FILENO),
          .json = arguments.json,
          .sarif = arguments.sarif,
          .report = arguments.report};
}

void show(const Diagnostic& diagnostic, const AnswerStyle& style) {
  write(stderr, render(diagnostic, style.colour));
}

bool claim_answer() {
  return !answered.exchange(true);
}

void remember_obstacles(std::vector<report::Obstacle> obstacles) {
  std::lock_guard lock(obstacles_mutex);
  obstacles_so_far = std::move(obstacles);
}

std::vector<report::Obstacle> remembered_obstacles() {
  std::lock_guard lock(obstacles_mutex);
  return obstacles_so_far;
}

namespace {

/// The HTML file. Without what a front end read, the files are read once more.
std::optional<Diagnostic> write_report(const report::Report& report, const std::string& path) {
  report::Sources sources = report.sources;
  for (const std::string& file : report.files)
    if (ReadFile text = read_file(file); report.sources.empty() && text.text)
      sources.emplace_back(file, *text.text);
  const auto& words = report.rendered;
  std::string json = words && !words->json.empty() ? words->json : to_json(report);
  return write_whole_file(
      path, report::to_html(json, words ? words->explanation : explanation(report), sources));
}

} // namespace

int print_answer(report::Report report, const AnswerStyle& style) {
  if (report.rendered) amend(*report.rendered, report.tried);
  if (style.report)
    if (auto error = write_report(report, *style.report)) fail(report, *error, style);
  // The document that goes to stdout comes last: it must know whether the other could be written.
  if (style.sarif && style.sarif != "-")
    if (auto error = write_whole_file(*style.sarif,
                                      report.rendered ? report.rendered->sarif : to_sarif(report)))
      fail(report, *error, style);
  if (style.json)
    if (auto error = write_whole_file(*style.json,
                                      report.rendered ? report.rendered->json : to_json(report)))
      fail(report, *error, style);
  if (style.sarif == "-")
    if (auto error =
            write_whole_file("-", report.rendered ? report.rendered->sarif : to_sarif(report)))
      fail(report, *error, style);
  if (style.json == "-" || style.sarif == "-") return report.exit_code;
  std::string text;
  if (style.verdict_line && style.explain)
    text += report.rendered ? report.rendered->explanation : explanation(report);
  if (style.verdict_line && report.verdict) text += report.verdict->line() + "\n";
  if (auto error = text.empty() ? std::nullopt : write_whole_file("-", text))
    fail(report, *error, style);
  return report.exit_code;
}

} // namespace kleene::cli
