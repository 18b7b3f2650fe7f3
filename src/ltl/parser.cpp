// SPDX-License-Identifier: Apache-2.0
#include "kleene/ltl/formula.h"
#include "kleene/support/formula_reader.h"

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

/// Recursive descent; the first mistake is kept and ends the reading.
class Parser {
public:
  explicit Parser(std::string_view text) : text_("--ltl", text) {}

  Result<Formula> run() {
    Formula formula = equivalence();
    if (!text_.error() && !text_.at_end()) fail("an operator or the end of the formula");
    if (text_.error()) return *text_.error();
    std::map<const Node*, std::size_t> sizes;
    if (size_of(formula, sizes) > largest)
      return Diagnostic::error(ErrorKind::Usage, "--ltl: the formula is too large");
    return formula;
  }

private:
  Formula fail(std::string_view expected) {
    text_.fail(expected);
    return constant(false);
  }

  Formula equivalence() {
    if (++depth_ > deepest) return fail("fewer brackets");
    Formula left = implication();
    while (text_.accept("<->")) {
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
    if (text_.accept("->")) left = make(Kind::Or, {make(Kind::Not, {left}), implication()});
    --depth_;
    return left;
  }

  Formula disjunction() {
    Formula left = conjunction();
    while (text_.accept("||") || text_.accept("|"))
      left = make(Kind::Or, {left, conjunction()});
    return left;
  }

  Formula conjunction() {
    Formula left = binary();
    while (text_.accept("&&") || text_.accept("&"))
      left = make(Kind::And, {left, binary()});
    return left;
  }

  Formula binary() {
    if (++depth_ > deepest) return fail("fewer operators");
    Formula left = unary();
    Formula result = left;
    if (text_.accept_word("U"))
      result = make(Kind::Until, {left, binary()});
    else if (text_.accept_word("R"))
      result = make(Kind::Release, {left, binary()});
    else if (text_.accept_word("W")) {
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
    text_.skip();
    std::string_view rest = text_.rest();
    if (rest.starts_with('!') && !rest.starts_with("!=")) {
      text_.accept("!");
      result = make(Kind::Not, {unary()});
    } else if (std::string_view name = text_.word(); is_temporal(name)) {
      text_.take_word();
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
    text_.skip();
    std::string_view rest = text_.rest();
    if (rest.starts_with("->") || rest.starts_with("<->")) return false;
    constexpr std::string_view first = "=<>+-*/%^?";
    return rest.starts_with("!=") || (!rest.empty() && first.find(rest.front()) != first.npos);
  }

  Formula primary() {
    text_.skip();
    std::size_t begin = text_.position();
    if (text_.accept("(")) {
      Formula inner = equivalence();
      bool closed = !text_.error() && text_.accept(")");
      if (closed && !at_expression_operator()) return inner;
      // A bracket of an expression: `(x + 1) * 2 == y`.
      return closed ? expression(begin) : fail("`)`");
    }
    if (text_.accept_word("true")) return constant(true);
    if (text_.accept_word("false")) return constant(false);
    for (std::string_view function : {"label", "in"})
      if (text_.word() == function) return place(function, begin);
    return expression(begin);
  }

  /// `label(NAME)`; a variable may have that name, too.
  Formula place(std::string_view function, std::size_t begin) {
    text_.take_word();
    if (!text_.accept("(")) return expression(begin);
    std::string_view name = text_.take_word();
    if (name.empty())
      return fail(function == "label" ? "the name of a label" : "a function's name");
    if (!text_.accept(")")) return fail("`)`");
    return ltl::atom(fmt::format("{}({})", function, name));
  }

  /// Everything up to the next operator of the logic.
  Formula expression(std::size_t begin) {
    text_.move_to(begin);
    int open = 0;
    while (!text_.rest().empty()) {
      std::string_view rest = text_.rest();
      if (open == 0 && ends_expression(rest)) break;
      std::size_t step = std::max<std::size_t>(1, length_while(rest, FormulaReader::is_word));
      if (rest.front() == '{') step = std::min(rest.find('}'), rest.size() - 1) + 1;
      if (rest.front() == '(') ++open;
      if (rest.front() == ')' && --open < 0) break;
      text_.move_to(text_.position() + step);
    }
    std::string text(text_.text().substr(begin, text_.position() - begin));
    text.erase(text.find_last_not_of(" \t\r\n") + 1);
    if (text.empty()) return fail("label(NAME), in(FUNCTION), an expression, true, false or `(`");
    return ltl::atom(std::move(text));
  }

  static bool ends_expression(std::string_view rest) {
    constexpr std::array symbols{"&&", "||", "->", "<->", "&", "|", ")"};
    if (std::ranges::any_of(symbols, [&](const char* s) { return rest.starts_with(s); }))
      return true;
    constexpr std::string_view words = "URW";
    bool one_letter = rest.size() == 1 || !FormulaReader::is_word(rest[1]);
    return words.find(rest.front()) != words.npos && one_letter;
  }

  FormulaReader text_;
  int depth_ = 0;
};

} // namespace

Result<Formula> parse(std::string_view text) {
  return Parser(text).run();
}

} // namespace kleene::ltl
