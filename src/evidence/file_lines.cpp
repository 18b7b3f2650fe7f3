// SPDX-License-Identifier: Apache-2.0
#include "file_lines.h"

#include "kleene/evidence/evidence.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <sstream>

namespace kleene::evidence {
namespace {

using Words = std::set<std::string>;

const Words& header_words() {
  static const Words words{"spec", "property", "target", "integers", "evidence", "let"};
  return words;
}

const KindEntry* kind_named(std::string_view name) {
  const auto* found = std::ranges::find(kinds, name, [](const KindEntry* k) { return k->name; });
  return found == kinds.end() ? nullptr : *found;
}

bool has_line(const KindEntry& kind, const std::string& word) {
  return std::ranges::any_of(kind.lines, [&](std::string_view group) {
    std::istringstream words{std::string(group)};
    for (std::string next; words >> next;)
      if (next == word) return true;
    return false;
  });
}

/// How many words of a line tell what it is about, if that can be said only once; 0 if it may come again.
std::size_t telling_words(const std::string& word) {
  static const std::map<std::string, std::size_t> once{
      {"spec", 1},    {"property", 1},   {"integers", 1},  {"evidence", 1},  {"steps", 1},
      {"runs", 1},    {"loop-steps", 1}, {"rounds", 1},    {"depth", 1},     {"null", 1},
      {"reaches", 1}, {"induction", 1},  {"objects", 1},   {"way", 1},       {"round", 1},
      {"order", 1},   {"unfolded", 1},   {"round-way", 1}, {"procedure", 2}, {"summary", 2},
      {"at", 3},      {"in", 3},         {"value", 2},
  };
  auto found = once.find(word);
  return found == once.end() ? 0 : found->second;
}

} // namespace

void LineRules::look(const std::string& word, const std::string& line) {
  if (!header_words().contains(word)) {
    const KindEntry* own = kind_named(kind_);
    if (own == nullptr) throw Misread{"it is not said what kind of evidence this is"};
    if (!has_line(*own, word))
      throw Misread{fmt::format("'{}' means nothing in evidence of the kind {}", word, kind_)};
  }
  std::istringstream words(line);
  std::string beginning;
  std::string next;
  for (std::size_t i = telling_words(word); i > 0 && words >> next; --i)
    beginning += next + ' ';
  if (!beginning.empty() && !seen_.insert(beginning).second)
    throw Misread{fmt::format("'{}' was said before", beginning)};
  if (word == "evidence") {
    kind_ = line.substr(line.find_last_of(" \t") + 1);
    if (kind_named(kind_) == nullptr)
      throw Misread{fmt::format("there is no evidence '{}'", kind_)};
  }
}

void LineRules::finish() const {
  for (std::string_view word : {"property", "integers", "evidence"})
    if (!seen_.contains(fmt::format("{} ", word)))
      throw Misread{fmt::format("the line '{}' is missing", word)};
}

} // namespace kleene::evidence
