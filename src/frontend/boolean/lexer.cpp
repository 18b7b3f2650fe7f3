// SPDX-License-Identifier: Apache-2.0
#include "lexer.h"

#include <fmt/core.h>

#include <algorithm>
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

struct Spelling {
  std::string_view text;
  std::string_view meaning;
};
/// Longest first, so that the first match is the right one.
constexpr std::array spellings{
    Spelling{":=", ":="}, Spelling{"!=", "!="}, Spelling{"=>", "=>"}, Spelling{"==", "="},
    Spelling{"&&", "&"},  Spelling{"||", "|"},  Spelling{"(", "("},   Spelling{")", ")"},
    Spelling{"[", "["},   Spelling{"]", "]"},   Spelling{"<", "<"},   Spelling{">", ">"},
    Spelling{",", ","},   Spelling{";", ";"},   Spelling{":", ":"},   Spelling{"=", "="},
    Spelling{"&", "&"},   Spelling{"|", "|"},   Spelling{"^", "^"},   Spelling{"!", "!"},
    Spelling{"~", "!"},   Spelling{"?", "?"},   Spelling{"*", "*"},   Spelling{"'", "'"}};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool starts_identifier(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

bool continues_identifier(char c) {
  return starts_identifier(c) || is_digit(c) || c == '.';
}

class Lexer {
public:
  Lexer(const SourceFiles& files, FileId file)
      : files_(files), file_(file), text_(files.text(file)) {}

  Result<std::vector<Token>> run() {
    while (true) {
      if (auto problem = skip_blanks()) return *problem;
      if (at_ == text_.size()) break;
      if (auto problem = one_token()) return *problem;
    }
    push(TokenKind::End, "", at_);
    return std::move(tokens_);
  }

private:
  SourceRange range(std::size_t begin, std::size_t end) const {
    return {file_, files_.point(file_, begin), files_.point(file_, end)};
  }

  Diagnostic problem(std::size_t begin, std::size_t end, std::string message) const {
    return Diagnostic::at(files_, range(begin, end), ErrorKind::Parse, std::move(message));
  }

  void push(TokenKind kind, std::string text, std::size_t begin) {
    tokens_.push_back({kind, std::move(text), range(begin, at_)});
  }

  bool looking_at(std::string_view s) const { return text_.compare(at_, s.size(), s) == 0; }

  std::optional<Diagnostic> skip_blanks() {
    while (at_ < text_.size()) {
      char c = text_[at_];
      if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v') {
        ++at_;
      } else if (looking_at("//")) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (looking_at("/*")) {
        std::size_t end = text_.find("*/", at_ + 2);
        if (end == std::string::npos)
          return problem(at_, at_ + 2, "this comment has no end: expected `*/`");
        at_ = end + 2;
      } else {
        break;
      }
    }
    return std::nullopt;
  }

  template <class Predicate>
  std::string take_while(Predicate continues) {
    std::size_t begin = at_;
    while (at_ < text_.size() && continues(text_[at_]))
      ++at_;
    return text_.substr(begin, at_ - begin);
  }

  std::optional<Diagnostic> one_token() {
    std::size_t begin = at_;
    char c = text_[at_];
    if (starts_identifier(c)) {
      std::string word = take_while(continues_identifier);
      bool keyword = keywords.contains(word);
      push(keyword ? TokenKind::Keyword : TokenKind::Identifier, std::move(word), begin);
      return std::nullopt;
    }
    if (is_digit(c)) {
      std::string digits = take_while(is_digit);
      push(TokenKind::Number, std::move(digits), begin);
      return std::nullopt;
    }
    if (c == '{') return braced_identifier();
    for (const Spelling& s : spellings)
      if (looking_at(s.text)) {
        at_ += s.text.size();
        push(TokenKind::Symbol, std::string(s.meaning), begin);
        return std::nullopt;
      }
    bool printable = c > ' ' && c < '\x7f';
    return problem(begin,
                   begin + 1,
                   printable ? fmt::format("unexpected character `{}`", c)
                             : fmt::format("unexpected byte 0x{:02x}",
                                           static_cast<unsigned>(static_cast<unsigned char>(c))));
  }

  /// `{ptr->next == NULL}`: the predicate that a variable stands for, as its name.
  std::optional<Diagnostic> braced_identifier() {
    std::size_t begin = at_;
    std::size_t end = text_.find_first_of("}\n", at_);
    if (end == std::string::npos || text_[end] == '\n')
      return problem(begin, begin + 1, "this identifier has no end: expected `}` on the same line");
    std::string name = text_.substr(begin + 1, end - begin - 1);
    std::size_t first = name.find_first_not_of(" \t\r");
    if (first == std::string::npos) return problem(begin, end + 1, "empty identifier `{}`");
    name = name.substr(first, name.find_last_not_of(" \t\r") - first + 1);
    at_ = end + 1;
    push(TokenKind::Identifier, std::move(name), begin);
    return std::nullopt;
  }

  const SourceFiles& files_;
  FileId file_;
  const std::string& text_;
  std::size_t at_ = 0;
  std::vector<Token> tokens_;
};

} // namespace

Result<std::vector<Token>> tokenize(const SourceFiles& files, FileId file) {
  return Lexer(files, file).run();
}

} // namespace kleene::frontend::boolean
