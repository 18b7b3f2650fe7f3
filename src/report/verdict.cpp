// SPDX-License-Identifier: Apache-2.0
#include "kleene/report/report.h"

#include <fmt/core.h>

namespace kleene::report {
namespace {

/// Printable and on one line: what a tool that reads verdict lines can rely on.
std::string one_line(const std::string& text) {
  std::string result;
  for (char c : text)
    result += static_cast<unsigned char>(c) < 32 || c == 127 ? ' ' : c;
  return result;
}

std::string with_place(const Diagnostic& d) {
  return d.place().empty() ? d.message : d.place() + ": " + d.message;
}

} // namespace

Verdict Verdict::refused(const Diagnostic& d) {
  switch (d.kind) {
  case ErrorKind::Usage:
    return {"ERROR", "usage: " + with_place(d), ExitCode::Usage};
  case ErrorKind::Parse:
    return {"ERROR", "parse error: " + with_place(d), ExitCode::Parse};
  case ErrorKind::Unsupported:
    return {"unknown", "unsupported: " + with_place(d), ExitCode::Unsupported};
  }
  return internal_error(d.message);
}

namespace {

constexpr std::size_t longest_line = 119;

std::string whole_line(const std::string& answer, const std::string& reason) {
  return fmt::format("VERDICT: {} ({})", answer, one_line(reason));
}

} // namespace

bool Verdict::shortened() const {
  return !reason_.empty() && whole_line(answer_, reason_).size() > longest_line;
}

std::string Verdict::line() const {
  if (reason_.empty()) return "VERDICT: " + answer_;
  std::string line = whole_line(answer_, reason_);
  if (!shortened()) return line;
  constexpr std::string_view end = "...)";
  std::size_t length = longest_line - end.size();
  while (length > 0 && (static_cast<unsigned char>(line[length]) & 0xc0U) == 0x80U)
    --length; // not inside a character
  return line.substr(0, length).append(end);
}

std::string describe(const SourcePlace& place) {
  if (place.file.empty()) return "<unknown place>";
  if (place.line == 0) return place.file;
  if (place.column == 0) return fmt::format("{}:{}", place.file, place.line);
  return fmt::format("{}:{}:{}", place.file, place.line, place.column);
}

} // namespace kleene::report
