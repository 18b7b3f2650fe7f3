// SPDX-License-Identifier: Apache-2.0
// Tokens of the textual form. Any bytes are fine as input: what makes no token becomes one of kind
// Bad that carries the complaint.
#pragma once
#include "kleene/logic/integer.h"
#include "kleene/support/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace kleene::ir {

enum class TokenKind { Name, Number, String, Symbol, Bad, End };

struct Token {
  TokenKind kind = TokenKind::End;
  std::size_t begin = 0; ///< byte offsets in the text
  std::size_t end = 0;
  /// Name, String: without quotes and escapes; Symbol: as written; Bad: the complaint.
  std::string text;
  Integer value;       ///< of a Number
  bool quoted = false; ///< Name: in backquotes, so it is no keyword
};

/// The tokens of a text; the last one is End.
std::vector<Token> tokenize(std::string_view text);

/// Thrown inside the parser, caught by `parse`.
struct ParseFailure {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string message;
};

/// Walks over tokens, with complaints that say what was expected.
class TokenCursor {
public:
  explicit TokenCursor(const std::vector<Token>& tokens) : tokens_(tokens) {}

  const Token& peek(std::size_t ahead = 0) const;
  const Token& next();
  bool at_symbol(std::string_view symbol) const;
  /// An unquoted name with exactly this text.
  bool at_word(std::string_view word) const;
  bool accept_symbol(std::string_view symbol);
  bool accept_word(std::string_view word);
  const Token& expect_symbol(std::string_view symbol);
  const Token& expect_word(std::string_view word);
  const Token& expect_name(std::string_view what);
  const Token& expect_string(std::string_view what);
  const Token& expect_number(std::string_view what);
  /// "expected … but found …" at the current token.
  [[noreturn]] void fail_expected(std::string_view what) const;

  std::size_t position() const { return position_; }
  void seek(std::size_t position) { position_ = position; }
  /// End of the token before the current one.
  std::size_t previous_end() const;

private:
  const std::vector<Token>& tokens_;
  std::size_t position_ = 0;
};

[[noreturn]] void fail(const Token& token, std::string message);

} // namespace kleene::ir
