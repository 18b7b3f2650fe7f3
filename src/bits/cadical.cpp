// SPDX-License-Identifier: Apache-2.0
#include "cadical.h"

#include "kleene/support/work.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>

namespace kleene::bits {
namespace {

constexpr double conflicts_per_second = 10'000;
constexpr double propagations_per_second = 5e6;

/// The number behind a word of the statistics.
double statistic(const std::string& output, std::string_view name) {
  std::size_t at = output.find(fmt::format("\nc {}:", name));
  return at == std::string::npos ? 0 : std::strtod(output.c_str() + at + name.size() + 4, nullptr);
}

void count_work(const ProcessResult& run) {
  constexpr double least = 0.01;
  work::add(least + statistic(run.output, "conflicts") / conflicts_per_second
            + statistic(run.output, "propagations") / propagations_per_second);
}

} // namespace

ProcessResult run_cadical(const std::filesystem::path& question,
                          std::vector<std::string> more,
                          double seconds,
                          Budget& budget) {
  ProcessOptions options;
  options.seconds = seconds;
  if (auto left = budget.seconds_left())
    options.seconds = std::max(0.1, std::min(options.seconds, *left));
  options.budget = &budget;
  std::vector<std::string> command{"cadical"};
  if (work::counted()) {
    command.emplace_back("-c");
    command.push_back(fmt::format("{:.0f}", options.seconds * conflicts_per_second));
  } else {
    command.emplace_back("-q");
  }
  command.push_back(question.string());
  std::ranges::move(more, std::back_inserter(command));
  ProcessResult run = run_process(command, options);
  if (work::counted()) count_work(run);
  return run;
}

} // namespace kleene::bits
