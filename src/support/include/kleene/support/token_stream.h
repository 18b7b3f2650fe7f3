// SPDX-License-Identifier: Apache-2.0
// Text as a stream of words, numbers and symbols, for the languages that kleene reads itself. A language says what its
// blanks, comments, words, numbers and symbols are; what is none of these it reads on its own.
#pragma once
#include "kleene/support/source.h"

#include <span>
#include <string_view>

namespace kleene {

struct LexicalRules {
  /// The length of what a text begins with; 0 if it does not begin so. The text is not empty.
  using Length = std::size_t (*)(std::string_view text);

  std::string_view blanks = " \t\r\n";
  bool block_comments =
      true; ///< `/* */`; comments from `//` to the end of the line are known to all
  Length word = nullptr;
  Length number = nullptr; ///< tried if there is no word
  std::span<const std::string_view>
      symbols; ///< longest first, so that the first match is the right one
};

/// The longest beginning of a text whose characters satisfy a predicate.
template <class Predicate>
std::size_t length_while(std::string_view text, Predicate satisfies) {
  std::size_t length = 0;
  while (length < text.size() && satisfies(text[length]))
    ++length;
  return length;
}

bool is_digit(char c);
/// Decimal digits.
std::size_t digits_length(std::string_view text);

struct Lexeme {
  enum class Kind {
    Word,
    Number,
    Symbol,
    Other,       ///< a character that begins none of these: nothing is taken
    OpenComment, ///< the beginning of a comment that does not end
    End
  };
  Kind kind = Kind::End;
  std::size_t begin = 0; ///< byte offsets
  std::size_t end = 0;
  std::string_view text;
};

class TokenStream {
public:
  /// The rules and the text must outlive the stream.
  TokenStream(std::string_view text, const LexicalRules& rules) : text_(text), rules_(rules) {}

  /// Skips blanks and comments and takes what follows. At an Other it stays until somebody moves on.
  Lexeme next();
  /// Skips blanks and comments; false at a comment that does not end.
  bool skip_blanks();

  bool done() const { return position_ >= text_.size(); }
  /// A zero behind the end.
  char at(std::size_t ahead = 0) const {
    return position_ + ahead < text_.size() ? text_[position_ + ahead] : '\0';
  }
  bool looking_at(std::string_view what) const {
    return text_.substr(position_, what.size()) == what;
  }
  std::string_view text() const { return text_; }
  std::size_t position() const { return position_; }
  /// Not beyond the end.
  void move_to(std::size_t position);

private:
  Lexeme take(Lexeme::Kind kind, std::size_t length);

  std::string_view text_;
  const LexicalRules& rules_;
  std::size_t position_ = 0;
};

/// A part of a registered file, by byte offsets.
SourceRange source_range(const SourceFiles& files, FileId file, std::size_t begin, std::size_t end);

} // namespace kleene
