// SPDX-License-Identifier: Apache-2.0
// The typed builders of TermManager.
#include "kleene/logic/floats.h"
#include "kleene/logic/term.h"
#include "kleene/support/invariant.h"

#include <fmt/core.h>

#include <array>

namespace kleene {
namespace {

bool shift(Op op) {
  return op == Op::Shl || op == Op::Shr;
}

bool comparison(Op op) {
  return op == Op::Lt || op == Op::Le;
}

std::string types_text(Op op, Term a, Term b) {
  return fmt::format("{} should have operands of one type, not {} and {}",
                     name(op),
                     to_string(a.type()),
                     to_string(b.type()));
}

} // namespace

Term TermManager::truth(bool value) {
  return intern(Op::Constant, Type::boolean(), value ? 1 : 0, {});
}

Term TermManager::constant(Type type, Integer value) {
  KL_INVARIANT(type.is_integer() || type.is_bool(),
               "a constant should have an integer type or bool");
  if (type.is_bool()) return truth(value != 0);
  return intern(Op::Constant, type, type.is_machine() ? wrap(type, value) : value, {});
}

Term TermManager::variable(VarId id, Type type) {
  KL_INVARIANT(id.valid(), "a variable term should have a valid id");
  return intern(Op::Variable, type, static_cast<Integer>(id.index()), {});
}

Term TermManager::address(ObjectId id, Type pointer) {
  KL_INVARIANT(id.valid() && pointer.is_machine(),
               "an address should have an object and a pointer type");
  return intern(Op::Address, pointer, static_cast<Integer>(id.index()), {});
}

Term TermManager::negate(Term a) {
  KL_INVARIANT(a.type().is_bool(), "not should have a bool operand");
  if (a.is_constant()) return truth(a.value() == 0);
  if (a.op() == Op::Not) return a.arg(0);
  return intern(Op::Not, Type::boolean(), 0, {a});
}

Term TermManager::nary(Op op, std::vector<Term> args) {
  bool absorbing = op == Op::Or;
  std::vector<Term> flat;
  auto add = [&](Term t) {
    if (t.is_constant() && (t.value() != 0) != absorbing) return;
    flat.push_back(t);
  };
  for (Term t : args) {
    KL_INVARIANT(t.type().is_bool(), "and, or should have bool operands");
    if (t.op() == op) {
      for (Term inner : t.args())
        add(inner);
    } else {
      add(t);
    }
  }
  if (flat.empty()) return truth(!absorbing);
  if (flat.size() == 1) return flat[0];
  if (flat[0].is_constant()) return truth(absorbing);
  return intern(op, Type::boolean(), 0, std::move(flat));
}

Term TermManager::conj(std::vector<Term> args) {
  return nary(Op::And, std::move(args));
}

Term TermManager::disj(std::vector<Term> args) {
  return nary(Op::Or, std::move(args));
}

Term TermManager::eq(Term a, Term b) {
  KL_INVARIANT(a.type() == b.type(), types_text(Op::Eq, a, b));
  KL_INVARIANT(a.type().is_bool() || a.type().is_integer(), "eq should compare bools or integers");
  if (a.is_constant() && b.is_constant()) return truth(a.value() == b.value());
  return intern(Op::Eq, Type::boolean(), 0, {a, b});
}

Term TermManager::ite(Term condition, Term then_value, Term else_value) {
  KL_INVARIANT(condition.type().is_bool(), "ite should have a bool condition");
  KL_INVARIANT(then_value.type() == else_value.type(), types_text(Op::Ite, then_value, else_value));
  if (condition.is_constant()) return condition.value() != 0 ? then_value : else_value;
  return intern(Op::Ite, then_value.type(), 0, {condition, then_value, else_value});
}

namespace {

/// The value of a float operator on constants.
Integer float_value(Op op, Type result, Term a, Term b) {
  std::array values{static_cast<std::uint64_t>(a.value()),
                    static_cast<std::uint64_t>(b.null() ? Integer(0) : b.value())};
  return Integer(float_result(float_op(op), result, a.type(), values));
}

Type float_result_type(Op op, Term a, Term b) {
  KL_INVARIANT(a.type().is_machine() && b.type().is_machine(), types_text(op, a, b));
  bool from_float = float_op(op) != FloatOp::FromInt;
  KL_INVARIANT(!from_float || is_float_pattern(a.type()), types_text(op, a, b));
  if (is_float_conversion(op)) {
    bool good = float_op(op) == FloatOp::ToInt || is_float_pattern(b.type());
    KL_INVARIANT(good && b.is_constant(),
                 "a float conversion should lead to a type that it can have");
    return b.type();
  }
  KL_INVARIANT(a.type() == b.type(), types_text(op, a, b));
  FloatOp f = float_op(op);
  bool compares = f == FloatOp::Eq || f == FloatOp::Lt || f == FloatOp::Le;
  return compares ? Type::boolean() : a.type();
}

} // namespace

Term TermManager::unary(Op op, Term a) {
  if (op == kleene::op(FloatOp::Sqrt)) {
    KL_INVARIANT(is_float_pattern(a.type()), "a root should be that of a float");
    if (a.is_constant()) return constant(a.type(), float_value(op, a.type(), a, Term()));
    return intern(op, a.type(), 0, {a});
  }
  KL_INVARIANT(op == Op::Neg || op == Op::BitNot, "unary should be neg or bitnot");
  KL_INVARIANT(a.type().is_integer(), "unary operators should have an integer operand");
  return intern(op, a.type(), 0, {a});
}

Term TermManager::binary(Op op, Term a, Term b) {
  if (is_float(op)) {
    Type type = float_result_type(op, a, b);
    if (a.is_constant() && b.is_constant()) return constant(type, float_value(op, type, a, b));
    return intern(op, type, 0, {a, b});
  }
  KL_INVARIANT((op >= Op::Lt && op <= Op::Shr && op != Op::Neg && op != Op::BitNot)
                   || op == Op::PtrAdd,
               "binary should be an arithmetic, bit or comparison operator");
  KL_INVARIANT(a.type().is_integer() && b.type().is_integer(), types_text(op, a, b));
  KL_INVARIANT(a.type() == b.type() || shift(op), types_text(op, a, b));
  return intern(op, comparison(op) ? Type::boolean() : a.type(), 0, {a, b});
}

Term TermManager::cast(Type to, Term a) {
  KL_INVARIANT(to.is_integer() && (a.type().is_integer() || a.type().is_bool()),
               "cast should lead from bool or an integer to an integer");
  if (a.type() == to) return a;
  if (a.type().is_bool()) return ite(a, constant(to, 1), constant(to, 0));
  if (a.is_constant() && to.is_machine()) return constant(to, a.value());
  return intern(Op::Cast, to, 0, {a});
}

Term TermManager::load(Type type, Term memory, Term address) {
  KL_INVARIANT(type.is_machine() && type.width() % 8 == 0,
               "load should give a machine integer of whole bytes");
  KL_INVARIANT(memory.type().is_memory() && address.type().is_machine(),
               "load should have a memory and an address");
  return intern(Op::Load, type, 0, {memory, address});
}

Term TermManager::store(Term memory, Term address, Term value) {
  KL_INVARIANT(value.type().is_machine() && value.type().width() % 8 == 0,
               "store should write a machine integer of whole bytes");
  KL_INVARIANT(memory.type().is_memory() && address.type().is_machine(),
               "store should have a memory and an address");
  return intern(Op::Store, Type::memory(), 0, {memory, address, value});
}

Term TermManager::mem_copy(Term memory, Term to, Term from_memory, Term from, Term length) {
  KL_INVARIANT(memory.type().is_memory() && from_memory.type().is_memory(),
               "memcopy should lead from memory to memory");
  KL_INVARIANT(to.type().is_machine() && from.type() == to.type() && length.type() == to.type(),
               "memcopy should have addresses and a length of pointer type");
  return intern(Op::MemCopy, Type::memory(), 0, {memory, to, from_memory, from, length});
}

Term TermManager::mem_set(Term memory, Term to, Term byte, Term length) {
  KL_INVARIANT(memory.type().is_memory() && byte.type() == Type::machine(8, false),
               "memset should fill a memory with a u8");
  KL_INVARIANT(to.type().is_machine() && length.type() == to.type(),
               "memset should have an address and a length of pointer type");
  return intern(Op::MemSet, Type::memory(), 0, {memory, to, byte, length});
}

namespace {
void check_allocation(Term allocation, Term address) {
  KL_INVARIANT(allocation.type() == Type::allocation(),
               "the first operand should be the allocation table");
  KL_INVARIANT(address.type().is_machine(), "an address should have pointer type");
}
} // namespace

Term TermManager::valid(Term allocation, Term address, Term length) {
  check_allocation(allocation, address);
  KL_INVARIANT(length.type() == address.type(), types_text(Op::Valid, address, length));
  return intern(Op::Valid, Type::boolean(), 0, {allocation, address, length});
}

Term TermManager::writable(Term allocation, Term address, Term length) {
  check_allocation(allocation, address);
  KL_INVARIANT(length.type() == address.type(), types_text(Op::Writable, address, length));
  return intern(Op::Writable, Type::boolean(), 0, {allocation, address, length});
}

Term TermManager::freeable(Term allocation, Term address) {
  check_allocation(allocation, address);
  return intern(Op::Freeable, Type::boolean(), 0, {allocation, address});
}

Term TermManager::size_of(Type type, Term allocation, Term address) {
  check_allocation(allocation, address);
  KL_INVARIANT(type == address.type(), "a size should have pointer type");
  return intern(Op::SizeOf, type, 0, {allocation, address});
}

Term TermManager::rebuild(Term t, const std::vector<Term>& args) {
  KL_INVARIANT(args.size() == t.arity(), "rebuild should keep the number of arguments");
  switch (t.op()) {
  case Op::Constant:
  case Op::Variable:
  case Op::Address:
    return t;
  case Op::Not:
    return negate(args[0]);
  case Op::And:
  case Op::Or:
    return nary(t.op(), args);
  case Op::Eq:
    return eq(args[0], args[1]);
  case Op::Ite:
    return ite(args[0], args[1], args[2]);
  case Op::Neg:
  case Op::BitNot:
    return unary(t.op(), args[0]);
  case Op::Cast:
    return cast(t.type(), args[0]);
  case Op::Load:
    return load(t.type(), args[0], args[1]);
  case Op::Store:
    return store(args[0], args[1], args[2]);
  case Op::MemCopy:
    return mem_copy(args[0], args[1], args[2], args[3], args[4]);
  case Op::MemSet:
    return mem_set(args[0], args[1], args[2], args[3]);
  case Op::Valid:
    return valid(args[0], args[1], args[2]);
  case Op::Writable:
    return writable(args[0], args[1], args[2]);
  case Op::Freeable:
    return freeable(args[0], args[1]);
  case Op::SizeOf:
    return size_of(t.type(), args[0], args[1]);
  default:
    if (t.arity() == 1) return unary(t.op(), args[0]);
    return binary(t.op(), args[0], args[1]);
  }
}

} // namespace kleene
