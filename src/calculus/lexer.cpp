// SPDX-License-Identifier: Apache-2.0
#include "lexer.h"

#include "kleene/support/token_stream.h"

#include <array>

namespace kleene::calculus {

void fail(const SourceFiles& files, const SourceRange& where, const std::string& message) {
  throw InputError{Diagnostic::at(files, where, ErrorKind::Parse, message)};
}

namespace {

constexpr std::array<std::string_view, 30> symbols{
    "<->", "<+>", "...", "->", "<-", "<=", ">=", "!=", "~+", "~-", "..", "<", ">", "=", "!",
    "&",   "|",   "(",   ")",  "{",  "}",  "[",  "]",  ",",  ";",  ":",  ".", "+", "-", "*"};

bool starts_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
/// As in µcke, names may have primes and dollar signs: `r'`.
std::size_t word_part(std::string_view text) {
  return length_while(
      text, [](char c) { return starts_word(c) || is_digit(c) || c == '\'' || c == '$'; });
}
std::size_t word_length(std::string_view text) {
  return starts_word(text[0]) ? word_part(text) : 0;
}

constexpr std::string_view blanks = " \t\r\n\f\v";
const LexicalRules rules{
    .blanks = blanks, .word = word_length, .number = digits_length, .symbols = symbols};

class Lexer {
public:
  Lexer(const SourceFiles& files, FileId file)
      : files_(files), file_(file), stream_(files.text(file), rules) {}

  std::vector<Token> run() {
    std::vector<Token> tokens;
    do {
      tokens.push_back(next());
      const Token& last = tokens.back();
      bool load = last.kind == TokenKind::Directive && last.text == "load";
      while (load && tokens.back().kind != TokenKind::End) {
        tokens.push_back(file_name());
        tokens.push_back(next());
        load = tokens.back().kind == TokenKind::Symbol && tokens.back().text == ",";
      }
    } while (tokens.back().kind != TokenKind::End);
    return tokens;
  }

private:
  /// At least one column.
  SourceRange range(std::size_t begin, std::size_t end) const {
    SourceRange result = source_range(files_, file_, begin, end);
    if (begin == end) ++result.end.column;
    return result;
  }

  /// From there to where the stream is.
  Token make(TokenKind kind, std::size_t from, std::string_view text) const {
    return {kind, std::string(text), range(from, stream_.position())};
  }

  Token next() {
    Lexeme lexeme = stream_.next();
    switch (lexeme.kind) {
    case Lexeme::Kind::Word:
      return make(TokenKind::Identifier, lexeme.begin, lexeme.text);
    case Lexeme::Kind::Number:
      if (lexeme.text.size() > 9)
        fail(files_, range(lexeme.begin, lexeme.end), "this number is too large");
      return make(TokenKind::Number, lexeme.begin, lexeme.text);
    case Lexeme::Kind::Symbol:
      return make(TokenKind::Symbol, lexeme.begin, lexeme.text);
    case Lexeme::Kind::OpenComment:
      fail(files_, range(lexeme.begin, lexeme.begin), "this comment does not end");
    case Lexeme::Kind::End:
      return make(TokenKind::End, lexeme.begin, "end of file");
    case Lexeme::Kind::Other:
      break;
    }
    return other();
  }

  Token other() {
    std::size_t from = stream_.position();
    if (stream_.at() == '"') return string();
    if (stream_.at() == '#') {
      std::string_view word = stream_.text().substr(from + 1);
      word = word.substr(0, word_part(word));
      stream_.move_to(from + 1 + word.size());
      return make(TokenKind::Directive, from, word);
    }
    fail(files_, range(from, from + 1), std::string("unexpected character '") + stream_.at() + "'");
  }

  /// What stands between `#load` and the comma or semicolon, with or without quotes.
  Token file_name() {
    if (!stream_.skip_blanks())
      fail(files_, range(stream_.position(), stream_.position()), "this comment does not end");
    if (stream_.at() == '"') return string();
    std::size_t from = stream_.position();
    stream_.move_to(stream_.text().find_first_of(",;", from));
    std::string_view name = stream_.text().substr(from, stream_.position() - from);
    name = name.substr(0, name.find_last_not_of(blanks) + 1);
    return make(TokenKind::String, from, name);
  }

  Token string() {
    std::size_t from = stream_.position();
    std::size_t end = stream_.text().find('"', from + 1);
    if (end == std::string_view::npos)
      fail(files_, range(from, from + 1), "this string does not end");
    stream_.move_to(end + 1);
    return make(TokenKind::String, from, stream_.text().substr(from + 1, end - from - 1));
  }

  const SourceFiles& files_;
  FileId file_;
  TokenStream stream_;
};

} // namespace

std::vector<Token> tokenize(const SourceFiles& files, FileId file) {
  return Lexer(files, file).run();
}

} // namespace kleene::calculus
