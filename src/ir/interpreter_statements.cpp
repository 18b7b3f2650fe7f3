// SPDX-License-Identifier: Apache-2.0
// The code of one statement.
#include "kleene/support/invariant.h"
#include "kleene/support/overloaded.h"

#include <fmt/core.h>

#include <algorithm>

#include "interpreter_compiler.h"

namespace kleene::ir::vm {
namespace {

bool scalar(Type type) {
  return type.is_bool() || type.is_integer();
}

OpCode store_code(unsigned width) {
  switch (width) {
  case 8:
    return OpCode::Store8;
  case 32:
    return OpCode::Store32;
  case 64:
    return OpCode::Store64;
  default:
    return OpCode::Store;
  }
}

} // namespace

bool Compiler::statement(const Statement& s) {
  return std::visit(Overloaded{
                        [](const Skip&) { return true; },
                        [&](const Assign& a) { return assign(a), true; },
                        [&](const Assume& a) { return assume(a), true; },
                        [&](const Havoc& h) { return havoc(h), true; },
                        [&](const Call& c) { return call(c), true; },
                        [&](const Alloc& a) { return alloc(a), true; },
                        [&](const Free& f) {
                          Slot address = evaluate(f.address);
                          note({.extra = noted::write | noted::object, .a = address});
                          return emit(OpCode::Free, {.a = address}), true;
                        },
                        [&](const Forget& f) {
                          Slot address = evaluate(f.address);
                          Slot length = address_slot(f.length);
                          note({.extra = noted::write | noted::bulk, .a = address, .b = length});
                          emit(OpCode::Forget, {.a = address, .b = length});
                          return true;
                        },
                        [&](const Output& o) { return output(o), true; },
                        [&](const Halt& h) { return halt(h), false; },
                        [&](const Spawn& p) { return spawn(p), true; },
                        [&](const EndThread&) { return emit(OpCode::EndThread, {}), false; },
                    },
                    s);
}

/// The slot of a number of bytes: read as unsigned, whatever its type.
Slot Compiler::address_slot(Term t) {
  Slot slot = evaluate(t);
  if (!t.type().is_machine() || !t.type().is_signed()) return slot;
  Slot wrapped = temporary();
  emit(OpCode::WrapU,
       {.width = static_cast<std::uint8_t>(t.type().width()), .dst = wrapped, .a = slot});
  return wrapped;
}

void Compiler::define(VarId v) {
  if (marked(v)) emit(OpCode::Move, {.dst = code_.variables[v.index()].flag, .a = constant(0)});
}

void Compiler::assign(const Assign& s) {
  bool single = s.targets.size() == 1 && scalar(program_.variable(s.targets[0]).type);
  if (!single) return assign_parallel(s);
  evaluate_into(s.values[0], value_slot(s.targets[0]));
  define(s.targets[0]);
}

/// All values are in slots before anything changes; memory changes before variables do, because its
/// instructions take their operands from variables.
void Compiler::assign_parallel(const Assign& s) {
  std::vector<std::pair<VarId, Slot>> moves;
  std::vector<Insn> effects;
  for (std::size_t i = 0; i < s.targets.size(); ++i) {
    VarId target = s.targets[i];
    if (scalar(program_.variable(target).type)) {
      moves.emplace_back(target, evaluate(s.values[i]));
      continue;
    }
    std::vector<Insn> more = memory_effects(target, s.values[i]);
    effects.insert(effects.end(), more.begin(), more.end());
  }
  auto overwritten = [&](Slot slot, VarId by) {
    return std::ranges::any_of(
        moves, [&](const auto& m) { return m.first != by && value_slot(m.first) == slot; });
  };
  for (auto& [target, from] : moves) {
    if (!overwritten(from, target)) continue;
    Slot kept = temporary();
    emit(OpCode::Move, {.dst = kept, .a = from});
    from = kept;
  }
  emit_effects(std::move(effects));
  for (auto [target, from] : moves) {
    if (from != value_slot(target)) emit(OpCode::Move, {.dst = value_slot(target), .a = from});
    define(target);
  }
}

Insn Compiler::store_effect(Slot region, Term value) {
  Type type = value.arg(2).type();
  Insn insn;
  insn.width = static_cast<std::uint8_t>(type.width());
  insn.op = static_cast<std::uint16_t>(store_code(type.width()));
  insn.dst = region;
  insn.a = evaluate(value.arg(1));
  insn.b = evaluate(value.arg(2));
  if (arithmetic(type) == Arithmetic::Exact)
    emit(OpCode::CheckFits, {.width = insn.width, .a = insn.b});
  return insn;
}

Insn Compiler::copy_effect(VarId target, Term value) {
  Term source = value.arg(2);
  Insn insn;
  insn.op = static_cast<std::uint16_t>(OpCode::MemCopy);
  insn.dst = static_cast<Slot>(code_.copies.size());
  code_.copies.push_back({target, base_memory(source)});
  insn.a = evaluate(value.arg(1));
  insn.b = evaluate(value.arg(3));
  insn.c = evaluate(value.arg(4));
  if (source.is_variable()) return insn;
  change_for_now(source);
  emit(OpCode::CopyOut, insn);
  emit(OpCode::Rollback, {});
  insn.op = static_cast<std::uint16_t>(OpCode::CopyIn);
  return insn;
}

/// The instructions that change the memory, first change first; their operands are computed now.
std::vector<Insn> Compiler::memory_effects(VarId target, Term value) {
  std::vector<Insn> effects;
  auto region = static_cast<Slot>(target.index());
  for (; !value.is_variable(); value = value.arg(0)) {
    if (value.op() == Op::Store) {
      effects.push_back(store_effect(region, value));
    } else if (value.op() == Op::MemCopy) {
      effects.push_back(copy_effect(target, value));
    } else {
      KL_INVARIANT(value.op() == Op::MemSet,
                   fmt::format("{} should not change a memory", name(value.op())));
      Insn insn;
      insn.op = static_cast<std::uint16_t>(OpCode::MemSet);
      insn.dst = region;
      insn.a = evaluate(value.arg(1));
      insn.b = evaluate(value.arg(2));
      insn.c = evaluate(value.arg(3));
      effects.push_back(insn);
    }
  }
  KL_INVARIANT(value.variable() == target, "a memory should be assigned a change of itself");
  std::ranges::reverse(effects);
  return effects;
}

/// A copy reads what was there before the statement: if another change could come first, its bytes
/// are taken out before all changes.
void Compiler::emit_effects(std::vector<Insn> effects, bool for_now) {
  bool alone = effects.size() <= 1;
  for (Insn& effect : effects) {
    if (alone || static_cast<OpCode>(effect.op) != OpCode::MemCopy) continue;
    emit(OpCode::CopyOut, effect);
    effect.op = static_cast<std::uint16_t>(OpCode::CopyIn);
  }
  for (const Insn& effect : effects) {
    if (for_now) emit_remember(effect);
    note_effect(effect);
    emit(static_cast<OpCode>(effect.op), effect);
  }
}

/// In a program with threads, says what is going to be touched.
void Compiler::note(Insn insn) {
  if (code_.threads) emit(OpCode::Note, insn);
}

void Compiler::note_effect(const Insn& effect) {
  auto code = static_cast<OpCode>(effect.op);
  bool copy = code == OpCode::MemCopy || code == OpCode::CopyIn;
  if (copy) note({.extra = noted::bulk, .a = effect.b, .b = effect.c});
  if (copy || code == OpCode::MemSet)
    note({.extra = noted::write | noted::bulk, .a = effect.a, .b = effect.c});
  else
    note({.width = effect.width, .extra = noted::write, .a = effect.a});
}

void Compiler::emit_remember(const Insn& effect) {
  auto code = static_cast<OpCode>(effect.op);
  bool copy = code == OpCode::MemCopy || code == OpCode::CopyIn;
  Slot region = effect.dst;
  if (copy)
    region = static_cast<Slot>(code_.copies[static_cast<std::size_t>(effect.dst)].to.index());
  bool sized = copy || code == OpCode::MemSet;
  Slot length = sized ? effect.c : constant(effect.width / 8);
  emit(OpCode::Remember, {.dst = region, .a = effect.a, .b = length});
}

/// Brings the memory into the state of a term, until Rollback.
void Compiler::change_for_now(Term memory) {
  emit_effects(memory_effects(base_memory(memory), memory), true);
}

void Compiler::assume(const Assume& s) {
  if (s.condition.is_true()) return;
  Label next = new_label();
  bool undefined = is_undefined_behaviour(s.kind);
  Label no = failure(undefined ? OpCode::Fault : OpCode::Block, static_cast<std::uint8_t>(s.kind));
  branch(s.condition, next, no);
  bind(next);
}

/// The variable has a value that nobody knows.
void Compiler::lose(VarId v) {
  VariableSlot at = code_.variables[v.index()];
  if (marked(v))
    emit(OpCode::Undefine, {.dst = at.value, .a = at.flag});
  else
    emit(OpCode::Move, {.dst = at.value, .a = constant(0)});
}

/// The variable comes to life without a value.
void Compiler::unset(VarId v) {
  if (!code_.zero_uninitialised) return lose(v);
  const Variable& variable = program_.variable(v);
  Slot value = code_.variables[v.index()].value;
  if (variable.heap_offset)
    emit(OpCode::Newborn,
         {.width = static_cast<std::uint8_t>(variable.type.width()),
          .extra = static_cast<std::uint8_t>(variable.type.is_signed()),
          .dst = value,
          .a = constant(static_cast<Integer>(*variable.heap_offset))});
  else
    emit(OpCode::Move, {.dst = value, .a = constant(0)});
  define(v);
}

void Compiler::havoc(const Havoc& s) {
  for (Term t : s.escaping)
    if (scalar(t.type())) evaluate(t);
  bool memory = false;
  for (VarId v : s.variables) {
    Type type = program_.variable(v).type;
    if (!scalar(type)) {
      memory |= type.is_memory();
      continue;
    }
    VariableSlot at = code_.variables[v.index()];
    if (s.choice == Choice::Input) {
      emit(OpCode::Input, {.dst = at.value, .a = static_cast<Slot>(code_.inputs.size())});
      code_.inputs.push_back({type, s.origin});
      define(v);
    } else if (s.uninitialised) {
      unset(v);
    } else {
      lose(v);
    }
  }
  if (memory) emit(OpCode::Unknown, {});
}

void Compiler::call(const Call& s) {
  const Procedure& callee = program_.procedure(s.callee);
  KL_INVARIANT(
      s.arguments.size() == callee.parameters.size(),
      fmt::format("a call of {} should have as many arguments as parameters", callee.name));
  KL_INVARIANT(s.results.empty() || s.results.size() == callee.returns.size(),
               fmt::format("a call of {} should take all results or none", callee.name));
  for (std::size_t i = 0; i < s.arguments.size(); ++i)
    evaluate_into(s.arguments[i], outgoing + static_cast<Slot>(i));
  auto count = static_cast<std::uint32_t>(s.arguments.size());
  outgoing_slots_ = std::max(outgoing_slots_, count);
  if (traced_) emit(OpCode::Trace, {});
  CallSite site;
  site.callee = static_cast<std::uint32_t>(s.callee.index());
  site.frame = static_cast<std::uint32_t>(procedure_id_.index()); // replaced by the frame size
  std::vector<VarId> defined;
  for (std::size_t i = 0; i < s.results.size(); ++i) {
    if (!scalar(program_.variable(s.results[i]).type)) continue;
    VariableSlot from = code_.variables[callee.returns[i].index()];
    VariableSlot to = code_.variables[s.results[i].index()];
    site.results.emplace_back(from.value, to.value);
    if (to.flag != 0 && from.flag != 0)
      site.results.emplace_back(from.flag, to.flag);
    else
      defined.push_back(s.results[i]);
  }
  emit(OpCode::Call, {.a = static_cast<Slot>(code_.calls.size())});
  code_.calls.push_back(std::move(site));
  for (VarId v : defined)
    define(v);
}

void Compiler::spawn(const Spawn& s) {
  for (std::size_t i = 0; i < s.arguments.size(); ++i)
    evaluate_into(s.arguments[i], outgoing + static_cast<Slot>(i));
  outgoing_slots_ = std::max(outgoing_slots_, static_cast<std::uint32_t>(s.arguments.size()));
  emit(OpCode::Spawn, {.a = static_cast<Slot>(s.callee.index())});
}

void Compiler::alloc(const Alloc& s) {
  emit(OpCode::Alloc, {.dst = value_slot(s.target), .a = address_slot(s.size)});
  define(s.target);
}

void Compiler::output(const Output& s) {
  OutputSite site;
  site.statement = &s;
  site.format = evaluate(s.format);
  if (!s.destination.null()) site.destination = evaluate(s.destination);
  if (!s.limit.null()) site.limit = address_slot(s.limit);
  for (Term t : s.arguments)
    site.arguments.push_back(evaluate(t));
  emit(OpCode::Output, {.a = static_cast<Slot>(code_.outputs.size())});
  code_.outputs.push_back(std::move(site));
  if (s.result.valid()) define(s.result);
}

void Compiler::halt(const Halt& s) {
  Slot status = s.status.null() ? constant(0) : evaluate(s.status);
  if (traced_) emit(OpCode::Trace, {});
  emit(OpCode::Halt, {.a = status});
}

} // namespace kleene::ir::vm
