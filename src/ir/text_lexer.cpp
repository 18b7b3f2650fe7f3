// SPDX-License-Identifier: Apache-2.0
#include "text_lexer.h"

#include "kleene/support/token_stream.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "text_syntax.h"

namespace kleene::ir {
namespace {

int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// With scopes: `f::x`.
std::size_t name_length(std::string_view text) {
  if (!is_name_start(text[0])) return 0;
  std::size_t length = 0;
  auto at = [&](std::size_t ahead) {
    return length + ahead < text.size() ? text[length + ahead] : '\0';
  };
  while (is_name_part(at(0)) || (at(0) == ':' && at(1) == ':' && is_name_part(at(2))))
    length += at(0) == ':' ? 2 : 1;
  return length;
}

/// What is malformed is taken as a whole.
std::size_t number_length(std::string_view text) {
  return is_digit(text[0]) ? length_while(text, is_name_part) : 0;
}

constexpr std::array<std::string_view, 34> symbols{
    "->", ":=", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "(", ")", "[", "]", "{", "}", ",",
    ";",  ":",  "=",  "?",  "@",  "+",  "-",  "*",  "/",  "%",  "<", ">", "!", "~", "&", "|", "^"};

const LexicalRules rules{
    .block_comments = false, .word = name_length, .number = number_length, .symbols = symbols};

class Lexer {
public:
  explicit Lexer(std::string_view text) : stream_(text, rules) {}

  std::vector<Token> run() {
    std::vector<Token> tokens;
    do
      tokens.push_back(token());
    while (tokens.back().kind != TokenKind::End);
    return tokens;
  }

private:
  Token token() {
    Lexeme lexeme = stream_.next();
    Token t;
    t.begin = lexeme.begin;
    switch (lexeme.kind) {
    case Lexeme::Kind::Word:
      t.kind = TokenKind::Name;
      t.text = lexeme.text;
      break;
    case Lexeme::Kind::Number:
      number(t, lexeme.text);
      break;
    case Lexeme::Kind::Symbol:
      t.kind = TokenKind::Symbol;
      t.text = lexeme.text;
      break;
    case Lexeme::Kind::OpenComment:
    case Lexeme::Kind::Other:
      other(t);
      break;
    case Lexeme::Kind::End:
      t.kind = TokenKind::End;
      break;
    }
    t.end = stream_.position();
    return t;
  }

  static void bad(Token& t, std::string message) {
    t.kind = TokenKind::Bad;
    t.text = std::move(message);
  }

  static void number(Token& t, std::string_view digits) {
    bool hex = digits.size() > 2 && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
    bool well_formed = hex ? std::all_of(digits.begin() + 2,
                                         digits.end(),
                                         [](char c) { return hex_digit(c) >= 0; })
                           : std::all_of(digits.begin(), digits.end(), is_digit);
    if (!well_formed) return bad(t, fmt::format("malformed number {}", digits));
    std::optional<Integer> value = parse_integer(digits);
    if (!value) return bad(t, "this number has too many digits");
    t.kind = TokenKind::Number;
    t.text = digits;
    t.value = *std::move(value);
  }

  void other(Token& t) {
    if (stream_.at() == '"') return quoted(t, TokenKind::String);
    if (stream_.at() == '`') {
      quoted(t, TokenKind::Name);
      t.quoted = true;
      if (t.kind == TokenKind::Name && t.text.empty()) bad(t, "a name should not be empty");
      return;
    }
    auto byte = static_cast<unsigned char>(stream_.at());
    bool visible = byte > 32 && byte < 127;
    bad(t,
        visible ? fmt::format("unexpected character '{}'", stream_.at())
                : fmt::format("unexpected byte 0x{:02x}", byte));
    advance(1);
  }

  void advance(std::size_t count) { stream_.move_to(stream_.position() + count); }

  void quoted(Token& t, TokenKind kind) {
    char quote = stream_.at();
    advance(1);
    t.kind = kind;
    while (!stream_.done() && stream_.at() != quote && stream_.at() != '\n') {
      if (stream_.at() == '\\') {
        if (!escape(t)) return;
      } else {
        t.text += stream_.at();
        advance(1);
      }
    }
    if (stream_.at() != quote) return bad(t, fmt::format("this text has no closing {}", quote));
    advance(1);
  }

  bool escape(Token& t) {
    static constexpr std::array<std::pair<char, char>, 6> plain{
        {{'n', '\n'}, {'t', '\t'}, {'0', '\0'}, {'\\', '\\'}, {'"', '"'}, {'`', '`'}}};
    char c = stream_.at(1);
    const auto* found = std::ranges::find(plain, c, &std::pair<char, char>::first);
    if (found != plain.end()) {
      t.text += found->second;
      advance(2);
      return true;
    }
    int high = hex_digit(stream_.at(2));
    int low = hex_digit(stream_.at(3));
    if (c != 'x' || high < 0 || low < 0) {
      t.begin = stream_.position();
      advance(2);
      bad(t, R"(unknown escape: use \n, \t, \0, \\, \", \` or \x and two hexadecimal digits)");
      return false;
    }
    t.text += static_cast<char>(high * 16 + low);
    advance(4);
    return true;
  }

  TokenStream stream_;
};

std::string describe(const Token& token) {
  switch (token.kind) {
  case TokenKind::End:
    return "the end of the text";
  case TokenKind::String:
    return "a text in quotes";
  default:
    return fmt::format("'{}'", token.text);
  }
}

} // namespace

std::vector<Token> tokenize(std::string_view text) {
  return Lexer(text).run();
}

void fail(const Token& token, std::string message) {
  throw ParseFailure{token.begin, token.end, std::move(message)};
}

const Token& TokenCursor::peek(std::size_t ahead) const {
  return tokens_[std::min(position_ + ahead, tokens_.size() - 1)];
}

const Token& TokenCursor::next() {
  const Token& token = peek();
  if (token.kind == TokenKind::Bad) fail(token, token.text);
  if (position_ + 1 < tokens_.size()) ++position_;
  return token;
}

bool TokenCursor::at_symbol(std::string_view symbol) const {
  return peek().kind == TokenKind::Symbol && peek().text == symbol;
}

bool TokenCursor::at_word(std::string_view word) const {
  return peek().kind == TokenKind::Name && !peek().quoted && peek().text == word;
}

bool TokenCursor::accept_symbol(std::string_view symbol) {
  if (!at_symbol(symbol)) return false;
  next();
  return true;
}

bool TokenCursor::accept_word(std::string_view word) {
  if (!at_word(word)) return false;
  next();
  return true;
}

const Token& TokenCursor::expect_symbol(std::string_view symbol) {
  if (!at_symbol(symbol)) fail_expected(fmt::format("'{}'", symbol));
  return next();
}

const Token& TokenCursor::expect_word(std::string_view word) {
  if (!at_word(word)) fail_expected(fmt::format("'{}'", word));
  return next();
}

const Token& TokenCursor::expect_name(std::string_view what) {
  if (peek().kind != TokenKind::Name) fail_expected(what);
  return next();
}

const Token& TokenCursor::expect_string(std::string_view what) {
  if (peek().kind != TokenKind::String) fail_expected(what);
  return next();
}

const Token& TokenCursor::expect_number(std::string_view what) {
  if (peek().kind != TokenKind::Number) fail_expected(what);
  return next();
}

void TokenCursor::fail_expected(std::string_view what) const {
  const Token& token = peek();
  if (token.kind == TokenKind::Bad) fail(token, token.text);
  fail(token, fmt::format("expected {}, but found {}", what, describe(token)));
}

std::size_t TokenCursor::previous_end() const {
  return position_ == 0 ? 0 : tokens_[position_ - 1].end;
}

} // namespace kleene::ir
