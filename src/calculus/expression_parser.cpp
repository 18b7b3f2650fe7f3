// SPDX-License-Identifier: Apache-2.0
#include "expression_parser.h"

#include <algorithm>
#include <array>

namespace kleene::calculus {

namespace {

bool is_quantifier(const Token& token, bool existential) {
  static constexpr std::array exists{"exists", "Exists", "EXISTS"};
  static constexpr std::array forall{"forall", "Forall", "FORALL"};
  const auto& words = existential ? exists : forall;
  return std::any_of(words.begin(), words.end(), [&](auto word) { return token.is_word(word); });
}

bool is_attribute(const Token& token) {
  static constexpr std::array words{"show",
                                    "assume",
                                    "cofactor",
                                    "witcs",
                                    "witnessconstraint",
                                    "WitnessConstraint",
                                    "alloccs",
                                    "allocationConstraint",
                                    "AllocationConstraint"};
  return std::any_of(words.begin(), words.end(), [&](auto word) { return token.is_word(word); });
}

bool is_quantifier(const Token& token) {
  return is_quantifier(token, true) || is_quantifier(token, false);
}

} // namespace

bool ExpressionParser::is_keyword(const Token& token) {
  static constexpr std::array words{"if",
                                    "else",
                                    "case",
                                    "esac",
                                    "assume",
                                    "cofactor",
                                    "enum",
                                    "mu",
                                    "class",
                                    "struct",
                                    "bool",
                                    "nu"};
  return is_quantifier(token)
         || std::any_of(words.begin(), words.end(), [&](auto word) { return token.is_word(word); });
}

ExprPtr
ExpressionParser::make(ExprKind kind, const SourceRange& begin, std::vector<ExprPtr> kids) const {
  auto expr = std::make_unique<Expr>();
  expr->kind = kind;
  expr->range = tokens_.range_from(begin);
  expr->kids = std::move(kids);
  return expr;
}

ExprPtr ExpressionParser::formula() {
  TokenStream::Nesting nesting(tokens_);
  if (tokens_.peek().is_word("if")) return conditional();
  if (is_quantifier(tokens_.peek())) return quantified();
  return connective();
}

ExprPtr ExpressionParser::conditional() {
  SourceRange begin = tokens_.take().range;
  tokens_.expect("(", "after 'if'");
  ExprPtr condition = formula();
  tokens_.expect(")", "after the condition");
  ExprPtr then = formula();
  if (!tokens_.accept_word("else"))
    return node(ExprKind::If, begin, std::move(condition), std::move(then));
  ExprPtr otherwise = formula();
  return node(ExprKind::If, begin, std::move(condition), std::move(then), std::move(otherwise));
}

ExprPtr ExpressionParser::quantified() {
  const Token& word = tokens_.take();
  bool existential = is_quantifier(word, true);
  SourceRange begin = word.range;
  if (tokens_.peek(1).is_word("in")) return unrolled(existential, begin);
  std::vector<VariableDecl> variables = typed_variables();
  if (!tokens_.accept(".") && !tokens_.accept(":"))
    tokens_.unexpected("'.' after the quantified variables");
  ExprPtr body = formula();
  ExprPtr result = node(existential ? ExprKind::Exists : ExprKind::Forall, begin, std::move(body));
  result->variables = std::move(variables);
  return result;
}

ExprPtr ExpressionParser::unrolled(bool existential, const SourceRange& begin) {
  std::string name = tokens_.expect_identifier("the name of an index").text;
  tokens_.take(); // in
  ExprPtr low = number();
  if (!tokens_.accept("..") && !tokens_.accept("..."))
    tokens_.unexpected("'..' between the bounds");
  ExprPtr high = number();
  if (!tokens_.accept(".") && !tokens_.accept(":")) tokens_.unexpected("'.' after the bounds");
  ExprPtr body = formula();
  ExprPtr result = node(existential ? ExprKind::UnrollExists : ExprKind::UnrollForall,
                        begin,
                        std::move(low),
                        std::move(high),
                        std::move(body));
  result->name = std::move(name);
  return result;
}

VariableDecl ExpressionParser::variable(const Token& type) {
  VariableDecl declaration;
  declaration.type = type.text;
  declaration.type_range = type.range;
  if (is_keyword(tokens_.peek())) tokens_.unexpected("a name");
  const Token& name = tokens_.expect_identifier("a name");
  declaration.name = name.text;
  declaration.range = name.range;
  while (tokens_.accept("[")) {
    declaration.dimensions.push_back(number());
    tokens_.expect("]", "after the size");
  }
  return declaration;
}

std::vector<VariableDecl> ExpressionParser::typed_variables() {
  std::vector<VariableDecl> variables;
  do {
    Token type = tokens_.expect_identifier("a type");
    variables.push_back(variable(type));
  } while (tokens_.accept(","));
  return variables;
}

ExprPtr ExpressionParser::connective() {
  SourceRange begin = tokens_.peek().range;
  ExprPtr left = disjunction();
  if (tokens_.accept("<->")) return node(ExprKind::Iff, begin, std::move(left), disjunction());
  if (tokens_.accept("<+>")) return node(ExprKind::Xor, begin, std::move(left), disjunction());
  if (tokens_.accept("->")) return node(ExprKind::Implies, begin, std::move(left), disjunction());
  if (tokens_.accept("<-")) {
    ExprPtr right = disjunction();
    return node(ExprKind::Implies, begin, std::move(right), std::move(left));
  }
  return left;
}

ExprPtr ExpressionParser::disjunction() {
  SourceRange begin = tokens_.peek().range;
  ExprPtr first = conjunction();
  if (!tokens_.peek().is("|")) return first;
  std::vector<ExprPtr> kids;
  kids.push_back(std::move(first));
  while (tokens_.accept("|"))
    kids.push_back(conjunction());
  return make(ExprKind::Or, begin, std::move(kids));
}

ExprPtr ExpressionParser::conjunction() {
  SourceRange begin = tokens_.peek().range;
  ExprPtr first = negation();
  if (!tokens_.peek().is("&")) return first;
  std::vector<ExprPtr> kids;
  kids.push_back(std::move(first));
  while (tokens_.accept("&"))
    kids.push_back(negation());
  return make(ExprKind::And, begin, std::move(kids));
}

ExprPtr ExpressionParser::negation() {
  SourceRange begin = tokens_.peek().range;
  bool negative = false;
  bool any = false;
  while (tokens_.accept("!")) {
    negative = !negative;
    any = true;
  }
  // A quantifier or a condition as the last operand reaches as far right as it can.
  ExprPtr operand =
      tokens_.peek().is_word("if") || is_quantifier(tokens_.peek()) ? formula() : comparison();
  if (!any) return operand;
  ExprPtr negated = node(ExprKind::Not, begin, std::move(operand));
  return negative ? std::move(negated) : node(ExprKind::Not, begin, std::move(negated));
}

ExprPtr ExpressionParser::comparison() {
  SourceRange begin = tokens_.peek().range;
  ExprPtr left = sum();
  if (tokens_.accept("=")) return node(ExprKind::Equal, begin, std::move(left), sum());
  if (tokens_.accept("!=")) return node(ExprKind::NotEqual, begin, std::move(left), sum());
  if (tokens_.accept("<")) return node(ExprKind::Less, begin, std::move(left), sum());
  if (tokens_.accept("<=")) return node(ExprKind::LessEqual, begin, std::move(left), sum());
  if (tokens_.accept(">")) {
    ExprPtr right = sum();
    return node(ExprKind::Less, begin, std::move(right), std::move(left));
  }
  if (tokens_.accept(">=")) {
    ExprPtr right = sum();
    return node(ExprKind::LessEqual, begin, std::move(right), std::move(left));
  }
  return left;
}

ExprPtr ExpressionParser::number() {
  TokenStream::Nesting nesting(tokens_);
  SourceRange begin = tokens_.peek().range;
  auto atom = [&]() -> ExprPtr {
    if (tokens_.accept("(")) {
      ExprPtr inner = number();
      tokens_.expect(")", "after the number");
      return inner;
    }
    const Token& token = tokens_.peek();
    if (token.kind != TokenKind::Number && token.kind != TokenKind::Identifier)
      tokens_.unexpected("a number");
    bool digits = token.kind == TokenKind::Number;
    Token word = tokens_.take();
    ExprPtr result = node(digits ? ExprKind::Number : ExprKind::Name, word.range);
    if (digits) result->number = std::stol(word.text);
    result->name = word.text;
    return result;
  };
  ExprPtr left = atom();
  for (int terms = 0;; ++terms) {
    ExprKind kind = tokens_.peek().is("+")   ? ExprKind::Plus
                    : tokens_.peek().is("-") ? ExprKind::Minus
                    : tokens_.peek().is("*") ? ExprKind::Times
                                             : ExprKind::Name;
    if (kind == ExprKind::Name) return left;
    if (terms > 50) tokens_.unexpected("a shorter number");
    tokens_.take();
    left = node(kind, begin, std::move(left), atom());
  }
}

ExprPtr ExpressionParser::sum() {
  SourceRange begin = tokens_.peek().range;
  ExprPtr left = product();
  for (int terms = 0; tokens_.peek().is("+") || tokens_.peek().is("-"); ++terms) {
    if (terms > 50) tokens_.unexpected("a shorter sum");
    ExprKind kind = tokens_.take().is("+") ? ExprKind::Plus : ExprKind::Minus;
    left = node(kind, begin, std::move(left), product());
  }
  return left;
}

ExprPtr ExpressionParser::product() {
  SourceRange begin = tokens_.peek().range;
  ExprPtr left = care();
  for (int factors = 0; tokens_.accept("*"); ++factors) {
    if (factors > 50) tokens_.unexpected("a shorter product");
    left = node(ExprKind::Times, begin, std::move(left), care());
  }
  return left;
}

ExprPtr ExpressionParser::care() {
  SourceRange begin = tokens_.peek().range;
  ExprPtr left = postfix();
  for (int count = 0; tokens_.peek().is_word("assume") || tokens_.peek().is_word("cofactor");
       ++count) {
    if (count > 50) tokens_.unexpected("fewer care sets in a row");
    ExprKind kind = tokens_.take().text == "assume" ? ExprKind::Assume : ExprKind::Cofactor;
    left = node(kind, begin, std::move(left), postfix());
  }
  return left;
}

ExprPtr ExpressionParser::postfix() {
  SourceRange begin = tokens_.peek().range;
  ExprPtr expr = primary();
  for (int count = 0;; ++count) {
    if (count > 100) tokens_.unexpected("a shorter access");
    if (tokens_.accept(".")) {
      std::string name = tokens_.expect_identifier("the name of a component").text;
      expr = node(ExprKind::Access, begin, std::move(expr));
      expr->name = std::move(name);
    } else if (tokens_.accept("[")) {
      ExprPtr index = formula();
      tokens_.expect("]", "after the index");
      expr = node(ExprKind::Index, begin, std::move(expr), std::move(index));
    } else if (tokens_.peek().is("{") && is_attribute(tokens_.peek(1))) {
      tokens_.take();
      expr = attribute(begin, std::move(expr));
      tokens_.expect("}", "after the attribute");
    } else {
      return expr;
    }
  }
}

/// What µcke takes in braces behind a formula. Constraints on witnesses and on the order of variables are only advice.
ExprPtr ExpressionParser::attribute(const SourceRange& begin, ExprPtr expr) {
  const std::string word = tokens_.take().text;
  if (word == "assume" || word == "cofactor")
    return node(word == "assume" ? ExprKind::Assume : ExprKind::Cofactor,
                begin,
                std::move(expr),
                formula());
  if (word != "show") {
    while (!tokens_.at_end() && !tokens_.peek().is("}"))
      tokens_.take();
    return expr;
  }
  std::vector<std::string> shown;
  do
    if (tokens_.peek().kind == TokenKind::String)
      tokens_.take();
    else
      shown.push_back(tokens_.expect_identifier("the name of a variable").text);
  while (tokens_.accept(","));
  expr = node(ExprKind::Show, begin, std::move(expr));
  expr->shown = std::move(shown);
  return expr;
}

ExprPtr ExpressionParser::primary() {
  const Token& token = tokens_.peek();
  SourceRange begin = token.range;
  if (token.is("(")) {
    tokens_.take();
    ExprPtr inner = formula();
    tokens_.expect(")", "to close '('");
    return inner;
  }
  if (token.kind == TokenKind::Number) {
    std::string digits = tokens_.take().text;
    ExprPtr result = node(ExprKind::Number, begin);
    result->number = std::stol(digits);
    result->name = digits;
    return result;
  }
  if (token.is_word("case")) return cases();
  if (token.kind != TokenKind::Identifier || is_keyword(token)) tokens_.unexpected("a formula");
  std::string name = tokens_.take().text;
  if (!tokens_.accept("(")) {
    ExprPtr result = node(ExprKind::Name, begin);
    result->name = std::move(name);
    return result;
  }
  std::vector<ExprPtr> arguments;
  if (!tokens_.peek().is(")")) {
    do
      arguments.push_back(formula());
    while (tokens_.accept(","));
  }
  tokens_.expect(")", "after the arguments");
  ExprPtr call = make(ExprKind::Call, begin, std::move(arguments));
  call->name = std::move(name);
  return call;
}

ExprPtr ExpressionParser::cases() {
  SourceRange begin = tokens_.take().range;
  std::vector<ExprPtr> kids;
  while (!tokens_.peek().is_word("esac")) {
    kids.push_back(formula());
    tokens_.expect(":", "after the condition of a case");
    kids.push_back(formula());
    if (!tokens_.accept(";") && !tokens_.peek().is_word("esac"))
      tokens_.unexpected("';' or 'esac' after a case");
  }
  tokens_.take();
  return make(ExprKind::Case, begin, std::move(kids));
}

} // namespace kleene::calculus
