// SPDX-License-Identifier: Apache-2.0
#include "kleene/report/checks.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace kleene::report {
namespace {

using Json = nlohmann::json;
using Outcome = ShownCheck::Outcome;

/// `3 valid-deref, 1 no-overflow`.
std::string counted(const std::vector<ShownCheck>& checks, Outcome state) {
  std::map<std::string, std::size_t> counts;
  for (const ShownCheck& check : checks)
    if (check.state == state) ++counts[check.property];
  std::string text;
  for (const auto& [property, count] : counts)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, property);
  return text;
}

/// A line for each place and kind of check; a model of the library has many checks at one call.
std::string listed(const std::vector<ShownCheck>& checks, Outcome state) {
  std::vector<std::string> lines;
  std::map<std::string, std::size_t> counts;
  for (const ShownCheck& check : checks) {
    if (check.state != state) continue;
    std::string line = fmt::format(
        "  {}: {} ({}) {}", describe(check.place), check.what, check.property, name(state));
    if (++counts[line] == 1) lines.push_back(std::move(line));
  }
  std::string text;
  for (const std::string& line : lines)
    text += counts[line] == 1 ? line + "\n" : fmt::format("{}, {} checks\n", line, counts[line]);
  return text;
}

Json to_value(const ShownCheck& check) {
  Json value = {{"property", check.property},
                {"what", check.what},
                {"answer", std::string(name(check.state))},
                {"file", check.place.file},
                {"line", check.place.line},
                {"column", check.place.column}};
  if (!check.reason.empty()) value["reason"] = check.reason;
  if (!check.shown.json.empty()) {
    Json document = Json::parse(check.shown.json);
    if (document.contains("counterexample")) value["counterexample"] = document["counterexample"];
  }
  return value;
}

std::string written(const Json& document) {
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace

ShownCheck to_shown(const verify::DecidedCheck& check, const SourceFiles& files) {
  std::string property(name(check.site.property));
  ShownCheck shown{property, check.site.what, {}, check.outcome, check.reason, {}};
  if (const SourceRange& range = check.site.range; range.file.valid()) {
    shown.place = {files.name(range.file), range.begin.line, range.begin.column, {}};
    if (auto text = files.line(range.file, range.begin.line)) shown.place.text = std::string(*text);
  }
  if (check.violated) {
    const verify::Told& told = check.violated->told;
    shown.shown = {told.explanation, told.json, told.sarif};
  }
  return shown;
}

std::optional<SourcePlace> place_of_violation(const verify::DecidedCheck& check) {
  if (!check.violated || check.violated->told.json.empty()) return std::nullopt;
  Json document = Json::parse(check.violated->told.json);
  if (!document.contains("counterexample")) return std::nullopt;
  const Json& place = document["counterexample"]["place"];
  if (!place.contains("line")) return std::nullopt;
  return SourcePlace{
      place.value("file", ""), place.value("line", 0U), place.value("column", 0U), {}};
}

std::string_view name(Outcome state) {
  switch (state) {
  case Outcome::Proved:
    return "proved";
  case Outcome::Violated:
    return "violated";
  case Outcome::Unknown:
    return "unknown";
  case Outcome::NotReached:
    return "not reached";
  }
  return "?";
}

std::string to_text(const std::vector<ShownCheck>& checks) {
  std::string text = fmt::format("Checks: {} altogether.\n", checks.size());
  for (Outcome state : {Outcome::Proved, Outcome::NotReached, Outcome::Violated, Outcome::Unknown})
    if (std::string counts = counted(checks, state); !counts.empty())
      text += fmt::format("  {:<12} {}\n", name(state), counts);
  for (Outcome state : {Outcome::Violated, Outcome::Unknown})
    text += listed(checks, state);
  return text;
}

void amend_proof(Rendered& answer, const std::string& proof) {
  if (answer.json.empty() || proof.empty()) return;
  Json document = Json::parse(answer.json);
  Json other = Json::parse(proof);
  if (document.contains("proof") || !other.contains("proof")) return;
  document["partial_proof"] = other["proof"];
  answer.json = written(document);
}

void amend(Rendered& answer, const std::vector<ShownCheck>& checks) {
  bool first = true; // whose execution is the answer already
  for (const ShownCheck& check : checks) {
    if (check.state != Outcome::Violated) continue;
    if (!first) answer.explanation += "\n" + check.shown.explanation;
    first = false;
  }
  answer.explanation += "\n" + to_text(checks);
  if (!answer.json.empty()) {
    Json document = Json::parse(answer.json);
    document["checks"] = Json::array();
    for (const ShownCheck& check : checks)
      document["checks"].push_back(to_value(check));
    answer.json = written(document);
  }
  if (answer.sarif.empty()) return;
  Json document = Json::parse(answer.sarif);
  first = true;
  for (const ShownCheck& check : checks) {
    if (check.state != Outcome::Violated || check.shown.sarif.empty()) continue;
    if (!first)
      for (const Json& result : Json::parse(check.shown.sarif)["runs"][0]["results"])
        document["runs"][0]["results"].push_back(result);
    first = false;
  }
  answer.sarif = written(document);
}

} // namespace kleene::report
