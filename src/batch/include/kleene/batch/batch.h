// SPDX-License-Identifier: Apache-2.0
// Many programs: every task is a `kleene check` in a process of its own, on this machine or by Slurm, and
// its result is on the disk as soon as it is there.
#pragma once
#include "kleene/support/budget.h"
#include "kleene/support/observer.h"
#include "kleene/support/result.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace kleene::batch {

/// What is done with each task; results may be used again where all of this is the same.
struct CheckOptions {
  double seconds = 60;
  double megabytes = 4000;
  std::vector<std::string> more; ///< options of `kleene check`
};

struct SlurmOptions {
  std::size_t chunk = 10;        ///< tasks for each element of a job array
  std::vector<std::string> more; ///< options of sbatch
  bool wait = true;              ///< for the end of the jobs
};

struct Options {
  std::vector<std::string> inputs; ///< files, task files, task sets
  std::string out;                 ///< a folder
  CheckOptions check;
  std::optional<std::string>
      property;                 ///< of tasks with several: only this one; of others: what is asked
  std::optional<bool> expected; ///< of tasks that do not say what is expected
  unsigned jobs = 1;
  bool resume = false;
  std::optional<std::string> cache;   ///< a folder of results that may be shared
  std::optional<std::string> compare; ///< the folder of an earlier run
  bool quiet = false;                 ///< no line for each task
  std::optional<SlurmOptions> slurm;
  std::optional<std::string> plan; ///< the work of this element of a job array: FILE:NUMBER
  std::string program;             ///< the path of kleene
  std::string version;
};

inline constexpr int all_ran = 0;
inline constexpr int stopped = 4;       ///< some tasks have no result
inline constexpr int contradicted = 10; ///< some result contradicts what is expected

/// The exit code. `print` is for text that people read.
Result<int> run_batch(const Options& options,
                      Budget& budget,
                      Observer& observer,
                      const std::function<void(const std::string&)>& print);

} // namespace kleene::batch
