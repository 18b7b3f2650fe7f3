// SPDX-License-Identifier: Apache-2.0
#include "kleene/support/diagnostic.h"

#include <fmt/core.h>

#include <algorithm>

namespace kleene {
namespace {

constexpr std::size_t max_shown = 120;

const char* word(const Diagnostic& d) {
  switch (d.severity) {
  case Severity::Note:
    return "note";
  case Severity::Warning:
    return "warning";
  case Severity::Error:
    return d.kind == ErrorKind::Unsupported ? "unsupported" : "error";
  }
  return "error";
}

/// The source line with a caret line below it. Tabs become one blank, so that columns line up;
/// other control characters are shown as '?'.
std::string excerpt(const Diagnostic& d) {
  std::string line = d.source_line;
  for (char& c : line) {
    if (c == '\t') c = ' ';
    if (static_cast<unsigned char>(c) < 32 || c == 127) c = '?';
  }
  std::size_t column =
      std::min<std::size_t>(d.begin.column == 0 ? 1 : d.begin.column, line.size() + 1);
  std::size_t length = 1;
  if (d.end.line == d.begin.line && d.end.column > d.begin.column)
    length = d.end.column - d.begin.column;
  if (d.end.line > d.begin.line) length = line.size() >= column ? line.size() - column + 1 : 1;
  std::size_t first = 0;
  if (line.size() > max_shown && column > max_shown / 2)
    first = std::min(column - max_shown / 2, line.size());
  std::string shown = line.substr(first, max_shown);
  std::size_t caret = column - 1 - first;
  length =
      std::max<std::size_t>(1, std::min(length, shown.size() > caret ? shown.size() - caret : 1));
  std::string marks = std::string(caret, ' ') + '^' + std::string(length - 1, '~');
  return fmt::format("{:>6} | {}\n       | {}\n", d.begin.line, shown, marks);
}

} // namespace

Diagnostic Diagnostic::error(ErrorKind kind, std::string message) {
  Diagnostic d;
  d.kind = kind;
  d.message = std::move(message);
  return d;
}

Diagnostic Diagnostic::at(const SourceFiles& files,
                          const SourceRange& range,
                          ErrorKind kind,
                          std::string message) {
  Diagnostic d = error(kind, std::move(message));
  if (!range.file.valid()) return d;
  d.file = files.name(range.file);
  d.begin = range.begin;
  d.end = range.end;
  if (auto line = files.line(range.file, range.begin.line)) d.source_line = std::string(*line);
  return d;
}

std::string Diagnostic::place() const {
  if (file.empty()) return {};
  if (begin.line == 0) return file;
  if (begin.column == 0) return fmt::format("{}:{}", file, begin.line);
  return fmt::format("{}:{}:{}", file, begin.line, begin.column);
}

std::string render(const Diagnostic& d, bool colour) {
  const char* tint = d.severity == Severity::Error     ? "\033[1;31m"
                     : d.severity == Severity::Warning ? "\033[1;35m"
                                                       : "\033[1;36m";
  std::string head = d.file.empty() ? "kleene: " : d.place() + ": ";
  std::string text = colour
                         ? fmt::format("\033[1m{}{}{}:\033[0m {}\n", head, tint, word(d), d.message)
                         : fmt::format("{}{}: {}\n", head, word(d), d.message);
  if (d.begin.line != 0 && !d.source_line.empty()) text += excerpt(d);
  return text;
}

} // namespace kleene
