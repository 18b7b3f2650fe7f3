// SPDX-License-Identifier: Apache-2.0
#include "kleene/property/property.h"
#include "kleene/report/checks.h"
#include "kleene/report/report.h"
#include "kleene/support/sha256.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace kleene::report {
namespace {

using Json = nlohmann::ordered_json;

/// A path as a URI: what is neither a letter nor harmless is escaped.
std::string uri(const std::string& path) {
  constexpr std::string_view plain = "-._~/";
  std::string result = path.starts_with("/") ? "file://" : "";
  for (char c : path) {
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (letter || plain.find(c) != std::string_view::npos) {
      result += c;
      continue;
    }
    auto byte = static_cast<unsigned char>(c);
    result += '%';
    result += "0123456789ABCDEF"[byte >> 4U];
    result += "0123456789ABCDEF"[byte & 15U];
  }
  return result;
}

Json physical(const SourcePlace& place) {
  Json artifact = {{"uri", uri(place.file)}};
  if (!place.file.starts_with("/")) artifact["uriBaseId"] = "%SRCROOT%";
  Json result = {{"artifactLocation", artifact}};
  if (place.line == 0) return result;
  result["region"] = {{"startLine", place.line}};
  if (place.column != 0) result["region"]["startColumn"] = place.column;
  if (!place.text.empty()) result["region"]["snippet"] = {{"text", place.text}};
  return result;
}

std::string trimmed(const std::string& line) {
  std::size_t begin = line.find_first_not_of(" \t");
  return begin == std::string::npos ? "" : line.substr(begin);
}

Json step_location(const ShownStep& step, std::size_t order, bool last, bool in_loop) {
  std::string text = trimmed(step.place.text);
  if (!step.what.empty()) text += (text.empty() ? "" : "  ") + step.what;
  bool important = step.kind != ShownStep::Kind::Step || !step.values.empty();
  Json kinds = Json::array();
  if (step.kind == ShownStep::Kind::Call) kinds = {"call", "function"};
  if (step.kind == ShownStep::Kind::Return) kinds = {"return", "function"};
  if (step.kind == ShownStep::Kind::Branch) kinds = {"branch"};
  if (in_loop) kinds.push_back("loop");
  Json result = {{"executionOrder", order},
                 {"nestingLevel", step.depth},
                 {"importance",
                  last || step.decisive ? "essential" : (important ? "important" : "unimportant")},
                 {"location",
                  {{"physicalLocation", physical(step.place)},
                   {"logicalLocations", {{{"name", step.function}, {"kind", "function"}}}},
                   {"message", {{"text", text}}}}}};
  if (!kinds.empty()) result["kinds"] = kinds;
  for (const auto& [name, value] : step.values)
    result["state"][name] = {{"text", value}};
  return result;
}

/// One thread flow per thread; the order of the steps is that of the execution.
Json code_flow(const Counterexample& c) {
  std::size_t lanes = std::max<std::size_t>(1, c.lanes.size());
  std::vector<Json> flows(lanes, Json::array());
  for (std::size_t i = 0; i < c.tree.size(); ++i) {
    const ShownStep& step = c.tree[i];
    bool in_loop = c.loop_after && i + 1 == c.tree.size();
    flows.at(step.lane).push_back(step_location(step, i + 1, i + 1 == c.tree.size(), in_loop));
  }
  Json threads = Json::array();
  for (std::size_t lane = 0; lane < lanes; ++lane)
    if (!flows[lane].empty())
      threads.push_back(
          {{"id", c.lanes.empty() ? "main" : c.lanes[lane]}, {"locations", flows[lane]}});
  return {{"message", {{"text", "the execution, step by step"}}}, {"threadFlows", threads}};
}

/// The same for the same problem, even if lines are added above it.
std::string fingerprint(const Report& report, const Counterexample& c) {
  std::string function = c.stack.empty() ? "" : c.stack.back().function;
  return sha256(report.property + '\n' + c.place.file + '\n' + function + '\n'
                + trimmed(c.place.text));
}

Json violation(const Report& report) {
  const Counterexample& c = *report.counterexample;
  Json result = {{"kind", "fail"}, {"level", "error"}};
  std::string text = c.what;
  if (!c.inputs.empty()) {
    text += c.inputs.size() > 8 ? ", with the first inputs" : ", with the inputs";
    for (std::size_t i = 0; i < std::min<std::size_t>(8, c.inputs.size()); ++i)
      text += (i == 0 ? " " : ", ") + c.inputs[i].value;
  }
  for (std::size_t i = 0; i < std::min<std::size_t>(8, c.memory.size()); ++i)
    text += fmt::format("{}{} = {}",
                        i == 0 ? ", in memory that is not initialised " : ", ",
                        c.memory[i].origin,
                        c.memory[i].value);
  result["message"] = {{"text", text}};
  Json location = {{"physicalLocation", physical(c.place)}};
  if (!c.stack.empty())
    location["logicalLocations"] = {{{"name", c.stack.back().function}, {"kind", "function"}}};
  result["locations"] = Json::array({location});
  result["partialFingerprints"] = {{"kleene/v1", fingerprint(report, c)}};
  if (!c.tree.empty()) result["codeFlows"] = Json::array({code_flow(c)});
  return result;
}

/// SARIF has `kind` for answers that are no findings; their level is `none`.
Json without_finding(const Report& report) {
  bool holds = report.verdict && report.verdict->code() == ExitCode::True;
  std::string text = holds && report.proof ? report.proof->what
                     : holds               ? "the property holds"
                                           : report.verdict->answer();
  if (!report.verdict->reason().empty()) text += ": " + report.verdict->reason();
  Json result = {
      {"kind", holds ? "pass" : "open"}, {"level", "none"}, {"message", {{"text", text}}}};
  if (!report.files.empty())
    result["locations"] = Json::array(
        {{{"physicalLocation", physical(SourcePlace{report.files.front(), 0, 0, ""})}}});
  return result;
}

/// What a rule demands of programs; a rule is a property or a formula.
std::string demand_of(const std::string& rule) {
  if (std::optional<Property> property = find_property(rule))
    return std::string(entry(*property).rule);
  return "the formula " + rule + " holds";
}

Json notification(const Diagnostic& d) {
  const char* level = d.severity == Severity::Error     ? "error"
                      : d.severity == Severity::Warning ? "warning"
                                                        : "note";
  Json result = {{"level", level}, {"message", {{"text", d.message}}}};
  if (!d.file.empty())
    result["locations"] = Json::array(
        {{{"physicalLocation",
           physical(SourcePlace{d.file, d.begin.line, d.begin.column, d.source_line})}}});
  return result;
}

Json rule_of(const std::string& name) {
  return {{"id", name},
          {"shortDescription", {{"text", demand_of(name)}}},
          {"defaultConfiguration", {{"level", "error"}}}};
}

/// A check that no execution is known to violate.
Json without_finding(const ShownCheck& check) {
  using Outcome = ShownCheck::Outcome;
  const char* kind = check.state == Outcome::Proved       ? "pass"
                     : check.state == Outcome::NotReached ? "notApplicable"
                                                          : "open";
  std::string text = fmt::format("{}: {}", check.what, name(check.state));
  if (!check.reason.empty()) text += ": " + check.reason;
  Json result = {{"kind", kind}, {"level", "none"}, {"message", {{"text", text}}}};
  if (!check.place.file.empty())
    result["locations"] = Json::array({{{"physicalLocation", physical(check.place)}}});
  return result;
}

} // namespace

std::string with_results(const std::string& log, const std::vector<ShownCheck>& checks) {
  using Outcome = ShownCheck::Outcome;
  Json document = Json::parse(log);
  Json& run = document["runs"][0];
  Json& rules = run["tool"]["driver"]["rules"];
  if (std::ranges::count(checks, Outcome::Violated, &ShownCheck::state) > 0)
    run["results"] = Json::array();
  for (const ShownCheck& check : checks) {
    std::size_t index = 0;
    while (index < rules.size() && rules[index]["id"] != check.property)
      ++index;
    if (index == rules.size()) rules.push_back(rule_of(check.property));
    bool shown = check.state == Outcome::Violated && !check.shown.sarif.empty();
    Json result = {{"ruleId", check.property}, {"ruleIndex", index}};
    Json rest =
        shown ? Json::parse(check.shown.sarif)["runs"][0]["results"][0] : without_finding(check);
    for (const auto& [key, value] : rest.items())
      if (!result.contains(key)) result[key] = value;
    run["results"].push_back(std::move(result));
  }
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string to_sarif(const Report& report) {
  std::string rule = report.property.empty() ? "unreach-call" : report.property;
  bool failed = !report.verdict || report.verdict->answer() == "ERROR";
  Json run;
  run["tool"]["driver"] = {
      {"name", "kleene"}, {"version", report.version}, {"rules", Json::array({rule_of(rule)})}};
  Json notifications = Json::array();
  for (const Diagnostic& d : report.diagnostics)
    notifications.push_back(notification(d));
  for (const std::string& function : report.missing_bodies)
    notifications.push_back(
        {{"level", "warning"}, {"message", {{"text", "function without body: " + function}}}});
  for (const ShownAssumption& a : report.assumptions)
    notifications.push_back(
        {{"level", "note"}, {"message", {{"text", "assumption " + a.name + ": " + a.text}}}});
  run["invocations"] = Json::array({{{"executionSuccessful", !failed},
                                     {"exitCode", report.exit_code},
                                     {"toolExecutionNotifications", notifications}}});
  run["results"] = Json::array();
  if (!failed) {
    Json result = {{"ruleId", rule}, {"ruleIndex", 0}};
    result.update(report.counterexample ? violation(report) : without_finding(report));
    run["results"].push_back(result);
  }
  Json document = {{"$schema",
                    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
                    "sarif-schema-2.1.0.json"},
                   {"version", "2.1.0"},
                   {"runs", Json::array({run})}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace kleene::report
