// SPDX-License-Identifier: Apache-2.0
#include "runner.h"

#include "kleene/support/process.h"
#include "kleene/support/source.h"

#include <fmt/core.h>

#include <atomic>
#include <climits>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>
#include <unistd.h>

namespace kleene::batch {
namespace {

std::string host_name() {
  std::array<char, HOST_NAME_MAX + 1> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

Outcome failure(std::string reason, int code = 6) {
  Outcome outcome;
  outcome.verdict = "ERROR";
  outcome.reason = std::move(reason);
  outcome.exit_code = code;
  return outcome;
}

/// What the JSON document of `check` says; an error if it does not fit the end of the process.
Outcome outcome_from(const std::string& path, const ProcessResult& ended) {
  if (!ended.failure.empty()) return failure("cannot start kleene: " + ended.failure);
  if (ended.timed_out) return failure("still running after its time limit");
  if (!ended.excess.empty()) {
    Outcome outcome = failure("too much " + ended.excess, 4);
    outcome.verdict = "unknown";
    return outcome;
  }
  if (ended.signal != 0) return failure(fmt::format("ended by signal {}", ended.signal));
  ReadFile file = read_file(path);
  nlohmann::json json = nlohmann::json::parse(file.text.value_or(""), nullptr, false);
  if (!json.is_object() || json.value("exit_code", -1) != ended.exit_code
      || !json.contains("verdict"))
    return failure(
        fmt::format("exit code {} without an answer: {}", ended.exit_code, ended.errors));
  Outcome outcome;
  outcome.verdict = json.value("verdict", "");
  outcome.reason = json.value("reason", "");
  outcome.exit_code = ended.exit_code;
  outcome.engine = json.value("engine", "");
  return outcome;
}

Outcome run_task(const Task& task, const RunOptions& options, Budget& budget) {
  TempDir folder;
  std::string answer = folder.path() / "answer.json";
  std::vector<std::string> command{options.program,
                                   "check",
                                   "--quiet",
                                   "--json",
                                   answer,
                                   "--time-limit",
                                   fmt::format("{}", options.check.seconds),
                                   "--memory-limit",
                                   fmt::format("{}", options.check.megabytes)};
  command.insert(command.end(), options.check.more.begin(), options.check.more.end());
  command.insert(command.end(), task.arguments.begin(), task.arguments.end());
  ProcessOptions process;
  // Limits are kept by kleene itself; these are for the case that it fails to.
  process.seconds = options.check.seconds * 1.1 + 20;
  process.resident_bytes = static_cast<std::size_t>(options.check.megabytes * 1.5 + 500) << 20;
  process.budget = &budget;
  auto begin = Budget::Clock::now();
  ProcessResult ended = run_process(command, process);
  Outcome outcome = outcome_from(answer, ended);
  outcome.seconds = std::chrono::duration<double>(Budget::Clock::now() - begin).count();
  outcome.host = host_name();
  return outcome;
}

/// What workers and the one who waits for them share.
class Queue {
public:
  explicit Queue(std::size_t workers) : workers_(workers) {}
  void push(std::size_t number, Outcome outcome) {
    std::lock_guard lock(mutex_);
    ended_.emplace_back(number, std::move(outcome));
    changed_.notify_one();
  }
  void leave() {
    std::lock_guard lock(mutex_);
    --workers_;
    changed_.notify_one();
  }
  /// The results that are there, after a moment; `over` if there will be no more.
  std::deque<std::pair<std::size_t, Outcome>> take(bool& over) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(
        lock, std::chrono::milliseconds(200), [&] { return !ended_.empty() || workers_ == 0; });
    over = workers_ == 0;
    return std::exchange(ended_, {});
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::pair<std::size_t, Outcome>> ended_;
  std::size_t workers_;
};

} // namespace

void run_tasks(const std::vector<Task>& tasks,
               const std::vector<std::size_t>& numbers,
               const RunOptions& options,
               Budget& budget,
               const std::function<bool(std::size_t number, Outcome)>& done,
               const std::function<void()>& tick) {
  std::size_t workers = std::min<std::size_t>(options.jobs, numbers.size());
  Queue queue(workers);
  std::atomic<std::size_t> next{0};
  std::atomic<bool> stop{false};
  auto work = [&] {
    Budget own; // ends when all budgets of the process are cancelled
    try {
      for (std::size_t i = next++; i < numbers.size() && !stop && !own.exhausted(); i = next++)
        queue.push(numbers[i], run_task(tasks[numbers[i]], options, own));
    } catch (const ResourceOut&) {
      stop = true;
    }
    queue.leave();
  };
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < workers; ++i)
    threads.emplace_back(work);
  for (bool over = workers == 0; !over;) {
    for (auto& [number, outcome] : queue.take(over))
      if (!done(number, std::move(outcome))) stop = true;
    if (budget.exhausted()) stop = true;
    tick();
  }
}

} // namespace kleene::batch
