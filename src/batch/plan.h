// SPDX-License-Identifier: Apache-2.0
// The work of job arrays as a file: its elements do parts of it, on whatever machine.
#pragma once
#include "task_list.h"

namespace kleene::batch {

struct Plan {
  std::vector<Task> tasks;
  std::size_t chunk = 1; ///< tasks for each element
  CheckOptions check;
  std::string cache; ///< empty: none

  std::size_t chunks() const { return (tasks.size() + chunk - 1) / chunk; }
};

std::string to_json(const Plan& plan);
Result<Plan> read_plan(const std::string& path);

} // namespace kleene::batch
