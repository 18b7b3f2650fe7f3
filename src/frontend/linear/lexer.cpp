// SPDX-License-Identifier: Apache-2.0
#include "lexer.h"

#include "kleene/support/token_stream.h"

#include <fmt/core.h>

#include <array>
#include <string>

namespace kleene::frontend::linear {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

std::size_t word_length(std::string_view text) {
  if (!is_letter(text[0])) return 0;
  return length_while(text, [](char c) { return is_letter(c) || is_digit(c); });
}

constexpr std::array<std::string_view, 22> symbols{"&&", "||", "<=", "=<", ">=", "!=", "==", "<",
                                                   ">",  "=",  "!",  "+",  "-",  "*",  "(",  ")",
                                                   "{",  "}",  ",",  ";",  ":",  "?"};

const LexicalRules rules{.word = word_length, .number = digits_length, .symbols = symbols};

std::string_view canonical(std::string_view symbol) {
  if (symbol == "=<") return "<=";
  if (symbol == "==") return "=";
  return symbol;
}

std::string unexpected(char c) {
  if (c > 32 && c < 127) return fmt::format("'{}' has no meaning in a Linear Program", c);
  return fmt::format("a byte with code {} has no meaning in a Linear Program",
                     static_cast<unsigned>(static_cast<unsigned char>(c)));
}

} // namespace

Result<std::vector<Token>> tokenize(const SourceFiles& files, FileId file) {
  std::vector<Token> tokens;
  TokenStream stream(files.text(file), rules);
  auto range = [&](const Lexeme& l) { return source_range(files, file, l.begin, l.end); };
  while (true) {
    Lexeme lexeme = stream.next();
    switch (lexeme.kind) {
    case Lexeme::Kind::Word:
      tokens.push_back({TokenKind::Identifier, lexeme.text, range(lexeme)});
      break;
    case Lexeme::Kind::Number:
      tokens.push_back({TokenKind::Number, lexeme.text, range(lexeme)});
      break;
    case Lexeme::Kind::Symbol:
      tokens.push_back({TokenKind::Symbol, canonical(lexeme.text), range(lexeme)});
      break;
    case Lexeme::Kind::OpenComment:
      return Diagnostic::at(files, range(lexeme), ErrorKind::Parse, "this comment is not closed");
    case Lexeme::Kind::Other:
      lexeme.end = lexeme.begin + 1;
      return Diagnostic::at(files, range(lexeme), ErrorKind::Parse, unexpected(stream.at()));
    case Lexeme::Kind::End:
      tokens.push_back({TokenKind::End, {}, range(lexeme)});
      return tokens;
    }
  }
}

} // namespace kleene::frontend::linear
