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
};
AnswerStyle answer_style(const Arguments& arguments);

/// Shows a diagnostic on stderr.
void show(const Diagnostic& diagnostic, const AnswerStyle& style);

/// The first caller may answer; false for all others, from whatever thread they come.
bool claim_answer();

/// Prints the report: the JSON document, or the explanation and the verdict line. A JSON file that
/// cannot be written is said on stderr.
void print_answer(const report::Report& report, const AnswerStyle& style);

} // namespace kleene::cli
