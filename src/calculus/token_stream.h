// SPDX-License-Identifier: Apache-2.0
// A cursor over tokens, with the errors that a parser reports, and a limit on nesting.
#pragma once
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "lexer.h"

namespace kleene::calculus {

class TokenStream {
public:
  TokenStream(const SourceFiles& files, std::vector<Token> tokens)
      : files_(files), tokens_(std::move(tokens)) {}

  const SourceFiles& files() const { return files_; }
  const Token& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(position_ + ahead, tokens_.size() - 1)];
  }
  const Token& take() {
    const Token& token = peek();
    if (position_ + 1 < tokens_.size()) ++position_;
    return token;
  }
  bool at_end() const { return peek().kind == TokenKind::End; }

  bool accept(std::string_view symbol) {
    if (!peek().is(symbol)) return false;
    take();
    return true;
  }
  bool accept_word(std::string_view word) {
    if (!peek().is_word(word)) return false;
    take();
    return true;
  }
  const Token& expect(std::string_view symbol, std::string_view where) {
    if (!peek().is(symbol)) unexpected("'" + std::string(symbol) + "' " + std::string(where));
    return take();
  }
  const Token& expect_identifier(std::string_view what) {
    if (peek().kind != TokenKind::Identifier) unexpected(std::string(what));
    return take();
  }

  [[noreturn]] void unexpected(const std::string& wanted) const {
    const Token& token = peek();
    std::string found = token.kind == TokenKind::End         ? token.text
                        : token.kind == TokenKind::String    ? "a string"
                        : token.kind == TokenKind::Directive ? "'#" + token.text + "'"
                                                             : "'" + token.text + "'";
    fail(files_, token.range, "expected " + wanted + ", found " + found);
  }

  /// From a token's begin to the end of the last token taken.
  SourceRange range_from(const SourceRange& begin) const {
    SourceRange range = begin;
    if (position_ > 0 && tokens_[position_ - 1].range.end > range.end)
      range.end = tokens_[position_ - 1].range.end;
    return range;
  }

  /// Counts nesting while it is alive; fails beyond a limit that keeps recursion safe.
  class Nesting {
  public:
    explicit Nesting(TokenStream& tokens) : tokens_(tokens) {
      if (++tokens_.depth_ > max_depth)
        fail(tokens_.files_, tokens_.peek().range, "formulas are nested too deeply here");
    }
    ~Nesting() { --tokens_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

  private:
    static constexpr int max_depth = 300;
    TokenStream& tokens_;
  };

private:
  const SourceFiles& files_;
  std::vector<Token> tokens_;
  std::size_t position_ = 0;
  int depth_ = 0;
};

} // namespace kleene::calculus
