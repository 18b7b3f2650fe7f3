// SPDX-License-Identifier: Apache-2.0
#include "outcome.h"

#include <nlohmann/json.hpp>

namespace kleene::batch {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// An object, or null if the text is none.
Json object_of(const std::string& text) {
  Json json = Json::parse(text, nullptr, false);
  return json.is_object() ? json : Json();
}

Json json_of(const Outcome& outcome) {
  return {{"verdict", outcome.verdict},
          {"reason", outcome.reason},
          {"exit_code", outcome.exit_code},
          {"engine", outcome.engine},
          {"seconds", outcome.seconds},
          {"host", outcome.host}};
}

std::optional<Outcome> outcome_in(const Json& json) {
  try {
    return Outcome{json.at("verdict"),
                   json.at("reason"),
                   json.at("exit_code"),
                   json.at("engine"),
                   json.at("seconds"),
                   json.at("host")};
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

} // namespace

std::string_view name(Status status) {
  switch (status) {
  case Status::Correct:
    return "correct";
  case Status::Wrong:
    return "wrong";
  case Status::Answered:
    return "answered";
  case Status::Unknown:
    return "unknown";
  case Status::Limit:
    return "limit";
  case Status::Refused:
    return "refused";
  case Status::Error:
    return "error";
  case Status::Missing:
    return "missing";
  }
  return "";
}

Status status_of(const Task& task, const std::optional<Outcome>& outcome) {
  if (!outcome) return Status::Missing;
  bool holds = outcome->verdict == "true";
  bool violated = outcome->verdict.starts_with("false(");
  if (holds || violated) {
    if (!task.expected) return Status::Answered;
    bool named = task.subproperty.empty() || outcome->verdict == "false(" + task.subproperty + ")";
    return *task.expected == holds && (holds || named) ? Status::Correct : Status::Wrong;
  }
  switch (outcome->exit_code) {
  case 2:
  case 3:
    return Status::Refused;
  case 4:
    return Status::Limit;
  case 5:
    return Status::Unknown;
  default:
    return Status::Error;
  }
}

int score_of(const Task& task, const std::optional<Outcome>& outcome) {
  Status status = status_of(task, outcome);
  bool holds = outcome && outcome->verdict == "true";
  if (status == Status::Correct) return holds ? 2 : 1;
  if (status == Status::Wrong) return holds ? -32 : -16;
  return 0;
}

std::string expectation(const Task& task) {
  if (!task.expected) return "";
  if (*task.expected) return "true";
  return task.subproperty.empty() ? "false" : "false(" + task.subproperty + ")";
}

std::string to_json(const Outcome& outcome) {
  return text_of(json_of(outcome)) + "\n";
}

std::optional<Outcome> outcome_of(const std::string& json) {
  return outcome_in(object_of(json));
}

std::string to_json(const Row& row) {
  Json json{
      {"task", row.task.name}, {"category", row.task.category}, {"property", row.task.property}};
  if (row.task.expected) json["expected"] = *row.task.expected;
  if (!row.task.subproperty.empty()) json["subproperty"] = row.task.subproperty;
  json["key"] = row.task.key;
  json["status"] = name(row.status());
  json["score"] = row.score();
  if (row.outcome) json.update(json_of(*row.outcome));
  return text_of(json);
}

std::optional<Row> row_of(const std::string& text) {
  Json json = object_of(text);
  try {
    Row row{
        {.name = json.at("task"), .category = json.at("category"), .property = json.at("property")},
        outcome_in(json)};
    if (json.contains("expected")) row.task.expected = json["expected"].get<bool>();
    row.task.subproperty = json.value("subproperty", "");
    row.task.key = json.value("key", "");
    return row;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

} // namespace kleene::batch
