// SPDX-License-Identifier: Apache-2.0
#include "kleene/ltl/formula.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace kleene::ltl {
namespace {

constexpr int deepest = 200;           ///< brackets and operators inside each other
constexpr std::size_t largest = 2'000; ///< operators and atoms, `<->` written out

/// How many operators and atoms a formula has when it is written out, as far as `largest`.
std::size_t size_of(const Formula& formula, std::map<const Node*, std::size_t>& known) {
  if (auto found = known.find(formula.get()); found != known.end()) return found->second;
  std::size_t size = 1;
  for (const Formula& arg : formula->args)
    size = std::min(largest + 1, size + size_of(arg, known));
  known.emplace(formula.get(), size);
  return size;
}

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'
         || c == '$' || c == '.';
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// Recursive descent; the first mistake is kept and ends the reading.
class Parser {
public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<Formula> run() {
    Formula formula = equivalence();
    skip();
    if (!error_ && at_ != text_.size()) fail("an operator or the end of the formula");
    if (error_) return *error_;
    std::map<const Node*, std::size_t> sizes;
    if (size_of(formula, sizes) > largest)
      return Diagnostic::error(ErrorKind::Usage, "--ltl: the formula is too large");
    return formula;
  }

private:
  void skip() {
    while (at_ < text_.size() && is_blank(text_[at_]))
      ++at_;
  }

  bool accept(std::string_view symbol) {
    skip();
    if (!text_.substr(at_).starts_with(symbol)) return false;
    at_ += symbol.size();
    return true;
  }

  /// The word that comes next, without taking it.
  std::string_view word() {
    skip();
    std::size_t end = at_;
    while (end < text_.size() && is_word(text_[end]))
      ++end;
    return text_.substr(at_, end - at_);
  }

  bool accept_word(std::string_view wanted) {
    if (word() != wanted) return false;
    at_ += wanted.size();
    return true;
  }

  Formula fail(std::string_view expected) {
    if (!error_)
      error_ = Diagnostic::error(
          ErrorKind::Usage,
          fmt::format("--ltl '{}': expected {} at column {}", text_, expected, at_ + 1));
    at_ = text_.size();
    return constant(false);
  }

  Formula equivalence() {
    if (++depth_ > deepest) return fail("fewer brackets");
    Formula left = implication();
    while (accept("<->")) {
      Formula right = implication();
      left = make(Kind::Or,
                  {make(Kind::And, {left, right}),
                   make(Kind::And, {make(Kind::Not, {left}), make(Kind::Not, {right})})});
    }
    --depth_;
    return left;
  }

  Formula implication() {
    if (++depth_ > deepest) return fail("fewer operators");
    Formula left = disjunction();
    if (accept("->")) left = make(Kind::Or, {make(Kind::Not, {left}), implication()});
    --depth_;
    return left;
  }

  Formula disjunction() {
    Formula left = conjunction();
    while (accept("||") || accept("|"))
      left = make(Kind::Or, {left, conjunction()});
    return left;
  }

  Formula conjunction() {
    Formula left = binary();
    while (accept("&&") || accept("&"))
      left = make(Kind::And, {left, binary()});
    return left;
  }

  Formula binary() {
    if (++depth_ > deepest) return fail("fewer operators");
    Formula left = unary();
    Formula result = left;
    if (accept_word("U"))
      result = make(Kind::Until, {left, binary()});
    else if (accept_word("R"))
      result = make(Kind::Release, {left, binary()});
    else if (accept_word("W")) {
      Formula right = binary();
      result = make(Kind::Release, {right, make(Kind::Or, {left, right})});
    }
    --depth_;
    return result;
  }

  /// `G F a` may be written `GF a`.
  bool is_temporal(std::string_view name) {
    return !name.empty()
           && std::ranges::all_of(name, [](char c) { return c == 'F' || c == 'G' || c == 'X'; });
  }

  static Formula temporal(char letter, Formula inner) {
    if (letter == 'X') return make(Kind::Next, {std::move(inner)});
    if (letter == 'F') return make(Kind::Until, {constant(true), std::move(inner)});
    return make(Kind::Release, {constant(false), std::move(inner)});
  }

  Formula unary() {
    if (++depth_ > deepest) return fail("fewer operators");
    Formula result;
    skip();
    bool negation = text_.substr(at_).starts_with('!') && !text_.substr(at_).starts_with("!=");
    if (negation) {
      ++at_;
      result = make(Kind::Not, {unary()});
    } else if (std::string_view name = word(); is_temporal(name)) {
      at_ += name.size();
      result = unary();
      for (std::size_t i = name.size(); i > 0; --i)
        result = temporal(name[i - 1], result);
    } else {
      result = primary();
    }
    --depth_;
    return result;
  }

  /// An operator that makes what stands before it a part of an expression.
  bool at_expression_operator() {
    skip();
    std::string_view rest = text_.substr(at_);
    if (rest.starts_with("->") || rest.starts_with("<->")) return false;
    constexpr std::string_view first = "=<>+-*/%^?";
    return rest.starts_with("!=") || (!rest.empty() && first.find(rest.front()) != first.npos);
  }

  Formula primary() {
    skip();
    std::size_t begin = at_;
    if (accept("(")) {
      Formula inner = equivalence();
      bool closed = !error_ && accept(")");
      if (closed && !at_expression_operator()) return inner;
      // A bracket of an expression: `(x + 1) * 2 == y`.
      return closed ? expression(begin) : fail("`)`");
    }
    if (accept_word("true")) return constant(true);
    if (accept_word("false")) return constant(false);
    for (std::string_view function : {"label", "in"})
      if (word() == function) return place(function, begin);
    return expression(begin);
  }

  /// `label(NAME)`; a variable may have that name, too.
  Formula place(std::string_view function, std::size_t begin) {
    at_ += function.size();
    if (!accept("(")) return expression(begin);
    std::string_view name = word();
    if (name.empty())
      return fail(function == "label" ? "the name of a label" : "a function's name");
    at_ += name.size();
    if (!accept(")")) return fail("`)`");
    return ltl::atom(fmt::format("{}({})", function, name));
  }

  /// Everything up to the next operator of the logic.
  Formula expression(std::size_t begin) {
    at_ = begin;
    int open = 0;
    while (at_ < text_.size()) {
      std::string_view rest = text_.substr(at_);
      if (open == 0 && ends_expression(rest)) break;
      if (rest.front() == '{') {
        at_ = std::min(text_.find('}', at_), text_.size() - 1) + 1;
        continue;
      }
      if (rest.front() == '(') ++open;
      if (rest.front() == ')' && --open < 0) break;
      at_ += is_word(rest.front()) ? word().size() : 1;
    }
    std::string text(text_.substr(begin, at_ - begin));
    while (!text.empty() && is_blank(text.back()))
      text.pop_back();
    if (text.empty()) return fail("label(NAME), in(FUNCTION), an expression, true, false or `(`");
    return ltl::atom(std::move(text));
  }

  static bool ends_expression(std::string_view rest) {
    constexpr std::array symbols{"&&", "||", "->", "<->", "&", "|", ")"};
    if (std::ranges::any_of(symbols, [&](const char* s) { return rest.starts_with(s); }))
      return true;
    constexpr std::string_view words = "URW";
    bool one_letter = rest.size() == 1 || !is_word(rest[1]);
    return words.find(rest.front()) != words.npos && one_letter;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::optional<Diagnostic> error_;
};

} // namespace

Result<Formula> parse(std::string_view text) {
  return Parser(text).run();
}

} // namespace kleene::ltl
