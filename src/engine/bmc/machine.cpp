// SPDX-License-Identifier: Apache-2.0
#include "machine.h"

#include "kleene/support/invariant.h"
#include "kleene/symbolic/step.h"

namespace kleene::engine::bmc {

Term VariablePool::next(OfType& variables, Type type) {
  if (variables.used == variables.made.size())
    variables.made.push_back(terms_.variable(VarId(next_++), type));
  return variables.made[variables.used++];
}

Term VariablePool::next_chosen(OfType& variables, Type type) {
  Term made = next(variables, type);
  by_environment_.insert(made);
  return made;
}

void VariablePool::rewind() {
  for (auto* kind : {&values_, &unknown_, &chosen_})
    for (auto& [type, variables] : *kind)
      variables.used = 0;
}

Term VariablePool::all_zero() {
  std::vector<Term> parts;
  for (const auto& [type, variables] : unknown_) {
    Term zero = type.is_bool() ? terms_.truth(false) : terms_.constant(type, 0);
    for (std::size_t i = 0; i < variables.used; ++i)
      parts.push_back(terms_.eq(variables.made[i], zero));
  }
  return terms_.conj(std::move(parts));
}

Machine::Machine(const ir::Program& program, symbolic::Simplifier& simplify, VariablePool& pool)
    : program_(program),
      simplify_(simplify),
      pool_(pool),
      memory_(program,
              simplify,
              {[this](Type type) { return pool_.unknown(type); },
               [this](Type type) { return pool_.chosen(type); },
               [this](Term t) { return pool_.is_chosen(t); }}) {}

MachineState Machine::initial() {
  MachineState state;
  state.values.resize(program_.variables.size());
  state.heap = memory_.initial();
  for (VarId global : program_.globals)
    if (const std::optional<Term>& value = program_.variable(global).initial)
      state.values[global.index()] = evaluate(state, *value);
  return state;
}

Term Machine::evaluate(MachineState& state, Term t) {
  switch (t.op()) {
  case Op::Constant:
    return t;
  case Op::Variable: {
    Term& value = state.values[t.variable().index()];
    if (value.null()) value = pool_.unknown(t.type());
    return value;
  }
  case Op::Address:
    return simplify_.constant(t.type(), static_cast<Integer>(program_.object(t.object()).address));
  default:
    return evaluate_operator(state, t);
  }
}

Term Machine::evaluate_operator(MachineState& state, Term t) {
  auto arg = [&](std::size_t i) { return evaluate(state, t.arg(i)); };
  switch (t.op()) {
  case Op::Load:
    KL_INVARIANT(t.arg(0).is_variable(), "a load should read a region");
    return memory_.load(state.heap, t.type(), t.arg(0).variable(), arg(1));
  case Op::Valid:
  case Op::Writable: {
    Term address = arg(1);
    return memory_.valid(state.heap, address, arg(2), t.op() == Op::Writable);
  }
  case Op::Freeable:
    return memory_.freeable(state.heap, arg(1));
  case Op::SizeOf:
    return memory_.size_of(state.heap, arg(1));
  default: {
    std::vector<Term> args;
    args.reserve(t.arity());
    for (std::size_t i = 0; i < t.arity(); ++i)
      args.push_back(arg(i));
    return simplify_.rebuild(t, args);
  }
  }
}

Term Machine::overflows(MachineState& state, Term t) {
  auto [entry, is_new] = overflow_conditions_.try_emplace(t);
  if (is_new) entry->second = symbolic::overflow_condition(simplify_.terms(), t);
  return evaluate(state, entry->second);
}

void Machine::run(MachineState& state, const ir::Assign& assign) {
  std::vector<Term> values(assign.values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!assign.values[i].type().is_memory()) values[i] = evaluate(state, assign.values[i]);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i].null()) change_memory(state, assign.targets[i], assign.values[i]);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!values[i].null()) state.values[assign.targets[i].index()] = values[i];
}

/// Nested changes happen from the inside out; their operands are read before all of them.
void Machine::change_memory(MachineState& state, VarId region, Term change) {
  struct Change {
    Op op;
    VarId source;
    std::vector<Term> operands;
  };
  std::vector<Change> changes;
  for (Term t = change; !t.is_variable(); t = t.arg(0)) {
    Change next{t.op(), {}, {}};
    for (std::size_t i = 1; i < t.arity(); ++i) {
      if (t.arg(i).type().is_memory()) {
        KL_INVARIANT(t.arg(i).is_variable(), "a copy should read a region");
        next.source = t.arg(i).variable();
      } else {
        next.operands.push_back(evaluate(state, t.arg(i)));
      }
    }
    changes.push_back(std::move(next));
  }
  for (auto next = changes.rbegin(); next != changes.rend(); ++next) {
    const std::vector<Term>& x = next->operands;
    switch (next->op) {
    case Op::Store:
      memory_.store(state.heap, region, x[0], x[1]);
      break;
    case Op::MemCopy:
      memory_.copy(state.heap, region, x[0], next->source, x[1], x[2]);
      break;
    case Op::MemSet:
      memory_.fill(state.heap, region, x[0], x[1], x[2]);
      break;
    default:
      KL_INVARIANT(false, "a memory should be changed by stores, copies and fills");
    }
  }
}

void Machine::run(MachineState& state, const ir::Free& free) {
  memory_.free(state.heap, evaluate(state, free.address));
}

void Machine::run(MachineState& state, const ir::Forget& forget) {
  Term address = evaluate(state, forget.address);
  if (!memory_.is_shadow(forget.region)) return memory_.forget(state.heap, forget.region, address);
  Term all = program_.terms->constant(Type::machine(8, false), 0xff);
  memory_.fill(state.heap, forget.region, address, all, evaluate(state, forget.length));
}

void Machine::run(MachineState& state, const ir::Output& output) {
  if (output.channel == ir::Channel::Memory)
    memory_.forget(state.heap, output.region, evaluate(state, output.destination));
  if (output.result.valid()) make_unknown(state, output.result);
}

void Machine::make_unknown(MachineState& state, VarId variable) {
  if (program_.variable(variable).type.is_memory())
    memory_.forget_region(state.heap, variable);
  else
    state.values[variable.index()] = {};
}

Term Machine::allocate(MachineState& state,
                       const ir::Alloc& alloc,
                       Term size,
                       std::uint64_t capacity) {
  Term address = memory_.allocate(state.heap, alloc, size, capacity);
  state.values[alloc.target.index()] = address;
  return address;
}

void Machine::merge(MachineState& a, const MachineState& b) {
  symbolic::PathJoin joined(simplify_.terms(), a.path, b.path);
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    Term& value = a.values[i];
    Term other = b.values[i];
    if (value == other) continue;
    Type type = value.null() ? other.type() : value.type();
    if (value.null()) value = pool_.unknown(type);
    value = simplify_.ite(joined.on_first, value, other.null() ? pool_.unknown(type) : other);
  }
  memory_.merge(a.heap, b.heap, joined.on_first);
  a.path = joined.path;
}

} // namespace kleene::engine::bmc
