// SPDX-License-Identifier: Apache-2.0
#include "summary.h"

#include <fmt/core.h>

#include <algorithm>

namespace kleene::batch {
namespace {

void count(Counts& counts, const Row& row) {
  ++counts.tasks;
  ++counts.by_status[static_cast<std::size_t>(row.status())];
  counts.score += row.score();
  if (row.task.expected) counts.best_score += *row.task.expected ? 2 : 1;
  if (row.outcome) counts.seconds += row.outcome->seconds;
}

} // namespace

Summary summary_of(const std::vector<Row>& rows) {
  Summary summary;
  for (const Row& row : rows) {
    count(summary.all, row);
    count(summary.by_category[row.task.category], row);
  }
  return summary;
}

std::string duration_text(double seconds) {
  if (seconds < 10) return fmt::format("{:.1f} s", seconds);
  if (seconds < 120) return fmt::format("{:.0f} s", seconds);
  long minutes = static_cast<long>(seconds / 60 + 0.5);
  if (minutes < 120) return fmt::format("{} min", minutes);
  return fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

std::string to_text(const Summary& summary) {
  std::size_t width = 8;
  for (const auto& [category, counts] : summary.by_category)
    width = std::max(width, category.size());
  std::string text =
      fmt::format("{:<{}} {:>7} {:>8} {:>6} {:>8} {:>8} {:>6} {:>8} {:>6} {:>8} {:>14} {:>12}\n",
                  "category",
                  width,
                  "tasks",
                  "correct",
                  "wrong",
                  "answered",
                  "unknown",
                  "limit",
                  "refused",
                  "error",
                  "missing",
                  "score",
                  "time");
  auto line = [&](const std::string& category, const Counts& c) {
    text +=
        fmt::format("{:<{}} {:>7} {:>8} {:>6} {:>8} {:>8} {:>6} {:>8} {:>6} {:>8} {:>14} {:>12}\n",
                    category,
                    width,
                    c.tasks,
                    c.of(Status::Correct),
                    c.of(Status::Wrong),
                    c.of(Status::Answered),
                    c.of(Status::Unknown),
                    c.of(Status::Limit),
                    c.of(Status::Refused),
                    c.of(Status::Error),
                    c.of(Status::Missing),
                    fmt::format("{} of {}", c.score, c.best_score),
                    duration_text(c.seconds));
  };
  for (const auto& [category, counts] : summary.by_category)
    line(category, counts);
  if (summary.by_category.size() > 1) line("all", summary.all);
  return text;
}

} // namespace kleene::batch
