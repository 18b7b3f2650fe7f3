// SPDX-License-Identifier: Apache-2.0
#include "lexer.h"

#include "kleene/support/token_stream.h"

#include <fmt/core.h>

#include <array>
#include <optional>
#include <set>

namespace kleene::frontend::boolean {
namespace {

const std::set<std::string_view> keywords{
    "decl",       "void",  "bool",         "begin",  "end",          "if",         "then",
    "else",       "elsif", "fi",           "while",  "do",           "od",         "return",
    "skip",       "goto",  "assume",       "assert", "constrain",    "enforce",    "abortif",
    "dead",       "print", "schoose",      "dfs",    "start_thread", "end_thread", "atomic_begin",
    "atomic_end", "sync",  "thread_local", "wait",   "broadcast",    "T",          "F"};

constexpr std::array<std::string_view, 24> symbols{":=", "!=", "=>", "==", "&&", "||", "(", ")",
                                                   "[",  "]",  "<",  ">",  ",",  ";",  ":", "=",
                                                   "&",  "|",  "^",  "!",  "~",  "?",  "*", "'"};

/// The one spelling that the parser knows.
std::string_view meaning(std::string_view symbol) {
  if (symbol == "==") return "=";
  if (symbol == "&&") return "&";
  if (symbol == "||") return "|";
  if (symbol == "~") return "!";
  return symbol;
}

bool starts_identifier(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

std::size_t word_length(std::string_view text) {
  if (!starts_identifier(text[0])) return 0;
  return length_while(text, [](char c) { return starts_identifier(c) || is_digit(c) || c == '.'; });
}

const LexicalRules rules{
    .blanks = " \t\r\n\f\v", .word = word_length, .number = digits_length, .symbols = symbols};

class Lexer {
public:
  Lexer(const SourceFiles& files, FileId file)
      : files_(files), file_(file), stream_(files.text(file), rules) {}

  Result<std::vector<Token>> run() {
    while (true) {
      Lexeme lexeme = stream_.next();
      switch (lexeme.kind) {
      case Lexeme::Kind::Word: {
        bool keyword = keywords.contains(lexeme.text);
        push(keyword ? TokenKind::Keyword : TokenKind::Identifier, lexeme.text, lexeme.begin);
        break;
      }
      case Lexeme::Kind::Number:
        push(TokenKind::Number, lexeme.text, lexeme.begin);
        break;
      case Lexeme::Kind::Symbol:
        push(TokenKind::Symbol, meaning(lexeme.text), lexeme.begin);
        break;
      case Lexeme::Kind::OpenComment:
        return problem(lexeme.begin, lexeme.end, "this comment has no end: expected `*/`");
      case Lexeme::Kind::Other:
        if (auto problem = other()) return *problem;
        break;
      case Lexeme::Kind::End:
        push(TokenKind::End, "", lexeme.begin);
        return std::move(tokens_);
      }
    }
  }

private:
  Diagnostic problem(std::size_t begin, std::size_t end, std::string message) const {
    return Diagnostic::at(
        files_, source_range(files_, file_, begin, end), ErrorKind::Parse, std::move(message));
  }

  /// From there to where the stream is.
  void push(TokenKind kind, std::string_view text, std::size_t begin) {
    tokens_.push_back(
        {kind, std::string(text), source_range(files_, file_, begin, stream_.position())});
  }

  std::optional<Diagnostic> other() {
    char c = stream_.at();
    if (c == '{') return braced_identifier();
    bool printable = c > ' ' && c < '\x7f';
    return problem(stream_.position(),
                   stream_.position() + 1,
                   printable ? fmt::format("unexpected character `{}`", c)
                             : fmt::format("unexpected byte 0x{:02x}",
                                           static_cast<unsigned>(static_cast<unsigned char>(c))));
  }

  /// `{ptr->next == NULL}`: the predicate that a variable stands for, as its name.
  std::optional<Diagnostic> braced_identifier() {
    std::string_view text = stream_.text();
    std::size_t begin = stream_.position();
    std::size_t end = text.find_first_of("}\n", begin);
    if (end == std::string_view::npos || text[end] == '\n')
      return problem(begin, begin + 1, "this identifier has no end: expected `}` on the same line");
    std::string_view name = text.substr(begin + 1, end - begin - 1);
    std::size_t first = name.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return problem(begin, end + 1, "empty identifier `{}`");
    name = name.substr(first, name.find_last_not_of(" \t\r") - first + 1);
    stream_.move_to(end + 1);
    push(TokenKind::Identifier, name, begin);
    return std::nullopt;
  }

  const SourceFiles& files_;
  FileId file_;
  TokenStream stream_;
  std::vector<Token> tokens_;
};

} // namespace

Result<std::vector<Token>> tokenize(const SourceFiles& files, FileId file) {
  return Lexer(files, file).run();
}

} // namespace kleene::frontend::boolean
