// SPDX-License-Identifier: Apache-2.0
#include "compare.h"

#include "kleene/support/source.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <sstream>

namespace kleene::batch {
namespace {

std::string verdict_of(const Row& row) {
  return row.outcome ? row.outcome->verdict : "missing";
}

bool answers(const Row& row) {
  return row.outcome
         && (row.outcome->verdict == "true" || row.outcome->verdict.starts_with("false"));
}

} // namespace

Result<Comparison> compare(const std::vector<Row>& rows, const std::string& folder) {
  std::string path = folder + "/results.jsonl";
  ReadFile file = read_file(path);
  if (!file.text)
    return Diagnostic::error(ErrorKind::Usage, fmt::format("cannot read {}: {}", path, file.error));
  Comparison result;
  result.folder = folder;
  std::map<std::pair<std::string, std::string>, Row> earlier;
  std::istringstream lines(*file.text);
  for (std::string line; std::getline(lines, line);)
    if (std::optional<Row> row = row_of(line)) earlier[{row->task.name, row->task.property}] = *row;
  for (const auto& [name, row] : earlier)
    result.earlier.push_back(row);
  for (const Row& row : rows) {
    auto before = earlier.find({row.task.name, row.task.property});
    if (before == earlier.end()) continue;
    ++result.common;
    // What is expected may have been corrected since: both runs are measured by what is known now.
    int difference = row.score() - score_of(row.task, before->second.outcome);
    if (verdict_of(row) != verdict_of(before->second))
      result.changes.push_back({row.task.name,
                                row.task.property,
                                verdict_of(before->second),
                                verdict_of(row),
                                difference});
    if (answers(row) && answers(before->second)) {
      result.seconds_before += before->second.outcome->seconds;
      result.seconds_now += row.outcome->seconds;
    }
  }
  std::ranges::stable_sort(result.changes, {}, &Change::score);
  return result;
}

std::string to_text(const Comparison& comparison) {
  std::string text = fmt::format("Compared with {}: {} tasks in both, {} verdicts changed; tasks "
                                 "answered by both took {:.1f} s, now {:.1f} s.\n",
                                 comparison.folder,
                                 comparison.common,
                                 comparison.changes.size(),
                                 comparison.seconds_before,
                                 comparison.seconds_now);
  for (const Change& c : comparison.changes)
    text += fmt::format(
        "  {} -> {}  {}{}{}\n", c.before, c.now, c.task, c.property.empty() ? "" : " ", c.property);
  return text;
}

} // namespace kleene::batch
