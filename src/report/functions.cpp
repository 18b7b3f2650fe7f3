// SPDX-License-Identifier: Apache-2.0
#include "kleene/report/functions.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace kleene::report {
namespace {

using Json = nlohmann::json;

/// What is violated first and where; why nothing is known; or nothing.
std::string remark(const ShownFunction& function) {
  const Json document = Json::parse(function.json, nullptr, false);
  if (document.is_object() && document.contains("counterexample")) {
    const Json& found = document["counterexample"];
    std::string text = found.value("what", "");
    if (found.contains("place") && found["place"].is_object())
      text += fmt::format(
          " ({}:{})", found["place"].value("file", ""), found["place"].value("line", 0));
    return text;
  }
  std::string text = function.verdict.reason();
  constexpr std::size_t longest = 100;
  return text.size() <= longest ? text : text.substr(0, longest) + "...";
}

} // namespace

Verdict verdict_on(const std::vector<ShownFunction>& rows) {
  auto is = [](ExitCode code) {
    return [code](const ShownFunction& row) { return row.verdict.code() == code; };
  };
  auto violated = std::ranges::find_if(rows, is(ExitCode::False));
  if (violated != rows.end()) return violated->verdict;
  auto broken = std::ranges::find_if(rows, is(ExitCode::Internal));
  if (broken != rows.end()) return broken->verdict;
  auto proved = std::ranges::count_if(rows, is(ExitCode::True));
  auto all = static_cast<std::ptrdiff_t>(rows.size());
  if (proved == all) return Verdict::holds();
  return Verdict::unknown(fmt::format("{} of {} functions are not decided", all - proved, all));
}

std::string to_text(const std::vector<ShownFunction>& functions) {
  std::size_t width = 0;
  std::map<std::string, std::size_t> counts;
  for (const ShownFunction& function : functions) {
    width = std::max(width, function.name.size());
    ++counts[function.verdict.answer()];
  }
  std::string text = "Functions, each as an entry:\n";
  for (const ShownFunction& function : functions) {
    std::string row = fmt::format(
        "  {:<{}}  {:<22}  {}", function.name, width, function.verdict.answer(), remark(function));
    text += row.substr(0, row.find_last_not_of(' ') + 1) + "\n";
  }
  std::string sum;
  for (const auto& [answer, count] : counts)
    sum += fmt::format("{}{} {}", sum.empty() ? "" : ", ", count, answer);
  return text + fmt::format("{} altogether: {}\n", functions.size(), sum);
}

void amend(Rendered& answer, const std::vector<ShownFunction>& functions) {
  answer.explanation += to_text(functions);
  if (answer.json.empty()) return;
  Json document = Json::parse(answer.json);
  document["functions"] = Json::array();
  for (const ShownFunction& function : functions) {
    Json row = {{"name", function.name},
                {"file", function.place.file},
                {"line", function.place.line},
                {"verdict", function.verdict.answer()}};
    if (!function.verdict.reason().empty()) row["reason"] = function.verdict.reason();
    Json whole = Json::parse(function.json, nullptr, false);
    if (whole.is_object()) row["answer"] = std::move(whole);
    document["functions"].push_back(std::move(row));
  }
  answer.json = document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace kleene::report
