// SPDX-License-Identifier: Apache-2.0
#include "kleene/report/checks.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

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

/// The text without the list of assumptions, if `before` has the same list.
std::string without_known_assumptions(std::string text, const std::string& before) {
  constexpr std::string_view title = "Assumptions:\n";
  std::size_t begin = text.find(title);
  if (begin == std::string::npos || (begin > 0 && text[begin - 1] != '\n')) return text;
  std::size_t end = begin + title.size();
  while (text.compare(end, 2, "  ") == 0)
    end = std::min(text.find('\n', end), text.size() - 1) + 1;
  if (before.find(text.substr(begin, end - begin)) != std::string::npos)
    text.erase(begin, end - begin);
  return text;
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

void amend_proofs(Rendered& answer,
                  const std::vector<verify::SharedProof>& more,
                  const SourceFiles& files,
                  bool in_text) {
  Json proofs = Json::array();
  for (const verify::SharedProof& other : more) {
    const verify::Told& told = other.by.told;
    if (!told.json.empty()) {
      Json document = Json::parse(told.json);
      if (document.contains("proof")) proofs.push_back(document["proof"]);
    }
    if (!in_text) continue;
    std::string of = fmt::format("{} checks", other.sites.size());
    if (const auto& site = other.sites.front(); other.sites.size() == 1 && site.range.file.valid())
      of = fmt::format("{}:{}:{}, {}",
                       files.name(site.range.file),
                       site.range.begin.line,
                       site.range.begin.column,
                       site.what);
    std::string text = without_known_assumptions(told.explanation, answer.explanation);
    std::string what = text.substr(0, text.find('\n') + 1);
    if (answer.explanation.find(what) != std::string::npos) text.erase(0, what.size());
    answer.explanation += fmt::format("\nAnother proof, of {}:\n{}", of, text);
  }
  if (proofs.empty() || answer.json.empty()) return;
  Json document = Json::parse(answer.json);
  document["more_proofs"] = std::move(proofs);
  answer.json = written(document);
}

void amend(Rendered& answer, const std::vector<ShownCheck>& checks) {
  bool first = true; // whose execution is the answer already
  for (const ShownCheck& check : checks) {
    if (check.state != Outcome::Violated) continue;
    if (!first)
      answer.explanation +=
          "\n" + without_known_assumptions(check.shown.explanation, answer.explanation);
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
  if (!answer.sarif.empty()) answer.sarif = with_results(answer.sarif, checks);
}

namespace {

/// In the order of the source.
void sort(std::vector<verify::DecidedCheck>& checks, const SourceFiles& files) {
  std::ranges::stable_sort(checks, {}, [&](const verify::DecidedCheck& c) {
    const SourceRange& range = c.site.range;
    return range.file.valid()
               ? std::tuple(files.name(range.file), range.begin.line, range.begin.column)
               : std::tuple(std::string(), 0U, 0U);
  });
}

/// Checks inside models of library functions are shown where the program calls them: violated ones at that call.
void place_at_calls(std::vector<verify::DecidedCheck>& checks, const ir::Program& program) {
  for (verify::DecidedCheck& check : checks) {
    if (!program.procedure(check.site.procedure).library) continue;
    std::optional<SourcePlace> place = place_of_violation(check);
    SourceRange& range = check.site.range;
    if (!place || !range.file.valid() || program.files.name(range.file) != place->file) continue;
    range.begin = range.end = {place->line, place->column};
  }
}

} // namespace

void put_in_order(std::vector<verify::DecidedCheck>& checks, const ir::Program& program) {
  place_at_calls(checks, program);
  sort(checks, program.files);
}

std::vector<ShownCheck> to_shown(const std::vector<verify::DecidedCheck>& checks,
                                 const SourceFiles& files) {
  std::vector<ShownCheck> result;
  for (const verify::DecidedCheck& check : checks)
    result.push_back(to_shown(check, files));
  return result;
}

} // namespace kleene::report
