// SPDX-License-Identifier: Apache-2.0
// Tasks in processes, some at a time.
#pragma once
#include <functional>

#include "outcome.h"

namespace kleene::batch {

struct RunOptions {
  std::string program;
  CheckOptions check;
  unsigned jobs = 1;
};

/// Runs the tasks with these numbers. `done` is called for each that ended, in this thread, and stops the work if it
/// returns false; `tick` every now and then. Tasks that were stopped, because the budget is at its end, are not done.
void run_tasks(const std::vector<Task>& tasks,
               const std::vector<std::size_t>& numbers,
               const RunOptions& options,
               Budget& budget,
               const std::function<bool(std::size_t number, Outcome)>& done,
               const std::function<void()>& tick);

} // namespace kleene::batch
