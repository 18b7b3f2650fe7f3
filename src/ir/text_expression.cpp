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
        return constant(token, cursor_.next().negated);
      } else if (token.kind == TokenKind::Number) {
        return constant(token, number_value(cursor_.next()));
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

/// The three sweeps: types from the leaves up, types from the context down, terms from the leaves up.
class Elaborator {
public:
  Elaborator(const Expression& expression, const Scope& scope)
      : nodes_(expression.nodes), scope_(scope), pointer_(scope.program->pointer_type()) {}

  Term run(ExpectedType expected) {
    natural_.resize(nodes_.size());
    expected_.resize(nodes_.size());
    variables_.resize(nodes_.size());
    terms_.resize(nodes_.size());
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (!nodes_[i].merged) natural_[i] = natural(i);
    }
    if (expected.binding || !natural_.back()) expected_.back() = expected.type;
    for (std::size_t i = nodes_.size(); i-- > 0;) {
      if (!nodes_[i].merged) expect_of_arguments(i);
    }
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (nodes_[i].merged) continue;
      check(i);
      terms_[i] = build(i);
    }
    return terms_.back();
  }

private:
  using Node = Expression::Node;

  [[noreturn]] static void complain(const Node& node, std::string message) {
    throw ParseFailure{node.begin, node.end, std::move(message)};
  }

  std::optional<Type> either(std::size_t a, std::size_t b) const {
    return natural_[a] ? natural_[a] : natural_[b];
  }

  /// The type a node has in every context, if its parts say so.
  std::optional<Type> natural(std::size_t i) {
    const Node& node = nodes_[i];
    switch (node.op) {
    case Op::Constant:
    case Op::Cast:
    case Op::Load:
      return node.type;
    case Op::Variable:
      return variable_type(i);
    case Op::Address:
    case Op::PtrAdd:
    case Op::SizeOf:
      return pointer_;
    case Op::Store:
    case Op::MemCopy:
    case Op::MemSet:
      return Type::memory();
    case Op::Ite:
      return either(node.args[1], node.args[2]);
    case Op::Neg:
    case Op::BitNot:
    case Op::Shl:
    case Op::Shr:
      return natural_[node.args[0]];
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::Div:
    case Op::Rem:
    case Op::BitAnd:
    case Op::BitOr:
    case Op::BitXor:
      return either(node.args[0], node.args[1]);
    default:
      return Type::boolean();
    }
  }

  Type variable_type(std::size_t i) {
    std::optional<VarId> id = scope_.variable(nodes_[i].name);
    if (!id) complain(nodes_[i], fmt::format("there is no variable {} here", nodes_[i].name));
    variables_[i] = *id;
    return scope_.program->variable(*id).type;
  }

  void expect(const Node& node, std::initializer_list<std::optional<Type>> types) {
    std::size_t k = 0;
    for (const std::optional<Type>& type : types)
      expected_[node.args[k++]] = type;
  }

  /// What a node demands of its arguments.
  void expect_of_arguments(std::size_t i) {
    const Node& node = nodes_[i];
    std::optional<Type> own = natural_[i] ? natural_[i] : expected_[i];
    Type memory = Type::memory();
    Type table = Type::allocation();
    switch (node.op) {
    case Op::Constant:
    case Op::Variable:
    case Op::Address:
    case Op::Cast:
      return;
    case Op::Not:
    case Op::And:
    case Op::Or:
      for (std::size_t arg : node.args)
        expected_[arg] = Type::boolean();
      return;
    case Op::Eq:
    case Op::Lt:
    case Op::Le:
      return expect(node, {either(node.args[0], node.args[1]), either(node.args[0], node.args[1])});
    case Op::Ite:
      return expect(node, {Type::boolean(), own, own});
    case Op::Neg:
    case Op::BitNot:
      return expect(node, {own});
    case Op::Shl:
    case Op::Shr:
      return expect(node, {own, natural_[node.args[1]] ? natural_[node.args[1]] : own});
    case Op::PtrAdd:
      return expect(node, {pointer_, pointer_});
    case Op::Load:
      return expect(node, {memory, pointer_});
    case Op::Store:
      return expect(node, {memory, pointer_, natural_[node.args[2]]});
    case Op::MemCopy:
      return expect(node, {memory, pointer_, memory, pointer_, pointer_});
    case Op::MemSet:
      return expect(node, {memory, pointer_, Type::machine(8, false), pointer_});
    case Op::Valid:
    case Op::Writable:
      return expect(node, {table, pointer_, pointer_});
    case Op::Freeable:
    case Op::SizeOf:
      return expect(node, {table, pointer_});
    default:
      return expect(node, {own, own});
    }
  }

  void check(std::size_t i) const {
    const Node& node = nodes_[i];
    if (node.op == Op::Constant) return check_constant(i);
    if (natural_[i] && expected_[i] && *natural_[i] != *expected_[i]) {
      complain(node,
               fmt::format("expected a value of type {}, but this has type {}",
                           to_string(*expected_[i]),
                           to_string(*natural_[i])));
    }
    for (std::size_t arg : node.args)
      check_operand(node, arg);
    if (node.op == Op::Load && !(node.type->is_machine() && node.type->width() % 8 == 0))
      complain(node, "a load should have the type of a machine integer of whole bytes");
    if (node.op == Op::Cast && !node.type->is_integer())
      complain(node, "a cast should lead to an integer type");
  }

  void check_constant(std::size_t i) const {
    const Node& node = nodes_[i];
    std::optional<Type> type = natural_[i] ? natural_[i] : expected_[i];
    if (!type) {
      complain(node,
               fmt::format("the type of this number is not clear here: write {}:i32, for example",
                           to_string(node.value)));
    }
    bool numeric = type->is_integer() || (type->is_bool() && node.type);
    if (!numeric || (expected_[i] && *expected_[i] != *type)) {
      complain(node,
               fmt::format("expected a value of type {}, but this is {}",
                           to_string(*expected_[i]),
                           node.type ? "of type " + to_string(*node.type) : "a number"));
    }
    if (!fits(*type, node.value)) {
      complain(node,
               fmt::format("{} is no value of type {}", to_string(node.value), to_string(*type)));
    }
  }

  /// What the operators demand beyond equal types.
  void check_operand(const Node& node, std::size_t arg) const {
    Type type = terms_[arg].type();
    if (node.op >= Op::Lt && node.op <= Op::Shr && !type.is_integer()) {
      complain(
          nodes_[arg],
          fmt::format("this operand should be an integer, but it has type {}", to_string(type)));
    }
    if ((node.op == Op::Eq || node.op == Op::Cast) && !type.is_integer() && !type.is_bool()) {
      complain(nodes_[arg],
               fmt::format("this operand should be an integer or bool, but it has type {}",
                           to_string(type)));
    }
    bool whole_bytes = type.is_machine() && type.width() % 8 == 0;
    if (node.op == Op::Store && arg == node.args[2] && !whole_bytes) {
      complain(nodes_[arg],
               fmt::format("a store should write a machine integer of whole bytes, not {}",
                           to_string(type)));
    }
  }

  Term build(std::size_t i) {
    const Node& node = nodes_[i];
    TermManager& terms = *scope_.program->terms;
    std::vector<Term> args;
    for (std::size_t arg : node.args)
      args.push_back(terms_[arg]);
    switch (node.op) {
    case Op::Constant:
      return terms.constant(natural_[i] ? *natural_[i] : *expected_[i], node.value);
    case Op::Variable:
      return scope_.program->var(variables_[i]);
    case Op::Address: {
      std::optional<ObjectId> object = scope_.object(node.name);
      if (!object) complain(node, fmt::format("there is no object {}", node.name));
      return terms.address(*object, pointer_);
    }
    case Op::Not:
      return terms.negate(args[0]);
    case Op::And:
      return terms.conj(std::move(args));
    case Op::Or:
      return terms.disj(std::move(args));
    case Op::Eq:
      return terms.eq(args[0], args[1]);
    case Op::Ite:
      return terms.ite(args[0], args[1], args[2]);
    case Op::Neg:
    case Op::BitNot:
      return terms.unary(node.op, args[0]);
    case Op::Cast:
      return terms.cast(*node.type, args[0]);
    default:
      return build_memory(node, args);
    }
  }

  Term build_memory(const Node& node, const std::vector<Term>& args) {
    TermManager& terms = *scope_.program->terms;
    switch (node.op) {
    case Op::Load:
      return terms.load(*node.type, args[0], args[1]);
    case Op::Store:
      return terms.store(args[0], args[1], args[2]);
    case Op::MemCopy:
      return terms.mem_copy(args[0], args[1], args[2], args[3], args[4]);
    case Op::MemSet:
      return terms.mem_set(args[0], args[1], args[2], args[3]);
    case Op::Valid:
      return terms.valid(args[0], args[1], args[2]);
    case Op::Writable:
      return terms.writable(args[0], args[1], args[2]);
    case Op::Freeable:
      return terms.freeable(args[0], args[1]);
    case Op::SizeOf:
      return terms.size_of(pointer_, args[0], args[1]);
    default:
      return terms.binary(node.op, args[0], args[1]);
    }
  }

  const std::vector<Node>& nodes_;
  const Scope& scope_;
  Type pointer_;
  std::vector<std::optional<Type>> natural_;
  std::vector<std::optional<Type>> expected_;
  std::vector<VarId> variables_;
  std::vector<Term> terms_;
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

Term elaborate(const Expression& expression, const Scope& scope, ExpectedType expected) {
  return Elaborator(expression, scope).run(expected);
}

} // namespace kleene::ir
