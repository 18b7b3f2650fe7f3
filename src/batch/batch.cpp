// SPDX-License-Identifier: Apache-2.0
#include "kleene/batch/batch.h"

#include "kleene/support/whole_file.h"

#include <fmt/core.h>

#include <cstdio>
#include <filesystem>

#include "key.h"
#include "runner.h"
#include "slurm.h"
#include "store.h"
#include "tables.h"

namespace kleene::batch {
namespace {

namespace fs = std::filesystem;

Diagnostic usage(std::string message) {
  return Diagnostic::error(ErrorKind::Usage, std::move(message));
}

using Print = std::function<void(const std::string&)>;

/// One line of results.jsonl, as soon as it is known.
class Log {
public:
  explicit Log(const std::string& path) : file_(std::fopen(path.c_str(), "ae")) {}
  ~Log() {
    if (file_ != nullptr) std::fclose(file_);
  }
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;
  void add(const Row& row) {
    if (file_ == nullptr) return;
    fmt::print(file_, "{}\n", to_json(row));
    std::fflush(file_);
  }

private:
  std::FILE* file_;
};

/// Where the work stands, in one line.
class Forecast {
public:
  Forecast(std::size_t total, std::size_t done) : total_(total), at_start_(done) {}
  std::string text(std::size_t done, std::size_t wrong) const {
    std::string line = fmt::format("{} of {} tasks", done, total_);
    if (wrong > 0) line += fmt::format(", {} wrong", wrong);
    if (done > at_start_) {
      double each = clock_.seconds_used() / static_cast<double>(done - at_start_);
      line +=
          fmt::format(", about {} left", duration_text(each * static_cast<double>(total_ - done)));
    }
    return line;
  }

private:
  std::size_t total_;
  std::size_t at_start_;
  Budget clock_;
};

class Batch {
public:
  Batch(const Options& options, Budget& budget, Observer& observer, const Print& print)
      : options_(options),
        budget_(budget),
        observer_(observer),
        print_(print),
        store_(options.out + "/results") {
    if (options.cache) cache_.emplace(*options.cache);
  }

  Result<int> run() {
    if (auto error = prepare()) return *error;
    look_up();
    if (options_.slurm) {
      try {
        if (auto error = run_on_cluster()) return *error;
      } catch (const ResourceOut&) {
        // Told to stop: what there is so far is written down, and the jobs go on.
      }
    } else {
      run_here();
    }
    if (problem_) return *problem_;
    return finish();
  }

private:
  std::optional<Diagnostic> prepare() {
    if (!options_.resume && !store_.empty())
      return usage(fmt::format("{} has results already: --resume goes on with them", options_.out));
    Result<std::vector<Task>> tasks = read_tasks(options_);
    if (!tasks) return tasks.error();
    std::error_code problem;
    fs::create_directories(options_.out + "/results", problem);
    if (problem)
      return usage(fmt::format("cannot make the folder {}: {}", options_.out, problem.message()));
    observer_.phase("reading tasks");
    Keys keys(options_);
    for (Task& task : *tasks) {
      budget_.check();
      task.key = keys.of(task);
      rows_.push_back({std::move(task), {}});
    }
    return std::nullopt;
  }

  /// What is known already.
  void look_up() {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      Row& row = rows_[i];
      row.outcome = store_.find(row.task.key);
      if (!row.outcome && cache_ && (row.outcome = cache_->find(row.task.key))) keep(row, false);
      if (row.outcome)
        ++done_;
      else
        open_.push_back(i);
    }
    if (done_ > 0 && !options_.quiet)
      print_(fmt::format("{} of {} results are known already.\n", done_, rows_.size()));
  }

  /// On the disk, and for others if it would be the same for them.
  void keep(const Row& row, bool share) {
    if (auto error = store_.put(row.task.key, *row.outcome)) problem_ = error;
    bool final = row.status() != Status::Error;
    if (share && cache_ && final)
      if (auto error = cache_->put(row.task.key, *row.outcome)) problem_ = error;
  }

  void tell(const Row& row) {
    ++done_;
    if (row.status() == Status::Wrong) ++wrong_;
    if (options_.quiet) return;
    std::string expected = expectation(row.task);
    print_(fmt::format("[{}/{}] {:<8} {}{} {:.1f} s  {}{}{}\n",
                       done_,
                       rows_.size(),
                       name(row.status()),
                       row.outcome->verdict,
                       expected.empty() ? "" : " (expected " + expected + ")",
                       row.outcome->seconds,
                       row.task.name,
                       row.task.property.empty() ? "" : " ",
                       row.task.property));
  }

  void run_here() {
    Log log(options_.out + "/results.jsonl");
    Forecast forecast(rows_.size(), done_);
    std::vector<Task> tasks;
    for (const Row& row : rows_)
      tasks.push_back(row.task);
    auto done = [&](std::size_t number, Outcome outcome) {
      Row& row = rows_[number];
      row.outcome = std::move(outcome);
      keep(row, true);
      log.add(row);
      tell(row);
      return !problem_;
    };
    run_tasks(tasks, open_, {options_.program, options_.check, options_.jobs}, budget_, done, [&] {
      observer_.progress(forecast.text(done_, wrong_));
    });
  }

  std::optional<Diagnostic> run_on_cluster() {
    Slurm slurm(options_.out + "/slurm", options_, budget_);
    Forecast forecast(rows_.size(), done_);
    auto collect = [&] {
      std::erase_if(open_, [&](std::size_t i) {
        if (!(rows_[i].outcome = store_.find(rows_[i].task.key))) return false;
        tell(rows_[i]);
        return true;
      });
      observer_.progress(forecast.text(done_, wrong_));
      return open_.empty();
    };
    // Jobs of an earlier call may be at work on the same tasks.
    if (auto error = slurm.wait(collect)) return error;
    if (open_.empty()) return std::nullopt;
    Plan plan;
    for (std::size_t i : open_)
      plan.tasks.push_back(rows_[i].task);
    plan.chunk = options_.slurm->chunk;
    plan.check = options_.check;
    if (options_.cache) plan.cache = fs::absolute(*options_.cache);
    if (auto error = slurm.submit(plan)) return error;
    return options_.slurm->wait ? slurm.wait(collect) : std::nullopt;
  }

  Result<int> finish() {
    std::optional<Comparison> comparison;
    if (options_.compare) {
      Result<Comparison> result = compare(rows_, *options_.compare);
      if (!result) return result.error();
      comparison = std::move(*result);
    }
    const Comparison* compared = comparison ? &*comparison : nullptr;
    const std::pair<const char*, std::string> files[] = {{"results.jsonl", to_json_lines(rows_)},
                                                         {"results.csv", to_csv(rows_)},
                                                         {"junit.xml", to_junit(rows_)},
                                                         {"index.html", to_html(rows_, compared)}};
    for (const auto& [file, text] : files)
      if (auto error = write_whole_file(options_.out + "/" + file, text)) return *error;
    Summary summary = summary_of(rows_);
    print_(to_text(summary));
    if (comparison) print_(to_text(*comparison));
    std::size_t missing = summary.all.of(Status::Missing);
    if (missing > 0) {
      print_(fmt::format("{} tasks have no result: --resume goes on with them.\n", missing));
      return stopped;
    }
    return summary.all.of(Status::Wrong) > 0 ? contradicted : all_ran;
  }

  const Options& options_;
  Budget& budget_;
  Observer& observer_;
  const Print& print_;
  Store store_;
  std::optional<Store> cache_;
  std::vector<Row> rows_;
  std::vector<std::size_t> open_; ///< without a result
  std::size_t done_ = 0;
  std::size_t wrong_ = 0;
  std::optional<Diagnostic> problem_;
};

/// An element of a job array: the tasks of its chunk that have no result.
Result<int> run_chunk(const Options& options, Budget& budget) {
  std::size_t colon = options.plan->rfind(':');
  Result<Plan> plan = read_plan(options.plan->substr(0, colon));
  if (!plan) return plan.error();
  std::size_t first = std::strtoull(options.plan->c_str() + colon + 1, nullptr, 10) * plan->chunk;
  Store store(options.out + "/results");
  std::vector<std::size_t> open;
  for (std::size_t i = first; i < std::min(first + plan->chunk, plan->tasks.size()); ++i)
    if (!store.find(plan->tasks[i].key)) open.push_back(i);
  std::optional<Diagnostic> problem;
  std::size_t left = open.size();
  auto done = [&](std::size_t number, const Outcome& outcome) {
    const Task& task = plan->tasks[number];
    problem = store.put(task.key, outcome);
    bool share = !plan->cache.empty() && status_of(task, outcome) != Status::Error;
    if (!problem && share) problem = Store(plan->cache).put(task.key, outcome);
    --left;
    return !problem;
  };
  run_tasks(plan->tasks, open, {options.program, plan->check, options.jobs}, budget, done, [] {});
  if (problem) return *problem;
  return left == 0 ? all_ran : stopped;
}

} // namespace

Result<int>
run_batch(const Options& options, Budget& budget, Observer& observer, const Print& print) {
  if (options.plan) return run_chunk(options, budget);
  return Batch(options, budget, observer, print).run();
}

} // namespace kleene::batch
