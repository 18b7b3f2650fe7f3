// SPDX-License-Identifier: Apache-2.0
// Tokens of Linear Programs.
#pragma once
#include "kleene/support/result.h"

#include <string_view>
#include <vector>

namespace kleene::frontend::linear {

enum class TokenKind {
  Identifier,
  Number,
  Symbol, ///< an operator, a bracket, a separator: `text` says which
  End,
};

/// `text` points into the source text, except that `=<` reads `<=`, and that `==` reads `=`.
struct Token {
  TokenKind kind = TokenKind::End;
  std::string_view text;
  SourceRange range;

  bool is(std::string_view expected) const { return text == expected && kind != TokenKind::Number; }
};

/// All tokens of a registered file, ended by one of kind End. Comments (`//`, `/* */`) are skipped.
Result<std::vector<Token>> tokenize(const SourceFiles& files, FileId file);

} // namespace kleene::frontend::linear
