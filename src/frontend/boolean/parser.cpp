// SPDX-License-Identifier: Apache-2.0
#include "parser.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <initializer_list>

#include "operators.h"

namespace kleene::frontend::boolean {
namespace {

using namespace ast;

/// Thrown inside the parser only; `parse` turns it into a Result.
struct SyntaxError {
  Diagnostic diagnostic;
};

constexpr unsigned max_depth = 500;
constexpr std::size_t max_returns = 4096;

class Parser {
public:
  Parser(const SourceFiles& files, std::vector<Token> tokens, Dialect dialect)
      : files_(files), tokens_(std::move(tokens)), dialect_(dialect) {}

  Parsed run() {
    while (peek().kind != TokenKind::End) {
      if (accept(";")) continue;
      if (peek().kind == TokenKind::Identifier && peek().text == "thread")
        thread();
      else if (peek().kind == TokenKind::Identifier && peek().text == "init")
        initial_condition();
      else
        declaration();
    }
    return {std::move(program_), std::move(warnings_)};
  }

private:
  // Tokens

  const Token& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(next_ + ahead, tokens_.size() - 1)];
  }

  Token take() {
    Token token = peek();
    if (next_ + 1 < tokens_.size()) ++next_;
    return token;
  }

  bool accept(std::string_view text) {
    if (!peek().is(text)) return false;
    take();
    return true;
  }

  [[noreturn]] void fail(const SourceRange& range, std::string message) const {
    throw SyntaxError{Diagnostic::at(files_, range, ErrorKind::Parse, std::move(message))};
  }

  [[noreturn]] void expected(std::string_view what) const {
    const Token& token = peek();
    std::string found =
        token.kind == TokenKind::End ? "the end of the file" : fmt::format("`{}`", token.text);
    fail(token.range, fmt::format("expected {}, found {}", what, found));
  }

  Token expect(std::string_view text) {
    if (!peek().is(text)) expected(fmt::format("`{}`", text));
    return take();
  }

  Name identifier(std::string_view what) {
    if (peek().kind != TokenKind::Identifier) expected(what);
    Token token = take();
    return {std::move(token.text), token.range};
  }

  SourceRange since(const SourceRange& begin) const {
    SourceRange range = begin;
    range.end = tokens_[next_ == 0 ? 0 : next_ - 1].range.end;
    return range;
  }

  /// Counts the nesting of statements and parentheses while it lives.
  class Nesting {
  public:
    explicit Nesting(Parser& parser) : parser_(parser) {
      if (++parser_.depth_ > max_depth)
        parser_.fail(parser_.peek().range, fmt::format("nested deeper than {} levels", max_depth));
    }
    ~Nesting() { --parser_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

  private:
    Parser& parser_;
  };

  // Declarations

  void declaration() {
    if (peek().is("decl") || peek().is("thread_local"))
      global_declaration();
    else
      procedure();
  }

  /// `thread NAME begin … end`, with declarations and procedures of its own.
  void thread() {
    take();
    thread_ = program_.threads.size();
    program_.threads.push_back(identifier("the name of a thread"));
    expect("begin");
    while (!accept("end"))
      if (!accept(";")) declaration();
    thread_.reset();
  }

  void initial_condition() {
    SourceRange range = take().range;
    if (program_.init.valid()) fail(range, "`init` stands here for the second time");
    program_.init = expression();
    expect(";");
  }

  void global_declaration() {
    bool thread_local_storage = accept("thread_local");
    expect("decl");
    do {
      Global global;
      global.name = identifier("the name of a variable");
      global.thread_local_storage = thread_local_storage;
      global.thread = thread_;
      if (accept(":=")) global.initial = expression();
      program_.globals.push_back(std::move(global));
    } while (accept(","));
    expect(";");
  }

  std::size_t return_count() {
    if (accept("void")) return 0;
    if (!accept("bool")) expected("`decl`, `void` or `bool`");
    if (!accept("<")) return 1;
    const Token& token = peek();
    std::size_t count = 0;
    if (token.kind == TokenKind::Number)
      std::from_chars(token.text.data(), token.text.data() + token.text.size(), count);
    if (count == 0 || count > max_returns)
      expected(fmt::format("the number of results, from 1 to {}", max_returns));
    take();
    expect(">");
    return count;
  }

  void procedure() {
    accept("dfs");
    Procedure procedure;
    procedure.thread = thread_;
    procedure.returns = return_count();
    procedure.name = identifier("the name of a procedure");
    expect("(");
    if (!peek().is(")")) do
        procedure.parameters.push_back(identifier("the name of a parameter"));
      while (accept(","));
    expect(")");
    expect("begin");
    procedure.body = statements({"end"});
    procedure.end = expect("end").range;
    program_.procedures.push_back(std::move(procedure));
  }

  // Statements

  bool at_any(std::initializer_list<std::string_view> words) const {
    return std::ranges::any_of(words, [&](std::string_view w) { return peek().is(w); });
  }

  /// Statements up to one of the words, which is not taken. Semicolons separate them; after `fi` and
  /// `od`, and before the word, they may be missing.
  std::vector<StmtId> statements(std::initializer_list<std::string_view> terminators) {
    Nesting nesting(*this);
    std::vector<StmtId> result;
    while (true) {
      while (accept(";"))
        continue;
      if (at_any(terminators)) return result;
      if (peek().kind == TokenKind::End) expected("`end`");
      result.push_back(labelled_statement(terminators));
      bool closed = tokens_[next_ - 1].is("fi") || tokens_[next_ - 1].is("od");
      if (!closed && !at_any(terminators)) expect(";");
    }
  }

  StmtId add(Stmt stmt) {
    program_.stmts.push_back(std::move(stmt));
    return StmtId(program_.stmts.size() - 1);
  }

  StmtId labelled_statement(std::initializer_list<std::string_view> terminators) {
    std::vector<Name> labels;
    while ((peek().kind == TokenKind::Identifier || peek().kind == TokenKind::Number)
           && peek(1).is(":")) {
      Token token = take();
      labels.push_back({std::move(token.text), token.range});
      take();
    }
    Stmt stmt;
    if (!labels.empty() && (at_any(terminators) || peek().is(";")))
      stmt.range = labels.back().range; // a label at the end of a block
    else
      stmt = statement();
    stmt.labels = std::move(labels);
    return add(std::move(stmt));
  }

  Stmt statement() {
    Stmt stmt;
    stmt.range = peek().range;
    if (peek().kind == TokenKind::Identifier) {
      assignment_or_call(stmt);
    } else if (peek().kind == TokenKind::Keyword) {
      keyword_statement(stmt);
    } else {
      expected("a statement");
    }
    if (stmt.kind != StmtKind::If && stmt.kind != StmtKind::While) stmt.range = since(stmt.range);
    return stmt;
  }

  void keyword_statement(Stmt& stmt) {
    std::string word = take().text;
    if (word == "skip") return;
    if (word == "print") return print_statement();
    if (word == "decl") return local_declaration(stmt);
    if (word == "if") return if_statement(stmt);
    if (word == "while") return while_statement(stmt);
    if (word == "goto") return goto_statement(stmt);
    if (word == "return") return return_statement(stmt);
    if (word == "assume" || word == "constrain") return condition(stmt, StmtKind::Assume);
    if (word == "assert") return condition(stmt, StmtKind::Assert);
    if (word == "enforce") return condition(stmt, StmtKind::Enforce);
    if (word == "abortif") return condition(stmt, StmtKind::AbortIf);
    if (word == "dead") return dead_statement(stmt);
    if (word == "start_thread") return start_thread(stmt);
    if (word == "end_thread") return void(stmt.kind = StmtKind::EndThread);
    if (word == "atomic_begin") return void(stmt.kind = StmtKind::AtomicBegin);
    if (word == "atomic_end") return void(stmt.kind = StmtKind::AtomicEnd);
    if (word == "sync" || word == "wait" || word == "broadcast") return sync(stmt, word);
    --next_;
    expected("a statement");
  }

  void print_statement() {
    bool parenthesised = accept("(");
    if (!peek().is(")")) expression_list();
    if (parenthesised) expect(")");
  }

  void local_declaration(Stmt& stmt) {
    stmt.kind = StmtKind::Decl;
    do {
      stmt.names.push_back(identifier("the name of a variable"));
      stmt.values.push_back(accept(":=") ? expression() : ExprId());
    } while (accept(","));
  }

  void if_statement(Stmt& stmt) {
    Nesting nesting(*this);
    stmt.kind = StmtKind::If;
    stmt.condition = expression();
    expect("then");
    stmt.range = since(stmt.range);
    stmt.body = statements({"elsif", "else", "fi"});
    if (peek().is("elsif")) {
      Stmt rest;
      rest.range = take().range;
      if_statement(rest);
      stmt.otherwise.push_back(add(std::move(rest)));
      return;
    }
    if (accept("else")) stmt.otherwise = statements({"fi"});
    expect("fi");
  }

  void while_statement(Stmt& stmt) {
    stmt.kind = StmtKind::While;
    stmt.condition = expression();
    expect("do");
    stmt.range = since(stmt.range);
    stmt.body = statements({"od"});
    expect("od");
  }

  void goto_statement(Stmt& stmt) {
    stmt.kind = StmtKind::Goto;
    do {
      if (peek().kind != TokenKind::Identifier && peek().kind != TokenKind::Number)
        expected("a label");
      Token token = take();
      stmt.names.push_back({std::move(token.text), token.range});
    } while (accept(","));
  }

  void return_statement(Stmt& stmt) {
    stmt.kind = StmtKind::Return;
    if (!at_any({";", "end", "fi", "od", "else", "elsif"})) stmt.values = expression_list();
  }

  void condition(Stmt& stmt, StmtKind kind) {
    stmt.kind = kind;
    stmt.condition = expression();
  }

  void dead_statement(Stmt& stmt) {
    stmt.kind = StmtKind::Dead;
    do
      stmt.names.push_back(identifier("the name of a variable"));
    while (accept(","));
  }

  void start_thread(Stmt& stmt) {
    Nesting nesting(*this);
    stmt.kind = StmtKind::StartThread;
    stmt.body.push_back(add(statement()));
  }

  void sync(Stmt& stmt, const std::string& word) {
    stmt.kind = StmtKind::Sync;
    stmt.callee.text = word;
    if (peek().kind == TokenKind::Identifier) take();
  }

  void assignment_or_call(Stmt& stmt) {
    if (peek(1).is("(")) return call(stmt);
    do
      stmt.names.push_back(identifier("the name of a variable"));
    while (accept(","));
    expect(":=");
    if (peek().kind == TokenKind::Identifier && peek(1).is("(")) return call(stmt);
    stmt.kind = StmtKind::Assign;
    stmt.values = expression_list();
    if (stmt.names.size() != stmt.values.size())
      fail(since(stmt.range),
           fmt::format(
               "{} variables are assigned {} values", stmt.names.size(), stmt.values.size()));
    if (accept("constrain")) stmt.condition = expression();
  }

  void call(Stmt& stmt) {
    stmt.kind = StmtKind::Call;
    stmt.callee = identifier("the name of a procedure");
    expect("(");
    if (!peek().is(")")) stmt.values = expression_list();
    expect(")");
  }

  // Expressions

  std::vector<ExprId> expression_list() {
    std::vector<ExprId> result;
    do
      result.push_back(expression());
    while (accept(","));
    return result;
  }

  ExprId add(ExprKind kind, std::vector<ExprId> args, const SourceRange& range) {
    Expr expr;
    expr.kind = kind;
    expr.range = range;
    for (ExprId arg : args)
      expr.depth = std::max(expr.depth, program_.expr(arg).depth + 1);
    if (expr.depth > max_depth)
      fail(range, fmt::format("this expression is nested deeper than {} levels", max_depth));
    expr.args = std::move(args);
    program_.exprs.push_back(std::move(expr));
    return ExprId(program_.exprs.size() - 1);
  }

  /// A row of operators, then perhaps `? then : else`.
  ExprId expression() {
    Nesting nesting(*this);
    SourceRange begin = peek().range;
    ExprId condition = row();
    if (!accept("?")) return condition;
    ExprId then_value = expression();
    if (peek().is(";")) return add(ExprKind::Ite, {condition, then_value, missing()}, since(begin));
    expect(":");
    ExprId else_value = expression();
    return add(ExprKind::Ite, {condition, then_value, else_value}, since(begin));
  }

  ExprId row() {
    SourceRange begin = peek().range;
    std::vector<ExprId> operands{unary()};
    std::vector<BinaryOp> operators;
    while (peek().kind == TokenKind::Symbol) {
      std::optional<BinaryOp> op = binary_operator(peek().text);
      if (!op) break;
      take();
      operators.push_back(*op);
      operands.push_back(peek().is(";") ? missing() : unary());
    }
    if (operators.empty()) return operands.front();
    if (readings_differ(operators)) warn_of_readings(since(begin));
    return tree(operands, operators, since(begin));
  }

  /// What an operator at the end of a statement lacks.
  ExprId missing() {
    warn(peek().range, "an operand is missing here; its value counts as unknown");
    return add(ExprKind::Missing, {}, peek().range);
  }

  void warn(const SourceRange& range, std::string message) {
    Diagnostic warning = Diagnostic::at(files_, range, ErrorKind::Parse, std::move(message));
    warning.severity = Severity::Warning;
    warnings_.push_back(std::move(warning));
  }

  void warn_of_readings(const SourceRange& range) {
    warn(range,
         fmt::format("the dialects disagree on how these operators bind; read as in {} "
                     "(--dialect {}): parentheses would make it clear",
                     dialect_ == Dialect::Getafix
                         ? "GETAFIX, where `=` binds tighter than `&`"
                         : "SATABS, where `=` binds looser than `&` and `|`",
                     dialect_ == Dialect::Getafix ? "getafix" : "satabs"));
  }

  ExprId tree(const std::vector<ExprId>& operands,
              const std::vector<BinaryOp>& operators,
              const SourceRange& range) {
    std::vector<ExprId> stack;
    for (std::size_t entry : postfix(operators, dialect_)) {
      if (entry < operands.size()) {
        stack.push_back(operands[entry]);
        continue;
      }
      ExprId right = stack.back();
      stack.pop_back();
      stack.back() = combine(operators[entry - operands.size()], stack.back(), right, range);
    }
    return stack.back();
  }

  ExprId combine(BinaryOp op, ExprId left, ExprId right, const SourceRange& range) {
    switch (op) {
    case BinaryOp::And:
      return flat(ExprKind::And, left, right, range);
    case BinaryOp::Or:
      return flat(ExprKind::Or, left, right, range);
    case BinaryOp::Xor:
    case BinaryOp::Ne:
      return add(ExprKind::Xor, {left, right}, range);
    case BinaryOp::Eq:
      return add(ExprKind::Eq, {left, right}, range);
    case BinaryOp::Implies:
      return add(ExprKind::Implies, {left, right}, range);
    }
    KL_INVARIANT(false, "every operator should have a tree");
  }

  /// Long rows of one operator stay one node.
  ExprId flat(ExprKind kind, ExprId left, ExprId right, const SourceRange& range) {
    Expr& node = program_.exprs[left.index()];
    if (node.kind != kind || node.range != range) return add(kind, {left, right}, range);
    node.depth = std::max(node.depth, program_.expr(right).depth + 1);
    node.args.push_back(right);
    return left;
  }

  ExprId unary() {
    SourceRange begin = peek().range;
    if (!accept("!")) return primary();
    Nesting nesting(*this);
    ExprId operand = unary();
    return add(ExprKind::Not, {operand}, since(begin));
  }

  ExprId primary() {
    Token token = peek();
    if (accept("(")) {
      ExprId inner = expression();
      expect(")");
      return inner;
    }
    if (accept("*") || accept("?")) return add(ExprKind::Choice, {}, token.range);
    if (accept("T")) return constant(true, token.range);
    if (accept("F")) return constant(false, token.range);
    if (token.kind == TokenKind::Number) {
      if (token.text != "0" && token.text != "1")
        fail(token.range, fmt::format("`{}` is no Boolean value: expected 0 or 1", token.text));
      take();
      return constant(token.text == "1", token.range);
    }
    if (accept("schoose")) return choose(token.range);
    if (accept("'")) {
      bool parenthesised = accept("(");
      Name name = identifier("the name of a variable");
      if (parenthesised) expect(")");
      return named(ExprKind::Primed, std::move(name));
    }
    if (token.kind != TokenKind::Identifier) expected("an expression");
    return named(ExprKind::Variable, identifier("a variable"));
  }

  ExprId constant(bool value, const SourceRange& range) {
    ExprId id = add(ExprKind::Constant, {}, range);
    program_.exprs[id.index()].value = value;
    return id;
  }

  ExprId named(ExprKind kind, Name name) {
    ExprId id = add(kind, {}, name.range);
    program_.exprs[id.index()].name = std::move(name.text);
    return id;
  }

  ExprId choose(const SourceRange& begin) {
    expect("[");
    ExprId must = expression();
    expect(",");
    ExprId must_not = expression();
    expect("]");
    return add(ExprKind::Choose, {must, must_not}, since(begin));
  }

  const SourceFiles& files_;
  std::vector<Token> tokens_;
  Dialect dialect_;
  std::size_t next_ = 0;
  unsigned depth_ = 0;
  ThreadIndex thread_; ///< whose block is being read
  Program program_;
  std::vector<Diagnostic> warnings_;
};

} // namespace

Result<Parsed> parse(const SourceFiles& files, std::vector<Token> tokens, Dialect dialect) {
  try {
    return Parser(files, std::move(tokens), dialect).run();
  } catch (SyntaxError& error) {
    return std::move(error.diagnostic);
  }
}

} // namespace kleene::frontend::boolean
