// SPDX-License-Identifier: Apache-2.0
#include "kleene/support/token_stream.h"

#include <algorithm>

namespace kleene {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::size_t digits_length(std::string_view text) {
  return length_while(text, is_digit);
}

bool TokenStream::skip_blanks() {
  while (!done()) {
    if (rules_.blanks.find(at()) != std::string_view::npos) {
      ++position_;
    } else if (looking_at("//")) {
      position_ = std::min(text_.find('\n', position_), text_.size());
    } else if (rules_.block_comments && looking_at("/*")) {
      std::size_t end = text_.find("*/", position_ + 2);
      if (end == std::string_view::npos) return false;
      position_ = end + 2;
    } else {
      break;
    }
  }
  return true;
}

Lexeme TokenStream::take(Lexeme::Kind kind, std::size_t length) {
  Lexeme result{kind, position_, position_ + length, text_.substr(position_, length)};
  position_ += length;
  return result;
}

Lexeme TokenStream::next() {
  if (!skip_blanks()) return {Lexeme::Kind::OpenComment, position_, position_ + 2, "/*"};
  if (done()) return take(Lexeme::Kind::End, 0);
  std::string_view rest = text_.substr(position_);
  if (std::size_t length = rules_.word(rest)) return take(Lexeme::Kind::Word, length);
  if (std::size_t length = rules_.number(rest)) return take(Lexeme::Kind::Number, length);
  for (std::string_view symbol : rules_.symbols)
    if (rest.starts_with(symbol)) return take(Lexeme::Kind::Symbol, symbol.size());
  return take(Lexeme::Kind::Other, 0);
}

void TokenStream::move_to(std::size_t position) {
  position_ = std::min(position, text_.size());
}

SourceRange
source_range(const SourceFiles& files, FileId file, std::size_t begin, std::size_t end) {
  return {file, files.point(file, begin), files.point(file, end)};
}

} // namespace kleene
