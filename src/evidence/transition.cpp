// SPDX-License-Identifier: Apache-2.0
#include "transition.h"

#include "kleene/support/invariant.h"

#include "effect.h"

namespace kleene::evidence {

Transitions::Transitions(const Problem& problem,
                         Formula& formula,
                         std::function<bool(VarId)> arbitrary)
    : problem_(problem),
      program_(problem.program),
      formula_(formula),
      terms_(formula.terms()),
      arbitrary_(std::move(arbitrary)),
      first_(program_.variables.size()),
      entry_(program_.variables.size()) {}

FormulaState Transitions::initial_state() {
  FormulaState state = beginning();
  for (VarId g : program_.globals) {
    const ir::Variable& v = program_.variable(g);
    if (v.initial) state.values[g.index()] = evaluate(*v.initial, state);
    if (v.type.is_memory()) state.values[g.index()] = formula_.initial_memory(g);
  }
  return state;
}

Term Transitions::value(const FormulaState& state, VarId v) {
  Term known = state.values[v.index()];
  if (!known.null()) return known;
  Term& first = first_[v.index()];
  if (first.null()) {
    const ir::Variable& variable = program_.variable(v);
    first = formula_.fresh(variable.name,
                           variable.type,
                           variable.cell,
                           arbitrary_(v) ? Formula::Range::OfType : Formula::Range::Computed,
                           v);
  }
  return first;
}

Term Transitions::entry_value(VarId v) {
  Term& entry = entry_[v.index()];
  if (entry.null()) {
    const ir::Variable& variable = program_.variable(v);
    entry = formula_.fresh(
        variable.name + "@entry", variable.type, variable.cell, Formula::Range::Computed);
  }
  return entry;
}

/// Questions about the table of live objects, which the formula does not have.
Term Transitions::arbitrary_answer(Term t,
                                   const std::vector<Term>& args,
                                   const FormulaState& state) {
  if (all_objects_ && (t.op() == Op::Valid || t.op() == Op::Writable || t.op() == Op::Freeable))
    return known_answer(t, args, state);
  switch (t.op()) {
  case Op::Valid:
  case Op::Writable: {
    Term answer = formula_.fresh(name(t.op()), t.type(), std::nullopt, Formula::Range::OfType);
    if (args[2].is_constant() && args[2].value() > 0) {
      // The end of an object is greater than its addresses.
      Type type = args[1].type();
      Term null = terms_.eq(args[1], terms_.constant(type, 0));
      Term high = terms_.lt(terms_.constant(type, max_value(type) - args[2].value()), args[1]);
      for (Term never : {formula_.named("null", null), formula_.named("high", high)})
        if (!never.is_false()) formula_.require(terms_.negate(terms_.conj(answer, never)));
    }
    formula_.note(LiveBytes{answer, args[1], args[2]});
    return answer;
  }
  case Op::Freeable:
  case Op::SizeOf:
    return formula_.fresh(name(t.op()), t.type(), std::nullopt, Formula::Range::OfType);
  default:
    return {};
  }
}

Term Transitions::known_answer(Term t, const std::vector<Term>& args, const FormulaState& state) {
  KnownBytes known{{}, args[1], {}, t.op() == Op::Writable, {}};
  if (t.op() != Op::Freeable) known.length = args[2];
  std::vector<std::size_t> key{static_cast<std::size_t>(t.op()), args[1].id()};
  if (!known.length.null()) key.push_back(known.length.id());
  for (const auto& [id, object] : state.objects) {
    if (object.alive.is_false()) continue;
    key.insert(key.end(), {id, object.alive.id()});
    known.objects.push_back({object.address, object.bytes, object.alive, object.heap});
  }
  Term& answer = answers_[key];
  if (!answer.null()) return answer;
  answer = formula_.fresh(name(t.op()), t.type(), std::nullopt, Formula::Range::OfType);
  known.answer = answer;
  known.address = formula_.named("at", known.address);
  formula_.know(known);
  return answer;
}

Term Transitions::evaluate(Term t, const FormulaState& state) {
  return formula_.fold(
      t,
      [&](VarId v) { return value(state, v); },
      [&](Term op, const std::vector<Term>& args) { return arbitrary_answer(op, args, state); });
}

Term Transitions::any(VarId v) {
  const ir::Variable& variable = program_.variable(v);
  return formula_.fresh(variable.name, variable.type, variable.cell, Formula::Range::OfType, v);
}

void Transitions::assign(FormulaState& state, VarId v, Term value) {
  const ir::Variable& variable = program_.variable(v);
  state.values[v.index()] = formula_.named(variable.name, value, variable.cell, v);
}

Term Transitions::step(const ir::Statement& statement, FormulaState& state, Term guard) {
  Effect made = effect(program_, statement, Bound::Over);
  KL_INVARIANT(made.call == nullptr, "calls should be left to those who know what the callee does");
  Term condition = formula_.named("if", evaluate(made.condition, state));
  if (made.alloc != nullptr) allocate(*made.alloc, state, guard);
  if (made.free != nullptr) release(*made.free, state);
  if (made.forget != nullptr)
    forget(state,
           made.forget->region,
           evaluate(made.forget->address, state),
           evaluate(made.forget->length, state),
           false);
  std::vector<Term> values;
  for (const Effect::Change& change : made.changes)
    values.push_back(change.to == Effect::Change::To::Value ? evaluate(change.value, state)
                                                            : any(change.variable));
  for (std::size_t i = 0; i < values.size(); ++i)
    assign(state, made.changes[i].variable, values[i]);
  return condition;
}

void Transitions::release(const ir::Free& free, FormulaState& state) {
  Term address = evaluate(free.address, state);
  for (auto& [id, object] : state.objects)
    object.alive =
        formula_.named("alive", terms_.conj(object.alive, terms_.ne(object.address, address)));
}

void Transitions::allocate(const ir::Alloc& alloc, FormulaState& state, Term guard) {
  Type pointer = program_.pointer_type();
  auto number = [&](Integer n) { return terms_.constant(pointer, n); };
  Term size = formula_.named("size", evaluate(alloc.size, state));
  Term address = any(alloc.target);
  formula_.note(NewAddress{address, size, guard});
  // What malloc gives has an address of its own even without bytes.
  bool has_bytes = alloc.storage == ir::Storage::Stack || (size.is_constant() && size.value() != 0);
  Term taken =
      has_bytes ? size
                : formula_.named("taken", terms_.ite(terms_.eq(size, number(0)), number(1), size));
  Term end = formula_.named("end", terms_.binary(Op::PtrAdd, address, taken));
  auto require = [&](Term fact, std::vector<Term> addresses) {
    formula_.require(terms_.disj(terms_.negate(guard), fact), std::move(addresses));
  };
  require(terms_.le(number(formula_.lowest_free_address()), address), {address});
  require(terms_.le(address, end), {address});
  if (alloc.alignment > 1 && (alloc.alignment & (alloc.alignment - 1)) == 0)
    require(terms_.eq(terms_.binary(Op::BitAnd, address, number(Integer(alloc.alignment - 1))),
                      number(0)),
            {address});
  for (const auto& [id, other] : state.objects) {
    Term other_end = terms_.binary(Op::PtrAdd, other.address, other.size);
    require(terms_.disj({terms_.negate(other.alive),
                         terms_.le(end, other.address),
                         terms_.le(other_end, address)}),
            {address, other.address});
  }
  formula_.keep_apart(guard, address, end);
  constexpr std::size_t most_objects = 200;
  if (all_objects_ || state.objects.size() < most_objects)
    state.objects[objects_++] = {
        address, taken, terms_.truth(true), alloc.storage == ir::Storage::Heap, size};
  forget(state, alloc.region, address, size, alloc.zeroed);
  state.values[alloc.target.index()] = address;
}

/// The bytes get arbitrary values, or zero.
void Transitions::forget(
    FormulaState& state, VarId region, Term address, Term length, bool zeroed) {
  const ir::Variable& variable = program_.variable(region);
  Type cell = variable.cell.value_or(Type::machine(8, false));
  auto step = static_cast<Integer>(cell.bytes());
  Term before = value(state, region);
  if (!length.is_constant() || length.value() % step != 0
      || length.value() / step > static_cast<Integer>(smt::longest_block)) {
    state.values[region.index()] = any(region);
  } else {
    Term memory = before;
    for (Integer at = 0; at < length.value(); at += step) {
      Term place = terms_.binary(Op::PtrAdd, address, terms_.constant(address.type(), at));
      Term contents = zeroed
                          ? terms_.constant(cell, 0)
                          : formula_.fresh("forgotten", cell, std::nullopt, Formula::Range::OfType);
      memory = terms_.store(memory, at == 0 ? address : place, contents);
    }
    assign(state, region, memory);
  }
  formula_.note(NewContents{before, value(state, region), region, address, length, zeroed});
}

FormulaState Transitions::meet(const std::vector<Term>& guards,
                               const std::vector<FormulaState>& states) {
  FormulaState result = states.back();
  for (std::size_t i = 0; i < result.values.size(); ++i) {
    bool same = true;
    for (const FormulaState& s : states)
      same &= s.values[i] == result.values[i];
    if (same) continue;
    VarId v(i);
    Term merged = value(states.back(), v);
    for (std::size_t k = states.size() - 1; k-- > 0;)
      if (Term other = value(states[k], v); other != merged)
        merged = terms_.ite(guards[k], other, merged);
    assign(result, v, merged);
  }
  std::map<std::size_t, NewObject> objects;
  for (std::size_t k = 0; k < states.size(); ++k)
    for (const auto& [id, object] : states[k].objects) {
      auto [found, is_new] = objects.try_emplace(id, object);
      Term alive = terms_.conj(guards[k], object.alive);
      found->second.alive = is_new ? alive : terms_.disj(found->second.alive, alive);
    }
  for (auto& [id, object] : objects)
    object.alive = formula_.named("alive", object.alive);
  result.objects = std::move(objects);
  return result;
}

std::vector<Term> Transitions::overflows(const ir::Statement& statement,
                                         const FormulaState& state) {
  std::vector<Term> result;
  auto note = [&](Term op, const std::vector<Term>& args) {
    if (!smt::may_overflow(op)) return;
    bool constants = true;
    for (Term a : args)
      constants &= a.is_constant();
    if (constants) {
      std::optional<Integer> exact = constant_result(op, args, IntegerModel::Math);
      bool least_by_minus_one =
          op.op() == Op::Rem && args[1].value() == -1 && args[0].value() == min_value(op.type());
      if (least_by_minus_one || (exact && !fits(op.type(), *exact)))
        result.push_back(terms_.truth(true));
      return;
    }
    try {
      result.push_back(formula_.overflow(terms_.rebuild(op, args)));
    } catch (const smt::NotExpressible&) {
      result.push_back(
          formula_.fresh("overflow", Type::boolean(), std::nullopt, Formula::Range::OfType));
    }
  };
  for (Term t : ir::evaluated_terms(statement))
    formula_.fold(
        t,
        [&](VarId v) { return value(state, v); },
        [&](Term op, const std::vector<Term>& args) {
          note(op, args);
          return arbitrary_answer(op, args, state);
        });
  return result;
}

} // namespace kleene::evidence
