// SPDX-License-Identifier: Apache-2.0
#include "slurm.h"

#include "kleene/support/process.h"
#include "kleene/support/source.h"
#include "kleene/support/whole_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <sstream>
#include <thread>

namespace kleene::batch {
namespace {

namespace fs = std::filesystem;

Diagnostic usage(std::string message) {
  return Diagnostic::error(ErrorKind::Usage, std::move(message));
}

/// For a shell.
std::string shell_word(const std::string& word) {
  std::string result = "'";
  for (char c : word)
    result += c == '\'' ? "'\\''" : std::string(1, c);
  return result + "'";
}

std::string trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' '))
    text.pop_back();
  return text;
}

/// A name that nobody has taken: a plan is never replaced, for elements of older arrays may still read it.
std::string new_plan(const std::string& folder) {
  for (std::size_t n = 1;; ++n)
    if (std::string path = fmt::format("{}/plan-{}.json", folder, n); !fs::exists(path))
      return path;
}

/// Minutes for a chunk in which every task needs all its time.
long minutes(const Plan& plan, unsigned jobs) {
  double each = plan.check.seconds * 1.1 + 20;
  return static_cast<long>(std::ceil(each * std::ceil(static_cast<double>(plan.chunk) / jobs) / 60))
         + 1;
}

} // namespace

Result<std::string> Slurm::ask(const std::vector<std::string>& command, const std::string& input) {
  ProcessOptions process;
  process.input = input;
  process.budget = &budget_;
  process.max_output = std::size_t(1) << 24;
  ProcessResult ended = run_process(command, process);
  if (ended.succeeded()) return trimmed(ended.output);
  std::string why = !ended.failure.empty() ? ended.failure : trimmed(ended.errors);
  return usage(fmt::format("{}: {}", command.front(), why.empty() ? "no answer" : why));
}

/// How many elements an array may have.
Result<std::size_t> Slurm::largest_array() {
  Result<std::string> config = ask({"scontrol", "show", "config"});
  if (!config) return config.error();
  std::istringstream lines(*config);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("MaxArraySize")) {
      std::size_t size = std::strtoull(line.c_str() + line.find('=') + 1, nullptr, 10);
      if (size == 0) return usage("this Slurm has no job arrays: MaxArraySize is 0");
      return size;
    }
  return usage("scontrol does not say MaxArraySize");
}

std::optional<Diagnostic> Slurm::submit(const Plan& plan) {
  Result<std::size_t> largest = largest_array();
  if (!largest) return largest.error();
  std::error_code problem;
  fs::create_directories(folder_, problem);
  std::string path = fs::absolute(new_plan(folder_));
  if (auto error = write_whole_file(path, to_json(plan))) return error;
  for (std::size_t first = 0; first < plan.chunks(); first += *largest) {
    std::size_t size = std::min(*largest, plan.chunks() - first);
    std::string script = fmt::format("#!/bin/sh\nexec {} batch --quiet --jobs {} --out {} --plan "
                                     "{}:$(({} + SLURM_ARRAY_TASK_ID))\n",
                                     shell_word(options_.program),
                                     options_.jobs,
                                     shell_word(fs::absolute(options_.out)),
                                     shell_word(path),
                                     first);
    std::vector<std::string> command{
        "sbatch",
        "--parsable",
        "--requeue",
        "--open-mode=append",
        "--job-name=kleene",
        fmt::format("--array=0-{}", size - 1),
        fmt::format("--output={}/%A_%a.log", fs::absolute(folder_).string()),
        fmt::format("--cpus-per-task={}", options_.jobs),
        fmt::format("--time={}", minutes(plan, options_.jobs)),
        fmt::format("--mem={:.0f}M", (plan.check.megabytes + 500) * options_.jobs)};
    command.insert(command.end(), options_.slurm->more.begin(), options_.slurm->more.end());
    Result<std::string> job = ask(command, script);
    if (!job) return job.error();
    std::string id = job->substr(0, job->find(';'));
    if (auto error = write_whole_file(fmt::format("{}/job-{}", folder_, id), id + "\n"))
      return error;
  }
  return std::nullopt;
}

std::vector<std::string> Slurm::jobs() const {
  std::vector<std::string> result;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, ignored))
    if (std::string file = entry.path().filename();
        file.starts_with("job-") && !file.ends_with(".part"))
      result.push_back(file.substr(4));
  return result;
}

Result<bool> Slurm::active() {
  for (const std::string& job : jobs()) {
    Result<std::string> state = ask({"squeue", "--noheader", "--format=%T", "--jobs=" + job});
    if (state && !state->empty()) return true;
    // Slurm forgets jobs some minutes after their end.
    bool forgotten = !state && state.error().message.find("Invalid job id") != std::string::npos;
    if (!state && !forgotten) return state.error();
    if (std::error_code ignored; true) fs::remove(fmt::format("{}/job-{}", folder_, job), ignored);
  }
  return false;
}

std::optional<Diagnostic> Slurm::wait(const std::function<bool()>& tick) {
  constexpr unsigned most_failures = 60;
  constexpr std::chrono::milliseconds longest(15000);
  unsigned failures = 0;
  std::chrono::milliseconds pause(500);
  while (true) {
    Result<bool> some = active();
    // The controller may be away for a while.
    if (!some && ++failures > most_failures) return some.error();
    if (some) failures = 0;
    if (tick() || (some && !*some)) return std::nullopt;
    for (auto left = pause; left.count() > 0; left -= std::chrono::milliseconds(100)) {
      budget_.check();
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    pause = std::min(pause * 3 / 2, longest);
  }
}

} // namespace kleene::batch
