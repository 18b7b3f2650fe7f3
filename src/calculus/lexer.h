// SPDX-License-Identifier: Apache-2.0
// Words of the fixed-point calculus.
#pragma once
#include "kleene/support/diagnostic.h"
#include "kleene/support/source.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kleene::calculus {

/// An input that is wrong; caught where reading began and turned into a failed Result.
struct InputError {
  Diagnostic diagnostic;
};

[[noreturn]] void
fail(const SourceFiles& files, const SourceRange& where, const std::string& message);

enum class TokenKind { Identifier, Number, String, Directive, Symbol, End };

struct Token {
  TokenKind kind = TokenKind::End;
  /// The word; for strings what is between the quotes, for directives the word after `#`. After
  /// `#load` the name of the file follows as a string.
  std::string text;
  SourceRange range;

  bool is(std::string_view symbol) const { return kind == TokenKind::Symbol && text == symbol; }
  bool is_word(std::string_view word) const {
    return kind == TokenKind::Identifier && text == word;
  }
};

/// The tokens of a file, the last one being End. Throws InputError.
std::vector<Token> tokenize(const SourceFiles& files, FileId file);

} // namespace kleene::calculus
