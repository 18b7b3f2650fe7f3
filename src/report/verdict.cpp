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

std::string Verdict::line() const {
  if (reason_.empty()) return "VERDICT: " + answer_;
  return fmt::format("VERDICT: {} ({})", answer_, one_line(reason_));
}

std::string describe(const SourcePlace& place) {
  if (place.file.empty()) return "<unknown place>";
  if (place.line == 0) return place.file;
  if (place.column == 0) return fmt::format("{}:{}", place.file, place.line);
  return fmt::format("{}:{}:{}", place.file, place.line, place.column);
}

} // namespace kleene::report
