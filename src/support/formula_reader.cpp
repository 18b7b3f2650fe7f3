// SPDX-License-Identifier: Apache-2.0
#include "kleene/support/formula_reader.h"

#include <fmt/core.h>

namespace kleene {
namespace {

std::size_t word_length(std::string_view text) {
  return length_while(text, FormulaReader::is_word);
}

} // namespace

const LexicalRules FormulaReader::rules{
    .block_comments = false, .word = word_length, .number = digits_length, .symbols = {}};

bool FormulaReader::is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' || c == '$'
         || c == '.';
}

bool FormulaReader::accept(std::string_view symbol) {
  skip();
  if (!stream_.looking_at(symbol)) return false;
  move_to(position() + symbol.size());
  return true;
}

std::string_view FormulaReader::word() {
  skip();
  return rest().substr(0, word_length(rest()));
}

std::string_view FormulaReader::take_word() {
  std::string_view taken = word();
  move_to(position() + taken.size());
  return taken;
}

bool FormulaReader::accept_word(std::string_view wanted) {
  if (word() != wanted) return false;
  move_to(position() + wanted.size());
  return true;
}

bool FormulaReader::at_end() {
  skip();
  return stream_.done();
}

void FormulaReader::fail(std::string_view expected) {
  if (!error_)
    error_ = Diagnostic::error(
        ErrorKind::Usage,
        fmt::format(
            "{} '{}': expected {} at column {}", option_, text(), expected, position() + 1));
  move_to(text().size());
}

} // namespace kleene
