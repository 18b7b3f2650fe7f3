// SPDX-License-Identifier: Apache-2.0
#include "task_list.h"

#include "kleene/frontend/task/property.h"
#include "kleene/frontend/task/task.h"
#include "kleene/support/source.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <glob.h>
#include <map>
#include <set>
#include <sstream>
#include <utility>

namespace kleene::batch {
namespace {

namespace fs = std::filesystem;

Diagnostic usage(std::string message) {
  return Diagnostic::error(ErrorKind::Usage, std::move(message));
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells{""};
  for (char c : line)
    if (c == '\t')
      cells.emplace_back();
    else
      cells.back() += c;
  return cells;
}

std::vector<std::string> matching_files(const std::string& pattern) {
  glob_t found{};
  std::vector<std::string> result;
  if (::glob(pattern.c_str(), 0, nullptr, &found) == 0)
    for (std::size_t i = 0; i < found.gl_pathc; ++i)
      result.emplace_back(found.gl_pathv[i]); // NOLINT(*-pointer-arithmetic): as glob gives it
  ::globfree(&found);
  return result;
}

class Reader {
public:
  explicit Reader(const Options& options) : options_(options) {}

  Result<std::vector<Task>> run() {
    for (const std::string& input : options_.inputs) {
      if (!fs::is_regular_file(input)) return usage(fmt::format("there is no file '{}'", input));
      if (auto error = read(input)) return *error;
    }
    if (tasks_.empty()) return usage("there are no tasks");
    return std::move(tasks_);
  }

private:
  std::optional<Diagnostic> read(const std::string& input) {
    std::string ending = fs::path(input).extension();
    if (ending == ".set") return read_set(input);
    if (ending == ".tsv") return read_table(input);
    if (ending == ".yml" || ending == ".yaml") {
      add_task_file(input, fs::path(input).parent_path().filename());
      return std::nullopt;
    }
    static const std::set<std::string> programs{".c", ".i", ".bp", ".lin", ".ir"};
    if (!programs.contains(ending))
      return usage(fmt::format("'{}' is no task: its name should end in .c .i .bp .lin .ir .yml "
                               ".set or .tsv",
                               input));
    add_program(input);
    return std::nullopt;
  }

  /// A task that is listed twice counts once, with what any of its lines expects.
  void add(Task task) {
    const bool says = task.expected.has_value();
    if (!says) task.expected = options_.expected;
    std::string arguments = task.property;
    for (const std::string& a : task.arguments)
      arguments += '\0' + a;
    auto [known, fresh] = seen_.try_emplace(arguments, Seen{tasks_.size(), says});
    if (fresh) {
      tasks_.push_back(std::move(task));
    } else if (says && !std::exchange(known->second.says, true)) {
      tasks_[known->second.number] = std::move(task);
    }
  }

  void add_program(const std::string& path) {
    Task task{.name = path, .category = "files", .files = {path}};
    if (options_.property) {
      task.property = *options_.property;
      task.arguments = {"--property", task.property};
    }
    task.arguments.push_back(path);
    add(std::move(task));
  }

  /// A task file that cannot be read is a task, too: its result says what is wrong with it.
  void add_task_file(const std::string& path, const std::string& category) {
    Task task{.name = path, .category = category, .files = {path}, .arguments = {path}};
    Result<frontend::task::Task> read = frontend::task::read_task(path);
    if (!read) return add(std::move(task));
    task.files.insert(task.files.end(), read->input_files.begin(), read->input_files.end());
    std::size_t before = tasks_.size();
    for (const frontend::task::TaskProperty& p : read->properties) {
      std::optional<std::string> name = property_of(p.property_file);
      if (!name || (options_.property && *name != *options_.property)) continue;
      Task one = task;
      one.property = *name;
      one.expected = p.expected_verdict;
      one.subproperty = p.subproperty;
      one.files.push_back(p.property_file);
      one.arguments = {"--property", p.property_file, path};
      add(std::move(one));
    }
    if (tasks_.size() == before && !options_.property) add(std::move(task));
  }

  /// Its name, if it can be decided.
  std::optional<std::string> property_of(const std::string& file) {
    auto [known, fresh] = properties_.try_emplace(file);
    if (!fresh) return known->second;
    auto lines = frontend::task::read_properties(file);
    if (!lines || !lines->front().property || !entry(*lines->front().property).decided())
      return known->second;
    known->second = name(*lines->front().property);
    // Some properties are several lines.
    std::vector<Property> parts = parts_of(Property::ValidMemsafety);
    if (lines->size() > 1)
      known->second = std::ranges::find(parts, *lines->front().property) != parts.end()
                          ? std::string(name(Property::ValidMemsafety))
                          : fs::path(file).stem().string();
    return known->second;
  }

  std::optional<Diagnostic> read_set(const std::string& path) {
    ReadFile file = read_file(path);
    if (!file.text) return usage(fmt::format("cannot read {}: {}", path, file.error));
    for (const std::string& line : lines_of(*file.text)) {
      if (line.find_first_not_of(" \t") == std::string::npos || line.starts_with('#')) continue;
      std::vector<std::string> found = matching_files(fs::path(path).parent_path() / line);
      if (found.empty()) return usage(fmt::format("{}: no file matches '{}'", path, line));
      for (const std::string& task : found)
        if (task.ends_with(".yml") || task.ends_with(".yaml"))
          add_task_file(task, fs::path(path).stem());
        else if (auto error = read(task))
          return error;
    }
    return std::nullopt;
  }

  /// The first line names the columns: `task` or `file`, and any of set, property, expected, model, sub, label.
  std::optional<Diagnostic> read_table(const std::string& path) {
    ReadFile file = read_file(path);
    if (!file.text) return usage(fmt::format("cannot read {}: {}", path, file.error));
    std::vector<std::string> lines = lines_of(*file.text);
    std::vector<std::string> columns;
    if (!lines.empty()) columns = cells_of(lines.front());
    bool named = std::ranges::count(columns, "task") + std::ranges::count(columns, "file") > 0;
    if (!named) return usage(fmt::format("{}: no column is called `task` or `file`", path));
    for (std::size_t i = 1; i < lines.size(); ++i) {
      if (lines[i].empty()) continue;
      std::map<std::string, std::string> row;
      std::vector<std::string> cells = cells_of(lines[i]);
      for (std::size_t c = 0; c < std::min(cells.size(), columns.size()); ++c)
        row[columns[c]] = cells[c];
      add_row(fs::path(path), row);
    }
    return std::nullopt;
  }

  void add_row(const fs::path& table, std::map<std::string, std::string>& row) {
    std::string file = table.parent_path() / (row.contains("task") ? row["task"] : row["file"]);
    Task task{.name = file, .category = row["set"], .property = row["property"]};
    if (task.category.empty()) task.category = table.stem();
    if (options_.property && !task.property.empty() && task.property != *options_.property) return;
    if (task.property.empty() && options_.property) task.property = *options_.property;
    if (row["expected"] == "true") task.expected = true;
    if (row["expected"].starts_with("false")) task.expected = false;
    task.subproperty = row["sub"];
    task.files = {file};
    if (file.ends_with(".yml"))
      if (Result<frontend::task::Task> read = frontend::task::read_task(file)) {
        task.files.insert(task.files.end(), read->input_files.begin(), read->input_files.end());
        for (const frontend::task::TaskProperty& p : read->properties)
          task.files.push_back(p.property_file);
      }
    auto option = [&](const char* name, const std::string& value) {
      if (!value.empty()) task.arguments.insert(task.arguments.end(), {name, value});
    };
    option("--property", task.property);
    option("--data-model", row["model"]);
    option("--label", row["label"]);
    task.arguments.push_back(file);
    add(std::move(task));
  }

  const Options& options_;
  std::vector<Task> tasks_;
  struct Seen {
    std::size_t number = 0;
    bool says = false; ///< what is expected
  };
  std::map<std::string, Seen> seen_;                             ///< by arguments
  std::map<std::string, std::optional<std::string>> properties_; ///< of property files
};

} // namespace

Result<std::vector<Task>> read_tasks(const Options& options) {
  return Reader(options).run();
}

} // namespace kleene::batch
