// SPDX-License-Identifier: Apache-2.0
// Source files and places in them. Lines and columns count from 1, columns in bytes; 0 means unknown.
#pragma once
#include "kleene/support/ids.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kleene {

struct SourceFileTag;
using FileId = Id<SourceFileTag>;

struct SourcePoint {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  auto operator<=>(const SourcePoint&) const = default;
};

/// From `begin` up to, not including, `end`.
struct SourceRange {
  FileId file;
  SourcePoint begin;
  SourcePoint end;

  bool known() const { return file.valid() && begin.line != 0; }
  auto operator<=>(const SourceRange&) const = default;
};

/// The files a program was read from: their names as the user gave them, and their text.
class SourceFiles {
public:
  /// Registers a file; the same name gives the same id again.
  FileId add(std::string name, std::string text);
  const std::string& name(FileId file) const;
  const std::string& text(FileId file) const;
  std::size_t size() const { return files_.size(); }

  /// One line of a file without its end; nothing if the file has no such line.
  std::optional<std::string_view> line(FileId file, std::uint32_t number) const;
  /// The place of a byte offset of a file.
  SourcePoint point(FileId file, std::size_t offset) const;
  /// `name:line:column`, or as much of it as is known.
  std::string describe(const SourceRange& range) const;

private:
  struct File {
    std::string name;
    std::string text;
    std::vector<std::size_t> line_starts;
  };
  std::vector<File> files_;
};

/// The text of a file on disk; the message says why it cannot be read (missing, a directory, …).
struct ReadFile {
  std::optional<std::string> text;
  std::string error;
};
ReadFile read_file(const std::string& path);

} // namespace kleene
