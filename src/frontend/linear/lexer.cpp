// SPDX-License-Identifier: Apache-2.0
#include "lexer.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string>

namespace kleene::frontend::linear {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Longest first, so that the first match is the right one.
constexpr std::array<std::string_view, 22> symbols{"&&", "||", "<=", "=<", ">=", "!=", "==", "<",
                                                   ">",  "=",  "!",  "+",  "-",  "*",  "(",  ")",
                                                   "{",  "}",  ",",  ";",  ":",  "?"};

std::string_view canonical(std::string_view symbol) {
  if (symbol == "=<") return "<=";
  if (symbol == "==") return "=";
  return symbol;
}

class Lexer {
public:
  Lexer(const SourceFiles& files, FileId file)
      : files_(files), file_(file), text_(files.text(file)) {}

  Result<std::vector<Token>> run() {
    std::vector<Token> tokens;
    while (true) {
      if (auto open = skip_blanks())
        return Diagnostic::at(
            files_, range(*open, *open + 2), ErrorKind::Parse, "this comment is not closed");
      if (at_ == text_.size()) break;
      std::size_t begin = at_;
      TokenKind kind = scan();
      if (at_ == begin)
        return Diagnostic::at(files_, range(begin, begin + 1), ErrorKind::Parse, unexpected(begin));
      std::string_view word = text_.substr(begin, at_ - begin);
      if (kind == TokenKind::Symbol) word = canonical(word);
      tokens.push_back({kind, word, range(begin, at_)});
    }
    tokens.push_back({TokenKind::End, {}, range(at_, at_)});
    return tokens;
  }

private:
  /// The offset of an unclosed comment, if there is one.
  std::optional<std::size_t> skip_blanks() {
    while (at_ < text_.size()) {
      char c = text_[at_];
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
        ++at_;
      } else if (text_.substr(at_, 2) == "//") {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (text_.substr(at_, 2) == "/*") {
        std::size_t close = text_.find("*/", at_ + 2);
        if (close == std::string_view::npos) return at_;
        at_ = close + 2;
      } else {
        break;
      }
    }
    return std::nullopt;
  }

  TokenKind scan() {
    if (is_letter(text_[at_])) {
      while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_])))
        ++at_;
      return TokenKind::Identifier;
    }
    if (is_digit(text_[at_])) {
      while (at_ < text_.size() && is_digit(text_[at_]))
        ++at_;
      return TokenKind::Number;
    }
    auto found = std::ranges::find_if(
        symbols, [&](std::string_view s) { return text_.substr(at_, s.size()) == s; });
    if (found != symbols.end()) at_ += found->size();
    return TokenKind::Symbol;
  }

  std::string unexpected(std::size_t offset) const {
    char c = text_[offset];
    if (c > 32 && c < 127) return fmt::format("'{}' has no meaning in a Linear Program", c);
    return fmt::format("a byte with code {} has no meaning in a Linear Program",
                       static_cast<unsigned>(static_cast<unsigned char>(c)));
  }

  SourceRange range(std::size_t begin, std::size_t end) const {
    return {file_, files_.point(file_, begin), files_.point(file_, end)};
  }

  const SourceFiles& files_;
  FileId file_;
  std::string_view text_;
  std::size_t at_ = 0;
};

} // namespace

Result<std::vector<Token>> tokenize(const SourceFiles& files, FileId file) {
  return Lexer(files, file).run();
}

} // namespace kleene::frontend::linear
