// SPDX-License-Identifier: Apache-2.0
#include "kleene/frontend/project/project.h"
#include "kleene/support/process.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

namespace kleene::frontend::project {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct Entry {
  std::string directory;
  std::string file; ///< absolute
  std::vector<std::string> words;
};

Diagnostic error_in(const std::string& file, std::string message) {
  Diagnostic error = Diagnostic::error(ErrorKind::Parse, std::move(message));
  error.file = file;
  return error;
}

std::string absolute(const std::string& path, const fs::path& directory) {
  fs::path whole = fs::path(path).is_absolute() ? fs::path(path) : directory / path;
  return whole.lexically_normal().string();
}

/// One file has one name, whatever links lead to it.
std::string identity(const std::string& path) {
  std::error_code problem;
  fs::path real = fs::weakly_canonical(path, problem);
  return problem ? fs::absolute(path).lexically_normal().string() : real.string();
}

/// As a person here would name it.
std::string shown(const std::string& path) {
  std::string here = fs::current_path().string() + "/";
  return path.starts_with(here) ? path.substr(here.size()) : path;
}

bool is_c(const std::string& file) {
  return file.ends_with(".c") || file.ends_with(".i");
}

std::optional<std::string> text_at(const json& entry, const char* key) {
  auto found = entry.find(key);
  if (found == entry.end() || !found->is_string()) return std::nullopt;
  return found->get<std::string>();
}

Result<Entry> read_entry(const json& entry, const std::string& path) {
  if (!entry.is_object()) return error_in(path, "an entry is no object");
  std::optional<std::string> file = text_at(entry, "file");
  if (!file) return error_in(path, "an entry does not name its file");
  Entry result;
  const fs::path home = fs::absolute(path).parent_path();
  result.directory = absolute(text_at(entry, "directory").value_or("."), home);
  result.file = absolute(*file, result.directory);
  auto arguments = entry.find("arguments");
  if (arguments != entry.end() && arguments->is_array()) {
    for (const json& word : *arguments) {
      if (!word.is_string()) return error_in(path, "an argument is no text");
      result.words.push_back(word.get<std::string>());
    }
  } else if (std::optional<std::string> command = text_at(entry, "command")) {
    result.words = split_command(*command);
  } else {
    return error_in(path, fmt::format("the entry of {} has no command", *file));
  }
  return result;
}

Result<std::vector<Entry>> read_entries(const std::string& path) {
  ReadFile read = read_file(path);
  if (!read.text) return error_in(path, "cannot read the file: " + read.error);
  json document = json::parse(*read.text, nullptr, false);
  if (document.is_discarded() || !document.is_array())
    return error_in(path, "this is no list of compile commands");
  std::vector<Entry> entries;
  for (const json& entry : document) {
    Result<Entry> one = read_entry(entry, path);
    if (!one) return one.error();
    entries.push_back(std::move(*one));
  }
  return entries;
}

/// The entries of the project, one per file, and what of it is asked for.
class Selection {
public:
  explicit Selection(const std::vector<Entry>& entries) {
    for (const Entry& entry : entries) {
      const std::string id = identity(entry.file);
      if (!by_file_.emplace(id, &entry).second) {
        again_.emplace(id, &entry);
        continue;
      }
      order_.push_back(&entry);
    }
  }

  std::optional<Diagnostic> add(const Entry& entry, const std::string& name, Project& to) const {
    Result<Unit> unit = read_flags(name, entry.directory, entry.words);
    if (!unit) return unit.error();
    auto [first, last] = again_.equal_range(identity(entry.file));
    bool differs = std::any_of(first, last, [&](const auto& other) {
      Result<Unit> second = read_flags(name, other.second->directory, other.second->words);
      return !second || second->flags != unit->flags || second->standard != unit->standard
             || second->bits != unit->bits;
    });
    if (differs) to.ambiguous.push_back(name);
    to.units.push_back(std::move(*unit));
    return std::nullopt;
  }

  std::optional<Diagnostic> add_all(Project& to) const {
    for (const Entry* entry : order_) {
      if (!is_c(entry->file)) {
        to.left_out.push_back(shown(entry->file));
        continue;
      }
      if (auto error = add(*entry, shown(entry->file), to)) return error;
    }
    return std::nullopt;
  }

  const Entry* find(const std::string& file) const {
    auto found = by_file_.find(identity(file));
    return found == by_file_.end() ? nullptr : found->second;
  }

private:
  std::map<std::string, const Entry*> by_file_;
  std::multimap<std::string, const Entry*> again_;
  std::vector<const Entry*> order_;
};

} // namespace

std::vector<std::string> split_command(const std::string& command) {
  std::vector<std::string> words;
  std::string word;
  bool begun = false;
  char quote = 0;
  for (std::size_t i = 0; i < command.size(); ++i) {
    char c = command[i];
    bool escapes = c == '\\' && quote != '\'' && i + 1 < command.size();
    if (escapes && quote == '"')
      escapes = std::string_view("\"\\$`\n").find(command[i + 1]) != std::string_view::npos;
    if (escapes) {
      word += command[++i];
      begun = true;
    } else if (quote != 0 ? c == quote : c == '\'' || c == '"') {
      quote = quote != 0 ? '\0' : c;
      begun = true;
    } else if (quote == 0 && std::isspace(static_cast<unsigned char>(c)) != 0) {
      if (begun) words.push_back(std::exchange(word, {}));
      begun = false;
    } else {
      word += c;
      begun = true;
    }
  }
  if (begun) words.push_back(word);
  return words;
}

Result<Project> read_project(const std::string& path, const std::vector<std::string>& files) {
  std::string database =
      fs::is_directory(path)
          ? (fs::path(path) / "compile_commands.json").lexically_normal().string()
          : path;
  Result<std::vector<Entry>> entries = read_entries(database);
  if (!entries) return entries.error();
  Selection selection(*entries);
  Project project;
  if (files.empty()) {
    if (auto error = selection.add_all(project)) return *error;
    if (project.units.empty()) return error_in(database, "the project has no C file");
    return project;
  }
  for (const std::string& file : files) {
    const Entry* entry = selection.find(file);
    if (entry == nullptr)
      return error_in(database, fmt::format("the project does not say how {} is compiled", file));
    if (auto error = selection.add(*entry, file, project)) return *error;
  }
  return project;
}

} // namespace kleene::frontend::project
