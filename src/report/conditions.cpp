// SPDX-License-Identifier: Apache-2.0
#include "conditions.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace kleene::report {

namespace {

bool is_word_part(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Whether a block or a statement with a keyword begins in the text.
bool begins_statement(std::string_view text) {
  static constexpr std::array<std::string_view, 6> keywords{
      "if", "else", "while", "for", "do", "switch"};
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '{' || text[i] == '}') return true;
    if (!is_word_part(text[i])) continue;
    std::size_t end = i;
    while (end < text.size() && is_word_part(text[end]))
      ++end;
    if (std::ranges::find(keywords, text.substr(i, end - i)) != keywords.end()) return true;
    i = end - 1;
  }
  return false;
}

} // namespace

bool Conditions::belongs(FileId file, SourcePoint keyword, const SourceRange& condition) const {
  constexpr std::uint32_t most_lines = 20;
  if (file != condition.file || condition.begin < keyword
      || condition.begin.line > keyword.line + most_lines)
    return false;
  std::string between;
  for (std::uint32_t n = keyword.line; n <= condition.begin.line; ++n) {
    auto line = files_.line(file, n);
    if (!line) return true;
    std::size_t from = n == keyword.line ? keyword.column - 1 : 0;
    std::size_t to = n == condition.begin.line ? condition.begin.column - 1 : line->size();
    if (from <= to && to <= line->size())
      between += std::string(line->substr(from, to - from)) + "\n";
  }
  std::size_t word = 0;
  while (word < between.size() && is_word_part(between[word]))
    ++word;
  return !begins_statement(std::string_view(between).substr(word));
}

} // namespace kleene::report
