// SPDX-License-Identifier: Apache-2.0
// Splits the text of a Boolean program into tokens.
#pragma once
#include "kleene/support/result.h"
#include "kleene/support/source.h"

#include <string>
#include <vector>

namespace kleene::frontend::boolean {

enum class TokenKind {
  Identifier, ///< `text` without the braces, if it had any
  Number,
  Keyword,
  Symbol, ///< normalised: `&&` is `&`, `||` is `|`, `==` is `=`, `~` is `!`
  End,
};

struct Token {
  TokenKind kind = TokenKind::End;
  std::string text;
  SourceRange range;

  bool is(std::string_view symbol_or_keyword) const {
    return (kind == TokenKind::Symbol || kind == TokenKind::Keyword) && text == symbol_or_keyword;
  }
};

/// All tokens, the last of kind End.
Result<std::vector<Token>> tokenize(const SourceFiles& files, FileId file);

} // namespace kleene::frontend::boolean
