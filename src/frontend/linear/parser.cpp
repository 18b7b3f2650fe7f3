// SPDX-License-Identifier: Apache-2.0
// The grammar (extensions of Table 1 of the EUREKA paper are marked +; lists may use commas or blanks):
//   program    ::= declaration* procedure*
//   declaration::= "int" (id (+ "=" expr)?)… ";"
//   procedure  ::= id "(" id… ")" declaration* statement+   (+ the whole may stand in braces)
//   statement  ::= (id ":")* simple
//   simple     ::= ";" | "goto" id ";" | id "=" expr ";" | (+) id "=" "?" ";" | id "(" expr… ")" ";"
//                | "if" "(" pred ")" block ("else" block)? | "while" "(" pred ")" block
//                | "assert" "(" pred ")" ";" | (+) "assume" "(" pred ")" ";" | (+) "return" ";" | (+) block
//   pred       ::= (+) "?" | expr op expr | (+) "!" pred | pred "&&" pred | pred "||" pred | "(" pred ")"
#include "parser.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace kleene::frontend::linear {
namespace {

constexpr int max_depth = 200;

constexpr std::array<std::string_view, 9> keywords{
    "int", "goto", "if", "else", "while", "assert", "assume", "return", "void"};

struct Failure {
  Diagnostic diagnostic;
};

class Parser {
public:
  Parser(const SourceFiles& files, const std::vector<Token>& tokens)
      : files_(files), tokens_(tokens) {}

  Tree program() {
    Tree tree;
    while (peek().is("int") && !looks_like_procedure())
      declaration(tree.globals);
    while (peek().kind != TokenKind::End)
      tree.procedures.push_back(procedure());
    return tree;
  }

private:
  // tokens

  const Token& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(next_ + ahead, tokens_.size() - 1)];
  }
  const Token& take() {
    const Token& t = peek();
    if (next_ + 1 < tokens_.size()) ++next_;
    return t;
  }
  bool accept(std::string_view text) {
    if (!peek().is(text)) return false;
    take();
    return true;
  }
  [[noreturn]] void fail(const SourceRange& range, std::string message) const {
    throw Failure{Diagnostic::at(files_, range, ErrorKind::Parse, std::move(message))};
  }
  [[noreturn]] void expected(std::string_view what) const {
    const Token& t = peek();
    if (t.kind == TokenKind::End)
      fail(t.range, fmt::format("expected {} before the end of the file", what));
    fail(t.range, fmt::format("expected {}, not '{}'", what, t.text));
  }
  void expect(std::string_view text) {
    if (!accept(text)) expected(fmt::format("'{}'", text));
  }
  SourceRange since(const SourceRange& begin) const {
    SourceRange range = begin;
    range.end = next_ > 0 ? tokens_[next_ - 1].range.end : begin.end;
    return range;
  }
  Name name(std::string_view what) {
    const Token& t = peek();
    if (t.kind != TokenKind::Identifier) expected(what);
    if (std::ranges::find(keywords, t.text) != keywords.end())
      fail(t.range, fmt::format("expected {}, not the keyword '{}'", what, t.text));
    take();
    return {std::string(t.text), t.range};
  }

  /// Guards against a stack overflow on absurdly nested input.
  class Deeper {
  public:
    explicit Deeper(Parser& p) : p_(p) {
      if (++p_.depth_ > max_depth)
        p_.fail(p_.peek().range, fmt::format("nested more than {} levels deep", max_depth));
    }
    ~Deeper() { --p_.depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;

  private:
    Parser& p_;
  };

  // declarations

  bool looks_like_procedure() const {
    return peek(1).kind == TokenKind::Identifier && peek(2).is("(");
  }

  void declaration(std::vector<Declaration>& into) {
    expect("int");
    do {
      Declaration d{name("the name of a variable"), std::nullopt};
      if (accept("=")) d.initial = expression();
      into.push_back(std::move(d));
      accept(",");
    } while (!peek().is(";") && peek().kind == TokenKind::Identifier);
    expect(";");
  }

  Procedure procedure() {
    SourceRange begin = peek().range;
    if (!accept("void")) accept("int");
    Procedure p;
    p.name = name("the name of a procedure");
    expect("(");
    accept("void");
    while (!peek().is(")")) {
      accept("int");
      p.parameters.push_back(name("a parameter or ')'"));
      accept(",");
    }
    expect(")");
    p.range = since(begin);
    bool braces = accept("{");
    while (peek().is("int") && !looks_like_procedure())
      declaration(p.locals);
    while (braces ? !peek().is("}") : !at_procedure())
      p.body.push_back(statement());
    if (braces)
      expect("}");
    else if (p.body.empty())
      expected("a statement");
    return p;
  }

  /// Where bodies have no braces: does the next procedure (or the end) begin here? A call `f(x);` is
  /// told from a procedure `f(x) …` by the semicolon.
  bool at_procedure() const {
    if (peek().kind == TokenKind::End || peek().is("void") || peek().is("int")) return true;
    if (peek().kind != TokenKind::Identifier || !peek(1).is("(")) return false;
    if (std::ranges::find(keywords, peek().text) != keywords.end()) return false;
    std::size_t open = 0;
    for (std::size_t i = 1; next_ + i < tokens_.size(); ++i) {
      if (peek(i).is("(")) ++open;
      if (peek(i).is(")") && --open == 0) return !peek(i + 1).is(";");
    }
    return false;
  }

  // statements

  Statement statement() {
    Deeper deeper(*this);
    Statement s;
    while (peek().kind == TokenKind::Identifier && peek(1).is(":")) {
      s.labels.push_back(name("a label"));
      expect(":");
    }
    // A label may end its block: it marks what follows.
    if (!s.labels.empty() && (peek().is("}") || peek().kind == TokenKind::End)) {
      s.range = s.labels.back().range;
      return s;
    }
    SourceRange begin = peek().range;
    simple(s);
    if (s.kind != Statement::Kind::If && s.kind != Statement::Kind::While) s.range = since(begin);
    return s;
  }

  void simple(Statement& s) {
    using Kind = Statement::Kind;
    SourceRange begin = peek().range;
    if (accept(";")) return;
    if (peek().is("{")) {
      s.kind = Kind::Block;
      s.body = block();
    } else if (accept("goto")) {
      s.kind = Kind::Goto;
      s.name = name("a label");
      expect(";");
    } else if (accept("return")) {
      s.kind = Kind::Return;
      expect(";");
    } else if (accept("if")) {
      s.kind = Kind::If;
      s.condition = parenthesised();
      s.range = since(begin);
      s.body = block();
      if (accept("else")) s.otherwise = peek().is("if") ? single() : block();
    } else if (accept("while")) {
      s.kind = Kind::While;
      s.condition = parenthesised();
      s.range = since(begin);
      s.body = block();
    } else if (peek().is("assert") || peek().is("assume")) {
      s.kind = take().is("assert") ? Kind::Assert : Kind::Assume;
      s.condition = parenthesised();
      expect(";");
    } else {
      assignment_or_call(s);
    }
  }

  void assignment_or_call(Statement& s) {
    using Kind = Statement::Kind;
    s.name = name("a statement");
    if (accept("(")) {
      s.kind = Kind::Call;
      while (!peek().is(")")) {
        s.values.push_back(expression());
        if (!accept(",") && !peek().is(")") && peek().kind == TokenKind::Symbol)
          expected("',' or ')'");
      }
      expect(")");
    } else if (accept("=")) {
      s.kind = accept("?") ? Kind::Havoc : Kind::Assign;
      if (s.kind == Kind::Assign) s.values.push_back(expression());
    } else {
      expected("'=', '(' or ':'");
    }
    expect(";");
  }

  std::vector<Statement> single() {
    std::vector<Statement> result;
    result.push_back(statement());
    return result;
  }

  std::vector<Statement> block() {
    expect("{");
    std::vector<Statement> result;
    while (!peek().is("}")) {
      if (peek().kind == TokenKind::End) expected("'}'");
      result.push_back(statement());
    }
    expect("}");
    return result;
  }

  // conditions

  Condition parenthesised() {
    expect("(");
    Condition c = disjunction();
    expect(")");
    return c;
  }

  Condition disjunction() { return chain(Condition::Kind::Or, "||", &Parser::conjunction); }
  Condition conjunction() { return chain(Condition::Kind::And, "&&", &Parser::literal); }

  Condition chain(Condition::Kind kind, std::string_view symbol, Condition (Parser::*operand)()) {
    SourceRange begin = peek().range;
    Condition first = (this->*operand)();
    if (!peek().is(symbol)) return first;
    Condition all;
    all.kind = kind;
    all.operands.push_back(std::move(first));
    while (accept(symbol))
      all.operands.push_back((this->*operand)());
    all.range = since(begin);
    return all;
  }

  Condition literal() {
    Deeper deeper(*this);
    SourceRange begin = peek().range;
    Condition c;
    if (accept("?")) {
      c.kind = Condition::Kind::Any;
    } else if (accept("!")) {
      c.kind = Condition::Kind::Not;
      c.operands.push_back(literal());
    } else if (peek().is("(") && !parenthesis_is_expression()) {
      c = parenthesised();
    } else {
      c.kind = Condition::Kind::Compare;
      c.left = expression();
      c.comparison = comparison();
      c.right = expression();
    }
    c.range = since(begin);
    return c;
  }

  /// At a '(': does it enclose an arithmetic expression rather than a condition?
  bool parenthesis_is_expression() const {
    std::size_t open = 0;
    for (std::size_t i = 0; next_ + i < tokens_.size(); ++i) {
      const Token& t = peek(i);
      if (t.is("(")) ++open;
      if (t.is(")") && --open == 0) return true;
      if (t.kind == TokenKind::Symbol && !t.is("(") && !t.is(")") && !t.is("+") && !t.is("-")
          && !t.is("*"))
        return false;
    }
    return false;
  }

  Comparison comparison() {
    static constexpr std::array<std::pair<std::string_view, Comparison>, 6> table{
        {{"<", Comparison::Less},
         {"<=", Comparison::LessEqual},
         {"=", Comparison::Equal},
         {"!=", Comparison::NotEqual},
         {">=", Comparison::GreaterEqual},
         {">", Comparison::Greater}}};
    for (auto [text, op] : table)
      if (accept(text)) return op;
    expected("a comparison (<, <=, =, !=, >=, >)");
  }

  // expressions

  Expression expression() {
    Deeper deeper(*this);
    SourceRange begin = peek().range;
    Expression e;
    bool minus = accept("-");
    while (true) {
      for (Expression::Monomial& m : product()) {
        if (minus) m.coefficient = -m.coefficient;
        e.sum.push_back(std::move(m));
      }
      if (!peek().is("+") && !peek().is("-")) break;
      minus = take().is("-");
    }
    fold_constants(e.sum);
    e.range = since(begin);
    return e;
  }

  /// All constants become one, at the end; a sum of constants only becomes that one.
  static void fold_constants(std::vector<Expression::Monomial>& sum) {
    Integer total = 0;
    for (const Expression::Monomial& m : sum)
      if (!m.variable) total += m.coefficient;
    std::erase_if(sum, [](const Expression::Monomial& m) { return !m.variable; });
    if (total != 0 || sum.empty()) sum.push_back({total, std::nullopt});
  }

  std::vector<Expression::Monomial> product() {
    SourceRange begin = peek().range;
    std::vector<Expression::Monomial> left = factor();
    while (accept("*")) {
      std::vector<Expression::Monomial> right = factor();
      if (!is_constant(left) && !is_constant(right))
        fail(since(begin), "not linear: one factor of a product must be a constant");
      if (is_constant(right)) std::swap(left, right);
      Integer scale = left.front().coefficient;
      for (Expression::Monomial& m : right)
        m.coefficient *= scale;
      left = std::move(right);
    }
    return left;
  }

  static bool is_constant(const std::vector<Expression::Monomial>& e) {
    return e.size() == 1 && !e.front().variable;
  }

  std::vector<Expression::Monomial> factor() {
    Deeper deeper(*this);
    if (accept("(")) {
      Expression e = expression();
      expect(")");
      return std::move(e.sum);
    }
    if (accept("-")) {
      std::vector<Expression::Monomial> inner = factor();
      for (Expression::Monomial& m : inner)
        m.coefficient = -m.coefficient;
      return inner;
    }
    const Token& t = peek();
    if (t.kind == TokenKind::Number) {
      take();
      auto value = parse_integer(t.text);
      if (!value) fail(t.range, "this number has too many digits");
      return {{*value, std::nullopt}};
    }
    return {{1, name("a number or a variable")}};
  }

  const SourceFiles& files_;
  const std::vector<Token>& tokens_;
  std::size_t next_ = 0;
  int depth_ = 0;
};

} // namespace

Result<Tree> parse(const SourceFiles& files, const std::vector<Token>& tokens) {
  try {
    return Parser(files, tokens).program();
  } catch (Failure& f) {
    return std::move(f.diagnostic);
  }
}

} // namespace kleene::frontend::linear
