// SPDX-License-Identifier: Apache-2.0
#include "kleene/support/source.h"

#include "kleene/support/invariant.h"

#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sys/stat.h>

namespace kleene {

FileId SourceFiles::add(std::string name, std::string text) {
  for (std::size_t i = 0; i < files_.size(); ++i) {
    if (files_[i].name == name) return FileId(i);
  }
  File file{std::move(name), std::move(text), {0}};
  for (std::size_t i = 0; i < file.text.size(); ++i) {
    if (file.text[i] == '\n') file.line_starts.push_back(i + 1);
  }
  files_.push_back(std::move(file));
  return FileId(files_.size() - 1);
}

const std::string& SourceFiles::name(FileId file) const {
  KL_INVARIANT(file.index() < files_.size(), "a file id should name a registered file");
  return files_[file.index()].name;
}

const std::string& SourceFiles::text(FileId file) const {
  KL_INVARIANT(file.index() < files_.size(), "a file id should name a registered file");
  return files_[file.index()].text;
}

std::optional<std::string_view> SourceFiles::line(FileId file, std::uint32_t number) const {
  if (file.index() >= files_.size()) return std::nullopt;
  const File& f = files_[file.index()];
  if (number == 0 || number > f.line_starts.size()) return std::nullopt;
  std::size_t begin = f.line_starts[number - 1];
  std::size_t end = number < f.line_starts.size() ? f.line_starts[number] - 1 : f.text.size();
  if (end > begin && f.text[end - 1] == '\r') --end;
  return std::string_view(f.text).substr(begin, end - begin);
}

SourcePoint SourceFiles::point(FileId file, std::size_t offset) const {
  KL_INVARIANT(file.index() < files_.size(), "a file id should name a registered file");
  const std::vector<std::size_t>& starts = files_[file.index()].line_starts;
  auto after = std::upper_bound(starts.begin(), starts.end(), offset);
  auto line = static_cast<std::uint32_t>(after - starts.begin());
  return {line, static_cast<std::uint32_t>(offset - starts[line - 1] + 1)};
}

std::string SourceFiles::describe(const SourceRange& range) const {
  if (!range.file.valid()) return "<unknown place>";
  if (range.begin.line == 0) return name(range.file);
  if (range.begin.column == 0) return fmt::format("{}:{}", name(range.file), range.begin.line);
  return fmt::format("{}:{}:{}", name(range.file), range.begin.line, range.begin.column);
}

ReadFile read_file(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return {std::nullopt, std::strerror(errno)};
  if (S_ISDIR(status.st_mode)) return {std::nullopt, "is a directory"};
  std::ifstream in(path, std::ios::binary);
  if (!in) return {std::nullopt, std::strerror(errno)};
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (in.bad()) return {std::nullopt, "cannot be read"};
  return {std::move(text), {}};
}

} // namespace kleene
