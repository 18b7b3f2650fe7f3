// SPDX-License-Identifier: Apache-2.0
// A formula on the command line while it is read: words and symbols, and the first mistake, which ends the reading.
#pragma once
#include "kleene/support/result.h"
#include "kleene/support/token_stream.h"

#include <optional>

namespace kleene {

class FormulaReader {
public:
  /// `option` is the one that the formula is given to, for complaints. The text must outlive this.
  FormulaReader(std::string_view option, std::string_view text)
      : option_(option), stream_(text, rules) {}

  /// Letters, digits, `_`, `$` and `.`: what names of labels and functions are made of.
  static bool is_word(char c);

  bool accept(std::string_view symbol);
  /// The word that comes next, without taking it.
  std::string_view word();
  std::string_view take_word();
  bool accept_word(std::string_view wanted);
  bool at_end();

  /// What is not yet read, blanks first; `skip` leaves the blanks out.
  std::string_view rest() const { return stream_.text().substr(stream_.position()); }
  void skip() { stream_.skip_blanks(); }
  std::size_t position() const { return stream_.position(); }
  void move_to(std::size_t position) { stream_.move_to(position); }
  std::string_view text() const { return stream_.text(); }

  /// Notes the mistake if it is the first, and leaves nothing to be read.
  void fail(std::string_view expected);
  const std::optional<Diagnostic>& error() const { return error_; }

private:
  static const LexicalRules rules;

  std::string_view option_;
  TokenStream stream_;
  std::optional<Diagnostic> error_;
};

} // namespace kleene
