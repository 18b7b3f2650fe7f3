// SPDX-License-Identifier: Apache-2.0
// Terms: values in slots, and conditions as branches.
#include "kleene/logic/floats.h"
#include "kleene/support/invariant.h"

#include <fmt/core.h>

#include <algorithm>

#include "interpreter_compiler.h"

namespace kleene::ir::vm {
namespace {

bool value_term(Term t) {
  return t.type().is_bool() || t.type().is_integer();
}

/// Something to compute: a value, or a changed memory for the values in it.
bool has_values(Term t) {
  return value_term(t) || (t.type().is_memory() && !t.is_variable());
}

} // namespace

VarId base_memory(Term memory) {
  while (!memory.is_variable())
    memory = memory.arg(0);
  return memory.variable();
}

Compiler::Arithmetic Compiler::arithmetic(Type type) const {
  if (type.is_math()) return Arithmetic::Exact;
  if (!type.is_signed()) return Arithmetic::Unsigned;
  return integers_ == IntegerModel::Math ? Arithmetic::Exact : Arithmetic::Signed;
}

/// In slots for integers of any size, and below 64 bits, unsigned values are not negative.
bool Compiler::unsigned_comparison(Type type) const {
  return !code_.wide && type.is_machine() && !type.is_signed() && type.width() == 64;
}

OpCode Compiler::comparison_code(Op op, Type type) const {
  if (op == Op::Eq) return OpCode::BranchEq;
  if (unsigned_comparison(type)) return op == Op::Lt ? OpCode::BranchLtU : OpCode::BranchLeU;
  return op == Op::Lt ? OpCode::BranchLtS : OpCode::BranchLeS;
}

OpCode Compiler::arithmetic_code(Op op, Type type) const {
  auto pick = [&](OpCode s, OpCode u, OpCode x) {
    Arithmetic kind = arithmetic(type);
    return kind == Arithmetic::Signed ? s : kind == Arithmetic::Unsigned ? u : x;
  };
  bool i32 = !code_.wide && type == Type::machine(32, true);
  switch (op) {
  case Op::Add:
    return i32 ? OpCode::AddI32 : pick(OpCode::AddS, OpCode::AddU, OpCode::AddX);
  case Op::Sub:
    return i32 ? OpCode::SubI32 : pick(OpCode::SubS, OpCode::SubU, OpCode::SubX);
  case Op::Mul:
    return i32 ? OpCode::MulI32 : pick(OpCode::MulS, OpCode::MulU, OpCode::MulX);
  case Op::Div:
    return pick(OpCode::DivS, OpCode::DivU, OpCode::DivX);
  case Op::Rem:
    return pick(OpCode::RemS, OpCode::RemU, OpCode::RemX);
  case Op::Neg:
    return pick(OpCode::NegS, OpCode::NegU, OpCode::NegX);
  case Op::Shl:
    return pick(OpCode::ShlS, OpCode::ShlU, OpCode::ShlX);
  case Op::Shr:
    return pick(OpCode::ShrS, OpCode::ShrU, OpCode::ShrS);
  case Op::BitNot:
    return pick(OpCode::BitNotS, OpCode::BitNotU, OpCode::BitNotS);
  case Op::BitAnd:
    return OpCode::BitAnd;
  case Op::BitOr:
    return OpCode::BitOr;
  case Op::BitXor:
    return OpCode::BitXor;
  case Op::PtrAdd:
    return OpCode::AddU;
  case Op::Eq:
    return OpCode::Eq;
  case Op::Lt:
    return unsigned_comparison(type) ? OpCode::LtU : OpCode::LtS;
  case Op::Le:
    return unsigned_comparison(type) ? OpCode::LeU : OpCode::LeS;
  default:
    invariant_failed(__FILE__, __LINE__, "arithmetic", fmt::format("no code for {}", name(op)));
  }
}

OpCode Compiler::load_code(Type type) const {
  switch (type.width()) {
  case 8:
    return type.is_signed() ? OpCode::LoadS : OpCode::LoadU8;
  case 32:
    return type.is_signed() ? OpCode::LoadS32 : OpCode::LoadU;
  case 64:
    return type.is_signed() || !code_.wide ? OpCode::Load64 : OpCode::LoadU;
  default:
    return type.is_signed() ? OpCode::LoadS : OpCode::LoadU;
  }
}

Slot Compiler::leaf(Term t) {
  if (t.is_constant()) return constant(t.value());
  if (t.op() == Op::Address) return constant(Integer(program_.object(t.object()).address));
  VarId v = t.variable();
  if (edge_ != InsnOrigin::no_edge && assignment_.must_ask(procedure_id_, edge_, v, program_))
    emit(OpCode::CheckDefined,
         {.a = code_.variables[v.index()].flag, .b = static_cast<Slot>(v.index())});
  return value_slot(v);
}

std::optional<Slot> Compiler::known_slot(Term t) {
  if (term_epoch_[t.id()] == epoch_) return term_slot_[t.id()];
  if (t.arity() != 0) return std::nullopt;
  Slot slot = leaf(t);
  term_epoch_[t.id()] = epoch_;
  term_slot_[t.id()] = slot;
  return slot;
}

/// Arguments first, without recursion: terms may be deep.
Slot Compiler::evaluate(Term root) {
  if (std::optional<Slot> slot = known_slot(root)) return *slot;
  std::vector<std::pair<Term, std::size_t>> stack{{root, 0}};
  while (!stack.empty()) {
    auto& [term, next] = stack.back();
    if (next < term.arity()) {
      Term child = term.arg(next++);
      if (has_values(child) && !known_slot(child)) stack.emplace_back(child, 0);
      continue;
    }
    Term done = term;
    stack.pop_back();
    if (term_epoch_[done.id()] == epoch_) continue;
    if (value_term(done)) term_slot_[done.id()] = compute(done, std::nullopt);
    term_epoch_[done.id()] = epoch_;
  }
  return term_slot_[root.id()];
}

void Compiler::evaluate_arguments(Term t) {
  for (std::size_t i = 0; i < t.arity(); ++i)
    if (has_values(t.arg(i))) evaluate(t.arg(i));
}

void Compiler::evaluate_into(Term t, Slot dst) {
  std::optional<Slot> slot = known_slot(t);
  if (!slot) {
    evaluate_arguments(t);
    slot = compute(t, dst);
  }
  if (*slot != dst) emit(OpCode::Move, {.dst = dst, .a = *slot});
}

/// The arguments have slots. Gives the slot of the value: `dst`, a new temporary, or that of an
/// argument with the same value.
Slot Compiler::compute(Term t, std::optional<Slot> dst) {
  auto arg = [&](std::size_t i) { return term_slot_[t.arg(i).id()]; };
  auto result = [&] { return dst ? *dst : temporary(); };
  Slot to = 0;
  switch (t.op()) {
  case Op::And:
    return compute_nary(OpCode::BitAnd, t, dst);
  case Op::Or:
    return compute_nary(OpCode::BitOr, t, dst);
  case Op::Ite:
    return compute_ite(t, dst);
  case Op::Cast:
    return compute_cast(t, dst);
  case Op::Not:
    emit(OpCode::Not, {.dst = to = result(), .a = arg(0)});
    return to;
  case Op::Load: {
    auto region = static_cast<Slot>(base_memory(t.arg(0)).index());
    auto width = static_cast<std::uint8_t>(t.type().width());
    bool changed = !t.arg(0).is_variable();
    if (changed) change_for_now(t.arg(0));
    note({.width = width, .a = arg(1)});
    emit(load_code(t.type()), {.width = width, .dst = to = result(), .a = arg(1), .b = region});
    if (changed) emit(OpCode::Rollback, {});
    return to;
  }
  case Op::Valid:
  case Op::Writable:
    emit(OpCode::Valid,
         {.extra = t.op() == Op::Writable, .dst = to = result(), .a = arg(1), .b = arg(2)});
    return to;
  case Op::Freeable:
    emit(OpCode::Freeable, {.dst = to = result(), .a = arg(1)});
    return to;
  case Op::SizeOf:
    emit(OpCode::SizeOf, {.dst = to = result(), .a = arg(1)});
    return to;
  default: {
    if (is_float(t.op())) return compute_float(t, result());
    Type type = t.arg(0).type();
    auto width = static_cast<std::uint8_t>(type.width());
    emit(arithmetic_code(t.op(), type),
         {.width = width, .dst = to = result(), .a = arg(0), .b = t.arity() > 1 ? arg(1) : arg(0)});
    return to;
  }
  }
}

Slot Compiler::compute_nary(OpCode code, Term t, std::optional<Slot> dst) {
  Slot so_far = term_slot_[t.arg(0).id()];
  for (std::size_t i = 1; i < t.arity(); ++i) {
    Slot to = dst && i + 1 == t.arity() ? *dst : temporary();
    emit(code, {.dst = to, .a = so_far, .b = term_slot_[t.arg(i).id()]});
    so_far = to;
  }
  return so_far;
}

Slot Compiler::compute_ite(Term t, std::optional<Slot> dst) {
  Slot condition = term_slot_[t.arg(0).id()];
  auto is = [](Term c, Integer value) { return c.is_constant() && c.value() == value; };
  if (is(t.arg(1), 1) && is(t.arg(2), 0)) return condition;
  Slot to = dst ? *dst : temporary();
  emit(OpCode::Select,
       {.dst = to, .a = term_slot_[t.arg(1).id()], .b = term_slot_[t.arg(2).id()], .c = condition});
  return to;
}

/// The canonical form of the value is the same in both types.
bool Compiler::keeps_value(Type to, Type from) const {
  if (to.is_math()) return true;
  if (!from.is_machine()) return false;
  if (!code_.wide && to.width() == 64) return true;
  if (from.is_signed()) return to.is_signed() && to.width() >= from.width();
  return to.is_signed() ? to.width() > from.width() : to.width() >= from.width();
}

Slot Compiler::compute_cast(Term t, std::optional<Slot> dst) {
  Slot from = term_slot_[t.arg(0).id()];
  if (keeps_value(t.type(), t.arg(0).type())) return from;
  Slot to = dst ? *dst : temporary();
  emit(t.type().is_signed() ? OpCode::WrapS : OpCode::WrapU,
       {.width = static_cast<std::uint8_t>(t.type().width()), .dst = to, .a = from});
  return to;
}

/// Conversions carry the types in `b`: the width of the result, its sign, the sign of the operand.
Slot Compiler::compute_float(Term t, Slot to) {
  auto arg = [&](std::size_t i) { return term_slot_[t.arg(std::min(i, t.arity() - 1)).id()]; };
  Type operand = t.arg(0).type();
  Insn insn{.width = static_cast<std::uint8_t>(operand.width()),
            .extra = static_cast<std::uint8_t>(t.op()),
            .dst = to,
            .a = arg(0),
            .b = arg(1)};
  if (is_float_conversion(t.op()))
    insn.b = static_cast<Slot>(t.type().width() * 4 + (t.type().is_signed() ? 2 : 0)
                               + (operand.is_signed() ? 1 : 0));
  emit(is_float_conversion(t.op()) ? OpCode::FloatConvert : OpCode::Float, insn);
  return to;
}

/// Whether evaluation cannot be noticed: no event, no end of the run. Gives up after `budget` terms.
bool Compiler::silent(Term t, unsigned& budget) const {
  if (budget == 0) return false;
  --budget;
  switch (t.op()) {
  case Op::Variable:
    return !value_term(t) || edge_ == InsnOrigin::no_edge
           || !assignment_.must_ask(procedure_id_, edge_, t.variable(), program_);
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::Neg:
    if (arithmetic(t.type()) != Arithmetic::Unsigned) return false;
    break;
  case Op::Div:
  case Op::Rem:
  case Op::Shl:
  case Op::Shr:
  case Op::Load:
    return false;
  default:
    break;
  }
  for (std::size_t i = 0; i < t.arity(); ++i)
    if (!silent(t.arg(i), budget)) return false;
  return true;
}

/// And and Or, one operand after the other, where nobody can notice that the rest is skipped.
void Compiler::branch_through(Term condition, Label yes, Label no, unsigned depth) {
  bool all = condition.op() == Op::And;
  for (std::size_t i = 0; i + 1 < condition.arity(); ++i) {
    Label next = new_label();
    branch(condition.arg(i), all ? next : yes, all ? no : next, depth + 1);
    bind(next);
    // What was computed so far need not have been computed on every way to here.
    forget_terms();
  }
  branch(condition.arg(condition.arity() - 1), yes, no, depth + 1);
}

void Compiler::branch(Term condition, Label yes, Label no, unsigned depth) {
  constexpr unsigned deepest = 16;
  switch (condition.op()) {
  case Op::Constant:
    emit(OpCode::Jump, {.dst = condition.is_true() ? yes : no});
    return;
  case Op::Not:
    branch(condition.arg(0), no, yes, depth);
    return;
  case Op::And:
  case Op::Or: {
    unsigned budget = 64;
    bool skippable = depth < deepest;
    for (std::size_t i = 1; skippable && i < condition.arity(); ++i)
      skippable = silent(condition.arg(i), budget);
    if (!skippable) break;
    branch_through(condition, yes, no, depth);
    return;
  }
  case Op::Eq:
  case Op::Lt:
  case Op::Le: {
    Slot a = evaluate(condition.arg(0));
    Slot b = evaluate(condition.arg(1));
    emit(comparison_code(condition.op(), condition.arg(0).type()),
         {.dst = yes, .a = a, .b = b, .c = no});
    return;
  }
  case Op::Valid:
  case Op::Writable: {
    Slot a = evaluate(condition.arg(1));
    Slot b = evaluate(condition.arg(2));
    emit(OpCode::BranchValid,
         {.extra = condition.op() == Op::Writable, .dst = yes, .a = a, .b = b, .c = no});
    return;
  }
  default:
    break;
  }
  emit(OpCode::BranchTrue, {.dst = yes, .a = evaluate(condition), .c = no});
}

} // namespace kleene::ir::vm
