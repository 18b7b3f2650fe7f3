// SPDX-License-Identifier: Apache-2.0
#include "tables.h"

#include <fmt/core.h>

namespace kleene::batch {
namespace {

std::string cell(std::string_view text) {
  if (text.find_first_of(",\"\n\r") == std::string_view::npos) return std::string(text);
  std::string result = "\"";
  for (char c : text)
    result += c == '"' ? "\"\"" : std::string(1, c);
  return result + "\"";
}

/// What JUnit has inside a test case.
std::string junit_body(const Row& row) {
  auto element = [&](const char* tag, const std::string& message) {
    return fmt::format("<{} message=\"{}\"/>", tag, escaped(message));
  };
  switch (row.status()) {
  case Status::Correct:
    return "";
  case Status::Wrong:
    return element("failure",
                   fmt::format("{}, expected {}", row.outcome->verdict, expectation(row.task)));
  case Status::Answered:
    return row.outcome->verdict == "true" ? "" : element("failure", row.outcome->verdict);
  case Status::Unknown:
  case Status::Limit:
    return element("skipped", fmt::format("unknown: {}", row.outcome->reason));
  case Status::Refused:
  case Status::Error:
    return element("error", row.outcome->reason);
  case Status::Missing:
    return element("skipped", "there is no result");
  }
  return "";
}

} // namespace

std::string escaped(std::string_view text) {
  std::string result;
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '"')
      result += "&quot;";
    else if (byte < 0x20 || byte >= 0x7f)
      result += c == '\n' || c == '\t' ? ' ' : byte < 0x80 ? '?' : c;
    else
      result += c;
  }
  return result;
}

std::string to_json_lines(const std::vector<Row>& rows) {
  std::string text;
  for (const Row& row : rows)
    if (row.outcome) text += to_json(row) + "\n";
  return text;
}

std::string to_csv(const std::vector<Row>& rows) {
  std::string text =
      "task,category,property,expected,verdict,status,score,seconds,engine,exit_code,reason\n";
  for (const Row& row : rows) {
    Outcome none;
    const Outcome& o = row.outcome ? *row.outcome : none;
    text += fmt::format("{},{},{},{},{},{},{},{:.2f},{},{},{}\n",
                        cell(row.task.name),
                        cell(row.task.category),
                        cell(row.task.property),
                        cell(expectation(row.task)),
                        cell(o.verdict),
                        name(row.status()),
                        row.score(),
                        o.seconds,
                        cell(o.engine),
                        o.exit_code,
                        cell(o.reason));
  }
  return text;
}

std::string to_junit(const std::vector<Row>& rows) {
  std::map<std::string, std::vector<const Row*>> suites;
  for (const Row& row : rows)
    suites[row.task.category].push_back(&row);
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"kleene\">\n";
  for (const auto& [category, cases] : suites) {
    std::map<std::string, std::size_t> count;
    std::string body;
    double seconds = 0;
    for (const Row* row : cases) {
      std::string inside = junit_body(*row);
      if (!inside.empty()) ++count[inside.substr(1, inside.find(' ') - 1)];
      double took = row->outcome ? row->outcome->seconds : 0;
      seconds += took;
      std::string what =
          row->task.name + (row->task.property.empty() ? "" : " " + row->task.property);
      body +=
          fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\">{}</testcase>\n",
                      escaped(category),
                      escaped(what),
                      took,
                      inside);
    }
    text += fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" "
                        "skipped=\"{}\" time=\"{:.3f}\">\n{}  </testsuite>\n",
                        escaped(category),
                        cases.size(),
                        count["failure"],
                        count["error"],
                        count["skipped"],
                        seconds,
                        body);
  }
  return text + "</testsuites>\n";
}

} // namespace kleene::batch
