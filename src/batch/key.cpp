// SPDX-License-Identifier: Apache-2.0
#include "key.h"

#include "kleene/support/sha256.h"
#include "kleene/support/source.h"

#include <fmt/core.h>

#include <chrono>
#include <filesystem>
#include <set>
#include <unistd.h>

namespace kleene::batch {
namespace {

namespace fs = std::filesystem;

/// Parts that cannot be mistaken for others: each with its length.
void append(std::string& text, std::string_view part) {
  text += fmt::format("{}:{}\n", part.size(), part);
}

/// What a line includes: quotes or angles around a name; `?` if it is a macro; empty if it includes nothing.
std::string_view included(std::string_view line) {
  auto skip_blanks = [&] {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  };
  skip_blanks();
  if (!line.starts_with('#')) return {};
  line.remove_prefix(1);
  skip_blanks();
  constexpr std::string_view word = "include";
  if (!line.starts_with(word)) return {};
  line.remove_prefix(word.size());
  if (line.starts_with("_next")) return "?";
  skip_blanks();
  char open = line.empty() ? ' ' : line.front();
  std::size_t end = open == '"'   ? line.find('"', 1)
                    : open == '<' ? line.find('>')
                                  : std::string_view::npos;
  return end == std::string_view::npos ? "?" : line.substr(0, end);
}

/// Contents of files, and of what they include as far as that is found beside them or in the folders.
class Contents {
public:
  explicit Contents(const std::vector<std::string>& include_dirs) : include_dirs_(include_dirs) {}

  void add(const std::string& path) {
    if (!seen_.insert(fs::path(path).lexically_normal()).second) return;
    append(text_, fs::path(path).filename().string());
    ReadFile file = read_file(path);
    append(text_, file.text ? sha256(*file.text) : "unreadable");
    if (!file.text) return;
    std::string_view rest = *file.text;
    while (!rest.empty()) {
      std::size_t end = std::min(rest.find('\n'), rest.size());
      std::string_view what = included(rest.substr(0, end));
      if (what == "?")
        open_ = true;
      else if (!what.empty())
        follow(path, what);
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  const std::string& text() const { return text_; }
  bool open() const { return open_; }

private:
  void follow(const fs::path& from, std::string_view what) {
    std::string name(what.substr(1));
    std::vector<fs::path> folders;
    if (what.front() == '"') folders.push_back(from.parent_path());
    folders.insert(folders.end(), include_dirs_.begin(), include_dirs_.end());
    for (const fs::path& folder : folders)
      if (std::error_code ignored; fs::is_regular_file(folder / name, ignored))
        return add(folder / name);
    append(text_, name);
  }

  const std::vector<std::string>& include_dirs_;
  std::set<std::string> seen_;
  std::string text_;
  bool open_ = false;
};

} // namespace

Keys::Keys(const Options& options) {
  append(common_, "kleene batch 1");
  append(common_, options.version);
  ReadFile program = read_file(options.program);
  append(common_, program.text ? sha256(*program.text) : "");
  append(common_, fmt::format("{} {}", options.check.seconds, options.check.megabytes));
  const std::vector<std::string>& more = options.check.more;
  for (std::size_t i = 0; i < more.size(); ++i) {
    append(common_, more[i]);
    bool pair = i + 1 < more.size();
    if (more[i] == "-I" && pair)
      include_dirs_.push_back(more[i + 1]);
    else if (more[i].starts_with("-I"))
      include_dirs_.push_back(more[i].substr(2));
    else if (std::error_code ignored; fs::is_regular_file(more[i], ignored))
      more_files_.push_back(more[i]);
  }
}

std::string Keys::of(const Task& task) const {
  std::string text = common_;
  for (std::size_t i = 0; i + 1 < task.arguments.size(); ++i) {
    // A property file counts by its contents, wherever it lies.
    bool path =
        i > 0 && task.arguments[i - 1] == "--property" && task.arguments[i].ends_with(".prp");
    append(text, path ? "" : task.arguments[i]);
  }
  Contents contents(include_dirs_);
  for (const std::string& file : more_files_)
    contents.add(file);
  for (const std::string& file : task.files)
    contents.add(file);
  text += contents.text();
  if (contents.open())
    append(text,
           fmt::format(
               "{} {}", ::getpid(), std::chrono::system_clock::now().time_since_epoch().count()));
  return sha256(text);
}

} // namespace kleene::batch
