// SPDX-License-Identifier: Apache-2.0
#include "yaml_reading.h"

#include "kleene/support/source.h"

#include <fmt/core.h>

#include <algorithm>

namespace kleene::frontend::task {

Diagnostic diagnostic(const std::string& file_name,
                      const std::string& text,
                      const YAML::Mark& mark,
                      const std::string& message) {
  SourceFiles files;
  SourceRange range{files.add(file_name, text), {}, {}};
  if (mark.line >= 0) {
    range.begin = {static_cast<std::uint32_t>(mark.line + 1),
                   static_cast<std::uint32_t>(std::max(mark.column, 0) + 1)};
    range.end = range.begin;
  }
  return Diagnostic::at(files, range, ErrorKind::Parse, message);
}

std::string scalar(const YAML::Node& node, std::string_view what) {
  if (!node.IsScalar())
    throw Malformed{node.Mark(), fmt::format("{} should be a plain value", what)};
  return node.Scalar();
}

YAML::Node required(const YAML::Node& map, const char* key) {
  YAML::Node node = map[key];
  if (!node) throw Malformed{map.Mark(), fmt::format("`{}` is missing", key)};
  return node;
}

} // namespace kleene::frontend::task
