// SPDX-License-Identifier: Apache-2.0
#include "kleene/frontend/task/task.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <glob.h>

#include "yaml_reading.h"

namespace kleene::frontend::task {
namespace {

/// A task file is small; larger ones are refused before the YAML library sees them.
constexpr std::size_t max_size = 1'000'000;

std::vector<std::string> string_or_list(const YAML::Node& node, std::string_view what) {
  std::vector<std::string> result;
  if (node.IsSequence())
    for (const YAML::Node& item : node)
      result.push_back(scalar(item, what));
  else
    result.push_back(scalar(node, what));
  if (result.empty()) throw Malformed{node.Mark(), fmt::format("{} is empty", what)};
  return result;
}

TaskProperty property(const YAML::Node& node) {
  if (!node.IsMap())
    throw Malformed{node.Mark(), "a property should be a map with `property_file`"};
  TaskProperty result;
  result.line = static_cast<unsigned>(node.Mark().line + 1);
  result.property_file = scalar(required(node, "property_file"), "`property_file`");
  if (YAML::Node verdict = node["expected_verdict"]) {
    std::string text = scalar(verdict, "`expected_verdict`");
    if (text != "true" && text != "false")
      throw Malformed{verdict.Mark(), "`expected_verdict` should be true or false"};
    result.expected_verdict = text == "true";
  }
  if (YAML::Node sub = node["subproperty"]) result.subproperty = scalar(sub, "`subproperty`");
  return result;
}

void read_options(const YAML::Node& options, Task& task) {
  if (!options.IsMap()) throw Malformed{options.Mark(), "`options` should be a map"};
  if (YAML::Node model = options["data_model"]) {
    std::string text = scalar(model, "`data_model`");
    if (text != "ILP32" && text != "LP64")
      throw Malformed{model.Mark(), fmt::format("unknown data model '{}'", text)};
    task.data_model = text == "LP64" ? DataModel::Lp64 : DataModel::Ilp32;
  }
  if (YAML::Node language = options["language"]) task.language = scalar(language, "`language`");
}

Task read(const YAML::Node& root) {
  if (!root.IsMap()) throw Malformed{root.Mark(), "a task file should be a map"};
  Task task;
  YAML::Node version = required(root, "format_version");
  task.format_version = scalar(version, "`format_version`");
  if (task.format_version != "1.0" && task.format_version != "2.0")
    throw Malformed{version.Mark(),
                    fmt::format("unknown format version '{}'", task.format_version)};
  task.input_files = string_or_list(required(root, "input_files"), "`input_files`");
  YAML::Node properties = root["properties"];
  if (properties && !properties.IsNull()) {
    if (!properties.IsSequence())
      throw Malformed{properties.Mark(), "`properties` should be a list"};
    for (const YAML::Node& item : properties)
      task.properties.push_back(property(item));
  }
  YAML::Node options = root["options"];
  if (options && !options.IsNull()) read_options(options, task);
  return task;
}

/// The files that a pattern stands for, sorted.
std::vector<std::string> expand(const std::string& pattern) {
  glob_t found{};
  std::vector<std::string> result;
  if (::glob(pattern.c_str(), 0, nullptr, &found) == 0)
    for (std::size_t i = 0; i < found.gl_pathc; ++i)
      result.emplace_back(found.gl_pathv[i]);
  ::globfree(&found);
  return result;
}

std::string relative_to(const std::filesystem::path& folder, const std::string& name) {
  return (folder / name).lexically_normal().string();
}

} // namespace

Result<Task> parse_task(const std::string& file_name, const std::string& text) {
  if (text.size() > max_size)
    return diagnostic(file_name, text, YAML::Mark::null_mark(), "too large for a task file");
  try {
    return read(YAML::Load(text));
  } catch (const Malformed& e) {
    return diagnostic(file_name, text, e.mark, e.message);
  } catch (const YAML::Exception& e) {
    return diagnostic(file_name, text, e.mark, "malformed YAML: " + e.msg);
  }
}

Result<Task> read_task(const std::string& path) {
  ReadFile file = read_file(path);
  if (!file.text) {
    Diagnostic d = Diagnostic::error(ErrorKind::Parse, "cannot read the file: " + file.error);
    d.file = path;
    return d;
  }
  Result<Task> task = parse_task(path, *file.text);
  if (!task) return task;
  std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::vector<std::string> files;
  for (const std::string& pattern : task->input_files) {
    std::vector<std::string> found = expand(relative_to(folder, pattern));
    if (found.empty()) {
      Diagnostic d = Diagnostic::error(
          ErrorKind::Parse,
          fmt::format("no file matches the input file '{}' of the task", pattern));
      d.file = path;
      return d;
    }
    files.insert(files.end(), found.begin(), found.end());
  }
  task->input_files = std::move(files);
  for (TaskProperty& p : task->properties)
    p.property_file = relative_to(folder, p.property_file);
  return task;
}

} // namespace kleene::frontend::task
