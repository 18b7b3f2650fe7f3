// SPDX-License-Identifier: Apache-2.0
#include "answer.h"

#include <atomic>
#include <cstdio>
#include <unistd.h>

namespace kleene::cli {
namespace {

std::atomic<bool> answered{false};

void write(std::FILE* stream, const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stream);
  std::fflush(stream);
}

void write_json(const std::string& document, const std::string& path) {
  if (path == "-") {
    write(stdout, document);
    return;
  }
  std::FILE* file = std::fopen(path.c_str(), "w");
  if (file == nullptr) {
    write(stderr, "kleene: error: cannot write " + path + "\n");
    return;
  }
  write(file, document);
  std::fclose(file);
}

} // namespace

AnswerStyle answer_style(const Arguments& arguments) {
  return {.verdict_line =
              arguments.command == Command::Check || arguments.command == Command::Validate,
          .explain = arguments.verbosity > 0,
          .colour = ::isatty(STDERR_FILENO) != 0,
          .json = arguments.json};
}

void show(const Diagnostic& diagnostic, const AnswerStyle& style) {
  write(stderr, render(diagnostic, style.colour));
}

bool claim_answer() {
  return !answered.exchange(true);
}

void print_answer(const report::Report& report, const AnswerStyle& style) {
  if (style.json)
    write_json(report.rendered ? report.rendered->json : to_json(report), *style.json);
  if (style.json == "-") return;
  std::string text;
  if (style.verdict_line && style.explain)
    text += report.rendered ? report.rendered->explanation : explanation(report);
  if (style.verdict_line && report.verdict) text += report.verdict->line() + "\n";
  write(stdout, text);
}

} // namespace kleene::cli
