// SPDX-License-Identifier: Apache-2.0
#include "lexer.h"

#include <array>
#include <cctype>

namespace kleene::calculus {

void fail(const SourceFiles& files, const SourceRange& where, const std::string& message) {
  throw InputError{Diagnostic::at(files, where, ErrorKind::Parse, message)};
}

namespace {

/// Longest first.
constexpr std::array<std::string_view, 30> symbols{
    "<->", "<+>", "...", "->", "<-", "<=", ">=", "!=", "~+", "~-", "..", "<", ">", "=", "!",
    "&",   "|",   "(",   ")",  "{",  "}",  "[",  "]",  ",",  ";",  ":",  ".", "+", "-", "*"};

bool starts_word(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}
bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}
bool in_word(char c) {
  return starts_word(c) || is_digit(c);
}
bool is_space(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

class Lexer {
public:
  Lexer(const SourceFiles& files, FileId file)
      : files_(files), file_(file), text_(files.text(file)) {}

  std::vector<Token> run() {
    std::vector<Token> tokens;
    for (skip_blank(); position_ < text_.size(); skip_blank()) {
      tokens.push_back(next());
      const Token& last = tokens.back();
      if (last.kind == TokenKind::Directive && last.text == "load") tokens.push_back(file_name());
    }
    tokens.push_back(make(TokenKind::End, position_, "end of file"));
    return tokens;
  }

private:
  void advance(std::size_t count) {
    for (; count > 0 && position_ < text_.size(); --count, ++position_) {
      if (text_[position_] == '\n') {
        ++here_.line;
        here_.column = 1;
      } else {
        ++here_.column;
      }
    }
  }

  bool looking_at(std::string_view what) const {
    return text_.substr(position_, what.size()) == what;
  }

  void skip_blank() {
    for (;;) {
      start_ = here_;
      if (position_ < text_.size() && is_space(text_[position_])) {
        advance(1);
      } else if (looking_at("//")) {
        while (position_ < text_.size() && text_[position_] != '\n')
          advance(1);
      } else if (looking_at("/*")) {
        std::size_t end = text_.find("*/", position_ + 2);
        if (end == std::string_view::npos) fail(files_, range(), "this comment does not end");
        advance(end + 2 - position_);
      } else {
        return;
      }
    }
  }

  SourceRange range() const {
    SourcePoint end = here_;
    if (end == start_) ++end.column;
    return {file_, start_, end};
  }

  Token make(TokenKind kind, std::size_t from, std::string text) {
    start_ = from == position_ ? here_ : start_;
    return {kind, std::move(text), range()};
  }

  std::size_t word_length(std::size_t from) const {
    std::size_t end = from;
    while (end < text_.size() && in_word(text_[end]))
      ++end;
    return end - from;
  }

  Token next() {
    start_ = here_;
    std::size_t from = position_;
    char c = text_[position_];
    if (starts_word(c)) {
      advance(word_length(position_));
      return make(TokenKind::Identifier, from, std::string(text_.substr(from, position_ - from)));
    }
    if (is_digit(c)) {
      while (position_ < text_.size() && is_digit(text_[position_]))
        advance(1);
      if (position_ - from > 9) fail(files_, range(), "this number is too large");
      return make(TokenKind::Number, from, std::string(text_.substr(from, position_ - from)));
    }
    if (c == '"') return string();
    if (c == '#') {
      advance(1 + word_length(position_ + 1));
      return make(
          TokenKind::Directive, from, std::string(text_.substr(from + 1, position_ - from - 1)));
    }
    for (std::string_view symbol : symbols) {
      if (symbol.front() != c || !looking_at(symbol)) continue;
      advance(symbol.size());
      return make(TokenKind::Symbol, from, std::string(symbol));
    }
    advance(1);
    fail(files_, range(), std::string("unexpected character '") + c + "'");
  }

  /// What stands between `#load` and the semicolon, with or without quotes.
  Token file_name() {
    skip_blank();
    start_ = here_;
    std::size_t from = position_;
    while (position_ < text_.size() && text_[position_] != ';')
      advance(1);
    std::string name(text_.substr(from, position_ - from));
    while (!name.empty() && is_space(name.back()))
      name.pop_back();
    if (name.size() >= 2 && name.front() == '"' && name.back() == '"')
      name = name.substr(1, name.size() - 2);
    return make(TokenKind::String, from, std::move(name));
  }

  Token string() {
    std::size_t from = position_;
    std::size_t end = text_.find('"', position_ + 1);
    if (end == std::string_view::npos) {
      advance(1);
      fail(files_, range(), "this string does not end");
    }
    advance(end + 1 - position_);
    return make(TokenKind::String, from, std::string(text_.substr(from + 1, end - from - 1)));
  }

  const SourceFiles& files_;
  FileId file_;
  std::string_view text_;
  std::size_t position_ = 0;
  SourcePoint here_{1, 1};
  SourcePoint start_{1, 1};
};

} // namespace

std::vector<Token> tokenize(const SourceFiles& files, FileId file) {
  return Lexer(files, file).run();
}

} // namespace kleene::calculus
