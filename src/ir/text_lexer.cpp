// SPDX-License-Identifier: Apache-2.0
#include "text_lexer.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "text_syntax.h"

namespace kleene::ir {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

class Lexer {
public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::vector<Token> run() {
    std::vector<Token> tokens;
    do {
      skip_blanks();
      tokens.push_back(token());
    } while (tokens.back().kind != TokenKind::End);
    return tokens;
  }

private:
  char at(std::size_t ahead = 0) const {
    return position_ + ahead < text_.size() ? text_[position_ + ahead] : '\0';
  }
  bool done() const { return position_ >= text_.size(); }

  void skip_blanks() {
    while (!done()) {
      if (at() == ' ' || at() == '\t' || at() == '\n' || at() == '\r') {
        ++position_;
      } else if (at() == '/' && at(1) == '/') {
        position_ = std::min(text_.find('\n', position_), text_.size());
      } else {
        return;
      }
    }
  }

  Token token() {
    Token t;
    t.begin = position_;
    if (done()) {
      t.kind = TokenKind::End;
    } else if (is_name_start(at())) {
      name(t);
    } else if (is_digit(at())) {
      number(t);
    } else if (at() == '"') {
      quoted(t, TokenKind::String);
    } else if (at() == '`') {
      quoted(t, TokenKind::Name);
      t.quoted = true;
      if (t.kind == TokenKind::Name && t.text.empty()) bad(t, "a name should not be empty");
    } else {
      symbol(t);
    }
    t.end = position_;
    return t;
  }

  static void bad(Token& t, std::string message) {
    t.kind = TokenKind::Bad;
    t.text = std::move(message);
  }

  void name(Token& t) {
    t.kind = TokenKind::Name;
    while (is_name_part(at()) || (at() == ':' && at(1) == ':' && is_name_part(at(2))))
      position_ += at() == ':' ? 2 : 1;
    t.text = text_.substr(t.begin, position_ - t.begin);
  }

  void number(Token& t) {
    while (is_name_part(at()))
      ++position_;
    std::string_view digits = text_.substr(t.begin, position_ - t.begin);
    bool hex = digits.size() > 2 && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
    bool well_formed = hex ? std::all_of(digits.begin() + 2,
                                         digits.end(),
                                         [](char c) { return hex_digit(c) >= 0; })
                           : std::all_of(digits.begin(), digits.end(), is_digit);
    if (!well_formed) return bad(t, fmt::format("malformed number {}", digits));
    std::optional<Integer> negated = parse_integer(fmt::format("-{}", digits));
    if (!negated) return bad(t, "this number does not fit into 128 bits");
    t.kind = TokenKind::Number;
    t.text = digits;
    t.negated = *negated;
  }

  void quoted(Token& t, TokenKind kind) {
    char quote = at();
    ++position_;
    t.kind = kind;
    while (!done() && at() != quote && at() != '\n') {
      if (at() == '\\') {
        if (!escape(t)) return;
      } else {
        t.text += at();
        ++position_;
      }
    }
    if (at() != quote) return bad(t, fmt::format("this text has no closing {}", quote));
    ++position_;
  }

  bool escape(Token& t) {
    static constexpr std::array<std::pair<char, char>, 6> plain{
        {{'n', '\n'}, {'t', '\t'}, {'0', '\0'}, {'\\', '\\'}, {'"', '"'}, {'`', '`'}}};
    char c = at(1);
    const auto* found = std::ranges::find(plain, c, &std::pair<char, char>::first);
    if (found != plain.end()) {
      t.text += found->second;
      position_ += 2;
      return true;
    }
    int high = hex_digit(at(2));
    int low = hex_digit(at(3));
    if (c != 'x' || high < 0 || low < 0) {
      t.begin = position_;
      position_ = std::min(position_ + 2, text_.size());
      bad(t, R"(unknown escape: use \n, \t, \0, \\, \", \` or \x and two hexadecimal digits)");
      return false;
    }
    t.text += static_cast<char>(high * 16 + low);
    position_ += 4;
    return true;
  }

  void symbol(Token& t) {
    static constexpr std::array<std::string_view, 10> two{
        "->", ":=", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||"};
    static constexpr std::string_view one = "()[]{},;:=?@+-*/%<>!~&|^";
    std::string_view pair = text_.substr(position_, 2);
    t.kind = TokenKind::Symbol;
    if (std::ranges::find(two, pair) != two.end()) {
      t.text = pair;
    } else if (one.find(at()) != std::string_view::npos) {
      t.text = pair.substr(0, 1);
    } else {
      auto byte = static_cast<unsigned char>(at());
      bool visible = byte > 32 && byte < 127;
      bad(t,
          visible ? fmt::format("unexpected character '{}'", at())
                  : fmt::format("unexpected byte 0x{:02x}", byte));
      ++position_;
      return;
    }
    position_ += t.text.size();
  }

  std::string_view text_;
  std::size_t position_ = 0;
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

Integer number_value(const Token& token) {
  constexpr Integer lowest = static_cast<Integer>(1) << 127;
  if (token.negated == lowest) fail(token, "this number does not fit into 128 bits");
  return -token.negated;
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
