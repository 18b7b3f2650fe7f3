// SPDX-License-Identifier: Apache-2.0
#include "plan.h"

#include "kleene/support/source.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

namespace kleene::batch {
namespace {

using Json = nlohmann::ordered_json;

/// What it takes to run it: the rest is known to the one who collects the results.
Json json_of(const Task& task) {
  return {{"name", task.name}, {"key", task.key}, {"arguments", task.arguments}};
}

} // namespace

std::string to_json(const Plan& plan) {
  Json json{{"chunk", plan.chunk},
            {"seconds", plan.check.seconds},
            {"megabytes", plan.check.megabytes},
            {"options", plan.check.more},
            {"cache", plan.cache},
            {"tasks", Json::array()}};
  for (const Task& task : plan.tasks)
    json["tasks"].push_back(json_of(task));
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<Plan> read_plan(const std::string& path) {
  ReadFile file = read_file(path);
  if (!file.text)
    return Diagnostic::error(ErrorKind::Usage, fmt::format("cannot read {}: {}", path, file.error));
  try {
    Json json = Json::parse(*file.text);
    Plan plan;
    plan.chunk = json.at("chunk");
    plan.check = {json.at("seconds"), json.at("megabytes"), json.at("options")};
    plan.cache = json.at("cache");
    for (const Json& t : json.at("tasks"))
      plan.tasks.push_back(
          {.name = t.at("name"), .arguments = t.at("arguments"), .key = t.at("key")});
    return plan;
  } catch (const Json::exception& e) {
    return Diagnostic::error(ErrorKind::Usage, fmt::format("{} is no plan: {}", path, e.what()));
  }
}

} // namespace kleene::batch
