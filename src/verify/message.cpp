// SPDX-License-Identifier: Apache-2.0
#include "message.h"

#include <nlohmann/json.hpp>

namespace kleene::verify {
namespace {

using Json = nlohmann::json;

// Texts are bytes: a line of a program need not be UTF-8.
constexpr const char* sort = "sort";
constexpr const char* is_answer = "answer";
constexpr const char* is_unknown = "unknown";
constexpr const char* is_error = "error";

Json to_json(const Told& told) {
  return {{sort, is_answer},
          {"violated", told.violated},
          {"what", told.what},
          {"site", told.site},
          {"refutes witness", told.refutes_witness},
          {"explanation", told.explanation},
          {"json", told.json},
          {"sarif", told.sarif},
          {"evidence", told.evidence},
          {"witness", told.witness},
          {"warnings", told.warnings},
          {"certificate", told.certificate}};
}
Json to_json(const NoAnswer& none) {
  return {{sort, is_unknown}, {"reason", none.reason}, {"hints", none.hints}};
}
Json to_json(const Diagnostic& error) {
  return {{sort, is_error},
          {"kind", static_cast<int>(error.kind)},
          {"message", error.message},
          {"file", error.file}};
}

std::optional<Outcome> from_json(const Json& json) {
  std::string said = json.at(sort);
  if (said == is_unknown) return NoAnswer{json.at("reason"), json.at("hints")};
  if (said == is_error) {
    Diagnostic error =
        Diagnostic::error(static_cast<ErrorKind>(json.at("kind").get<int>()), json.at("message"));
    error.file = json.at("file");
    return error;
  }
  if (said != is_answer) return std::nullopt;
  return Told{json.at("violated"),
              json.at("what"),
              json.at("site"),
              json.at("refutes witness"),
              json.at("explanation"),
              json.at("json"),
              json.at("sarif"),
              json.at("evidence"),
              json.at("witness"),
              json.at("warnings").get<std::vector<std::string>>(),
              json.at("certificate").get<std::map<std::string, std::string>>()};
}

} // namespace

std::string encode(const Outcome& outcome) {
  std::string message;
  Json::to_cbor(std::visit([](const auto& o) { return to_json(o); }, outcome), message);
  return message;
}

std::optional<Outcome> decode(const std::string& message) {
  try {
    return from_json(Json::from_cbor(message));
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

} // namespace kleene::verify
