// SPDX-License-Identifier: Apache-2.0
// What a result depends on, as a number: the program and its version, options and limits, and the contents of
// all files that belong to the task, with those that they include. Headers of the system are taken for granted.
#pragma once
#include "task_list.h"

namespace kleene::batch {

class Keys {
public:
  /// Reads the program file once.
  explicit Keys(const Options& options);
  /// 64 hexadecimal digits. A task whose files nobody can name (`#include` of a macro) has a new key each time.
  std::string of(const Task& task) const;

private:
  std::string common_; ///< to all tasks
  std::vector<std::string> include_dirs_;
  std::vector<std::string> more_files_; ///< that options name
};

} // namespace kleene::batch
