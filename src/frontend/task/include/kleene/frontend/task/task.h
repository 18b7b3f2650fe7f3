// SPDX-License-Identifier: Apache-2.0
// SV-COMP task files (`.yml`, formats 1.0 and 2.0): which files, which properties with which expected
// verdict, which data model.
#pragma once
#include "kleene/support/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kleene::frontend::task {

enum class DataModel { Ilp32, Lp64 };

struct TaskProperty {
  std::string property_file; ///< as written, relative to the task file
  std::optional<bool> expected_verdict;
  std::string subproperty;
  unsigned line = 0;
};

struct Task {
  std::string format_version;
  std::vector<std::string> input_files; ///< as written: names or glob patterns
  std::vector<TaskProperty> properties;
  /// ILP32 where the file says nothing.
  DataModel data_model = DataModel::Ilp32;
  std::string language = "C";
};

/// Reads the text of a task file and nothing else. `file_name` is for messages.
Result<Task> parse_task(const std::string& file_name, const std::string& text);

/// Reads a task file; its input files are expanded, and all paths are usable from here. A pattern
/// that matches no file is an error.
Result<Task> read_task(const std::string& path);

} // namespace kleene::frontend::task
