// SPDX-License-Identifier: Apache-2.0
// The tasks that files, task files and task sets name.
#pragma once
#include "kleene/batch/batch.h"

namespace kleene::batch {

struct Task {
  std::string name;     ///< the path of its file
  std::string category; ///< the task set
  std::string property; ///< empty: what `kleene check` asks by itself
  std::optional<bool> expected;
  std::string subproperty;            ///< that a `false` has to name
  std::vector<std::string> files;     ///< that the result depends on
  std::vector<std::string> arguments; ///< of `kleene check`
  std::string key;                    ///< see key.h
};

/// Each task once, in the order in which they are named. Programs (`.c`, `.bp`, …), task files (`.yml`, one task for
/// each property that can be decided), task sets (`.set`, patterns of task files) and tables (`.tsv`).
Result<std::vector<Task>> read_tasks(const Options& options);

} // namespace kleene::batch
