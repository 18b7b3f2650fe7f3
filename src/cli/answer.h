// SPDX-License-Identifier: Apache-2.0
// Where an answer goes: the verdict line and the explanation to stdout, the JSON document to its file,
// diagnostics to stderr. Every run of the command answers exactly once.
#pragma once
#include "kleene/report/report.h"

#include "arguments.h"

namespace kleene::cli {

/// How to answer, as far as the command line said it.
struct AnswerStyle {
  bool verdict_line = true; ///< `check`
  bool explain = true;
  bool colour = false; ///< of diagnostics
  std::optional<std::string> json;
  std::optional<std::string> sarif;
  std::optional<std::string> report;
};
AnswerStyle answer_style(const Arguments& arguments);

/// A terminal that takes colour, and nobody asked for none (NO_COLOR, TERM=dumb).
bool colour_on(int fd);

/// Shows a diagnostic on stderr.
void show(const Diagnostic& diagnostic, const AnswerStyle& style);

/// The first caller may answer; false for all others, from whatever thread they come.
bool claim_answer();

/// What stands in the way of each engine so far: an answer that the guard has to give in place of the
/// work (see guard.h) says so, too. From whatever thread.
void remember_obstacles(std::vector<report::Obstacle> obstacles);
std::vector<report::Obstacle> remembered_obstacles();

/// Prints the report: the JSON document, or the explanation and the verdict line. Gives the exit code:
/// that of the report, unless a file cannot be written, which is said on stderr and in the verdict.
int print_answer(report::Report report, const AnswerStyle& style);

} // namespace kleene::cli
