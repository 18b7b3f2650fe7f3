// SPDX-License-Identifier: Apache-2.0
#include "text_expression.h"

#include <fmt/core.h>

#include "text_syntax.h"

namespace kleene::ir {
namespace {

/// An infix operator as written: `!=`, `>` and `>=` are made of others.
struct Infix {
  Op op;
  Precedence precedence;
  bool negated = false;
  bool swapped = false;
};

std::optional<Infix> infix(const Token& token) {
  if (token.kind != TokenKind::Symbol) return std::nullopt;
  if (token.text == "!=") return Infix{Op::Eq, Precedence::Equality, true, false};
  if (token.text == ">") return Infix{Op::Lt, Precedence::Comparison, false, true};
  if (token.text == ">=") return Infix{Op::Le, Precedence::Comparison, false, true};
  for (auto op = static_cast<int>(Op::Constant); op <= static_cast<int>(Op::SizeOf); ++op) {
    Op candidate = static_cast<Op>(op);
    if (infix_symbol(candidate) == token.text && !token.text.empty())
      return Infix{candidate, precedence(candidate)};
  }
  return std::nullopt;
}

std::optional<Op> prefix(const Token& token) {
  if (token.kind != TokenKind::Symbol) return std::nullopt;
  if (token.text == "!") return Op::Not;
  if (token.text == "-") return Op::Neg;
  if (token.text == "~") return Op::BitNot;
  return std::nullopt;
}

/// Operator precedence parsing with an explicit stack of what is still open.
class ExpressionParser {
public:
  explicit ExpressionParser(TokenCursor& cursor) : cursor_(cursor) {}

  Expression run() {
    do {
      operand();
    } while (operators());
    reduce(Precedence::Lowest);
    return std::move(result_);
  }

private:
  enum class Kind { Infix, Prefix, Parenthesis, Function };
  struct Pending {
    Kind kind;
    Infix infix{Op::Constant, Precedence::Lowest};
    const FunctionForm* function = nullptr;
    std::optional<Type> type;
    const Token* token = nullptr;
    std::size_t first_argument = 0; ///< size of the operand stack when it was opened
  };

  /// Reads prefix operators and openings up to and including one operand that is complete.
  void operand() {
    while (true) {
      const Token& token = cursor_.peek();
      if (cursor_.at_symbol("(")) {
        push({.kind = Kind::Parenthesis, .token = &cursor_.next()});
      } else if (cursor_.at_symbol("-") && cursor_.peek(1).kind == TokenKind::Number) {
        cursor_.next();
        return constant(token, -cursor_.next().value);
      } else if (token.kind == TokenKind::Number) {
        return constant(token, cursor_.next().value);
      } else if (std::optional<Op> op = prefix(token)) {
        push({.kind = Kind::Prefix, .infix = {*op, Precedence::Prefix}, .token = &cursor_.next()});
      } else if (cursor_.accept_symbol("&")) {
        std::string name = cursor_.expect_name("the name of an object").text;
        return leaf({.op = Op::Address, .name = std::move(name), .begin = token.begin});
      } else if (token.kind == TokenKind::Name) {
        if (name()) return;
      } else {
        cursor_.fail_expected("a term");
      }
    }
  }

  /// A variable or truth value (true), or the opening of a function (false).
  bool name() {
    const Token& token = cursor_.next();
    if (!token.quoted && (cursor_.at_symbol("(") || cursor_.at_symbol("["))) {
      const FunctionForm* function = function_form(token.text);
      if (function == nullptr) fail(token, fmt::format("there is no operator {}", token.text));
      Pending pending{.kind = Kind::Function, .function = function, .token = &token};
      if (function->has_type) {
        cursor_.expect_symbol("[");
        pending.type = parse_type_word(cursor_);
        cursor_.expect_symbol("]");
      }
      cursor_.expect_symbol("(");
      push(pending);
      return false;
    }
    if (!token.quoted && (token.text == "true" || token.text == "false")) {
      leaf({.value = token.text == "true" ? 1 : 0, .type = Type::boolean(), .begin = token.begin});
    } else {
      leaf({.op = Op::Variable, .name = token.text, .begin = token.begin});
    }
    return true;
  }

  void constant(const Token& token, Integer value) {
    std::optional<Type> type;
    if (cursor_.accept_symbol(":")) {
      const Token& word = cursor_.peek();
      type = parse_type_word(cursor_);
      if (!type->is_integer()) fail(word, "a number should have an integer type");
    }
    leaf({.value = value, .type = type, .begin = token.begin});
  }

  /// After an operand: true if an operator or comma asks for another operand, false at the end of
  /// the expression.
  bool operators() {
    while (true) {
      if (std::optional<Infix> op = infix(cursor_.peek())) {
        reduce(op->precedence);
        push({.kind = Kind::Infix, .infix = *op, .token = &cursor_.next()});
        return true;
      }
      if (!open()) return false;
      reduce(Precedence::Lowest);
      Pending& innermost = pending_.back();
      if (innermost.kind == Kind::Function && cursor_.at_symbol(",")) {
        check_argument_count(innermost, 1);
        cursor_.next();
        return true;
      }
      close();
    }
  }

  bool open() const { return open_ > 0; }

  void close() {
    Pending innermost = pending_.back();
    if (innermost.kind == Kind::Parenthesis) {
      if (!cursor_.at_symbol(")")) cursor_.fail_expected("an operator or ')'");
      cursor_.next();
    } else {
      if (!cursor_.at_symbol(")")) cursor_.fail_expected("an operator, ',' or ')'");
      check_argument_count(innermost, 0);
      cursor_.next();
      std::vector<std::size_t> args(operands_.begin()
                                        + static_cast<std::ptrdiff_t>(innermost.first_argument),
                                    operands_.end());
      operands_.resize(innermost.first_argument);
      leaf({.op = innermost.function->op,
            .args = std::move(args),
            .type = innermost.type,
            .begin = innermost.token->begin});
    }
    pending_.pop_back();
    --open_;
  }

  /// Complains about too few arguments at the end, about too many at the comma before them.
  void check_argument_count(const Pending& function, std::size_t more) {
    std::size_t count = operands_.size() - function.first_argument + more;
    std::size_t arity = function.function->arity;
    if (more == 0 ? count == arity : count <= arity) return;
    cursor_.fail_expected(
        more == 0 ? fmt::format("',': {} has {} operands", function.function->name, arity)
                  : fmt::format("')': {} has {} operands", function.function->name, arity));
  }

  void push(Pending pending) {
    pending.first_argument = operands_.size();
    if (pending.kind == Kind::Parenthesis || pending.kind == Kind::Function) ++open_;
    pending_.push_back(pending);
  }

  void leaf(Expression::Node node) {
    node.end = cursor_.previous_end();
    operands_.push_back(add(std::move(node)));
  }

  std::size_t add(Expression::Node node) {
    result_.nodes.push_back(std::move(node));
    return result_.nodes.size() - 1;
  }

  std::size_t pop() {
    std::size_t top = operands_.back();
    operands_.pop_back();
    return top;
  }

  /// Builds the operators on top of the stack that bind at least as strongly as `least`.
  void reduce(Precedence least) {
    while (!pending_.empty()) {
      Pending top = pending_.back();
      if (top.kind == Kind::Parenthesis || top.kind == Kind::Function) return;
      if (top.infix.precedence < least) return;
      pending_.pop_back();
      std::size_t right = pop();
      std::size_t end = result_.nodes[right].end;
      if (top.kind == Kind::Prefix) {
        operands_.push_back(
            add({.op = top.infix.op, .args = {right}, .begin = top.token->begin, .end = end}));
      } else {
        operands_.push_back(binary(top.infix, pop(), right, end));
      }
    }
  }

  std::size_t binary(const Infix& op, std::size_t left, std::size_t right, std::size_t end) {
    std::size_t begin = result_.nodes[left].begin;
    Expression::Node node{.op = op.op, .begin = begin, .end = end};
    Expression::Node& first = result_.nodes[left];
    if ((op.op == Op::And || op.op == Op::Or) && first.op == op.op) {
      node.args = std::move(first.args);
      node.args.push_back(right);
      first.args.clear();
      first.merged = true;
    } else {
      node.args = op.swapped ? std::vector{right, left} : std::vector{left, right};
    }
    std::size_t id = add(std::move(node));
    return op.negated ? add({.op = Op::Not, .args = {id}, .begin = begin, .end = end}) : id;
  }

  TokenCursor& cursor_;
  Expression result_;
  std::vector<Pending> pending_;
  std::vector<std::size_t> operands_;
  std::size_t open_ = 0;
};

} // namespace

Type parse_type_word(TokenCursor& cursor) {
  const Token& word = cursor.expect_name("a type");
  std::optional<Type> type = parse_type(word.text);
  if (!type || word.quoted) {
    fail(word,
         fmt::format("expected a type (bool, int, i32, u8, …, memory, allocation), but found '{}'",
                     word.text));
  }
  return *type;
}

Expression parse_expression(TokenCursor& cursor) {
  return ExpressionParser(cursor).run();
}

} // namespace kleene::ir
