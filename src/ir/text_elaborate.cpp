// SPDX-License-Identifier: Apache-2.0
#include "kleene/logic/floats.h"

#include <fmt/core.h>

#include "text_expression.h"

namespace kleene::ir {
namespace {

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
    if (is_float(node.op)) return natural_float(node);
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

  std::optional<Type> natural_float(const Node& node) const {
    if (is_float_conversion(node.op)) return natural_[node.args[1]];
    FloatOp f = float_op(node.op);
    if (f == FloatOp::Eq || f == FloatOp::Lt || f == FloatOp::Le) return Type::boolean();
    return either(node.args.front(), node.args.back());
  }

  /// Operands of one type, but for conversions, whose second operand has that of the result.
  void expect_of_float(const Node& node, std::optional<Type> own) {
    if (is_float_conversion(node.op)) return expect(node, {natural_[node.args[0]], own});
    std::optional<Type> type = either(node.args.front(), node.args.back());
    if (!type && !(own && own->is_bool())) type = own;
    for (std::size_t arg : node.args)
      expected_[arg] = type;
  }

  void check_float(const Node& node) const {
    Type first = terms_[node.args.front()].type();
    Type last = terms_[node.args.back()].type();
    bool from_int = float_op(node.op) == FloatOp::FromInt;
    auto demand = [&](std::size_t arg, bool good, std::string_view what) {
      if (!good)
        complain(nodes_[arg],
                 fmt::format("this operand should be {}, but it has type {}",
                             what,
                             to_string(terms_[arg].type())));
    };
    demand(node.args.front(),
           from_int ? first.is_machine() : is_float_pattern(first),
           from_int ? "a machine integer" : "a float (u32 or u64)");
    if (!is_float_conversion(node.op))
      return demand(node.args.back(), last == first, "a float of the same width");
    bool to_int = float_op(node.op) == FloatOp::ToInt;
    demand(node.args.back(),
           (to_int ? last.is_machine() : is_float_pattern(last))
               && terms_[node.args[1]].is_constant(),
           "a number of the type of the result");
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
    if (is_float(node.op)) return expect_of_float(node, own);
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
    if (is_float(node.op)) check_float(node);
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
    if (is_float(node.op) && args.size() == 1) return terms.unary(node.op, args[0]);
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

Term elaborate(const Expression& expression, const Scope& scope, ExpectedType expected) {
  return Elaborator(expression, scope).run(expected);
}

} // namespace kleene::ir
