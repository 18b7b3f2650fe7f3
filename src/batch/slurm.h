// SPDX-License-Identifier: Apache-2.0
// Job arrays of Slurm: an element does a chunk of the tasks of a plan and leaves out what has a result. So it does
// not matter how often it is started again, and nothing of ours has to stay alive.
#pragma once
#include <functional>

#include "plan.h"

namespace kleene::batch {

class Slurm {
public:
  /// `folder` is for plans, the numbers of jobs, and what the jobs print.
  Slurm(std::string folder, const Options& options, Budget& budget)
      : folder_(std::move(folder)), options_(options), budget_(budget) {}

  /// Submits as many arrays as the plan needs. What is submitted is written down at once.
  std::optional<Diagnostic> submit(const Plan& plan);
  /// Waits until none of the jobs that were ever submitted here is left; `tick` every now and then, and if it returns
  /// true there is nothing to wait for any more.
  std::optional<Diagnostic> wait(const std::function<bool()>& tick);
  /// Some job that was submitted here is not at its end.
  Result<bool> active();

private:
  Result<std::size_t> largest_array();
  Result<std::string> ask(const std::vector<std::string>& command, const std::string& input = {});
  std::vector<std::string> jobs() const;

  std::string folder_;
  const Options& options_;
  Budget& budget_;
};

} // namespace kleene::batch
