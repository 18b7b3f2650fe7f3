// SPDX-License-Identifier: Apache-2.0
#include "boolean_encoding.h"

#include "kleene/support/invariant.h"

#include <algorithm>
#include <set>

#include "effect.h"
#include "questions.h"

namespace kleene::evidence {
namespace {

Effect exact_effect(const ir::Program& program, const ir::Statement& statement) {
  try {
    return effect(program, statement, Bound::Exact);
  } catch (const NotCheckable&) {
    throw NotBoolean();
  }
}

} // namespace

BooleanEncoding::BooleanEncoding(const ir::Program& program,
                                 std::vector<std::size_t> order,
                                 BddManager& manager)
    : program_(program), manager_(manager), order_(std::move(order)) {
  if (!usable(order_)) {
    order_.assign(program.variables.size(), 0);
    std::size_t next = 0;
    for (VarId g : program.globals)
      order_[g.index()] = next++;
    for (const ir::Procedure& p : program.procedures) {
      std::size_t local = next;
      for (const auto* list : {&p.parameters, &p.returns, &p.locals})
        for (VarId v : *list)
          order_[v.index()] = local++;
    }
  }
  std::size_t places = 0;
  for (std::size_t place : order_)
    places = std::max(places, place + 1);
  std::vector<VarBlock> copies = manager.add_interleaved(4, places);
  entry_ = copies[0];
  current_ = copies[1];
  next_ = copies[2];
  given_ = copies[3];
}

/// Variables that are visible in one procedure need places of their own, and not too many.
bool BooleanEncoding::usable(const std::vector<std::size_t>& order) const {
  if (order.size() != program_.variables.size()) return false;
  if (std::ranges::any_of(order, [&](std::size_t place) { return place >= order.size(); }))
    return false;
  std::set<std::size_t> taken;
  for (VarId g : program_.globals)
    if (!taken.insert(order[g.index()]).second) return false;
  for (const ir::Procedure& p : program_.procedures) {
    std::set<std::size_t> own;
    for (const auto* list : {&p.parameters, &p.returns, &p.locals})
      for (VarId v : *list)
        if (taken.contains(order[v.index()]) || !own.insert(order[v.index()]).second) return false;
  }
  return true;
}

const VarBlock& BooleanEncoding::block(Copy copy) const {
  switch (copy) {
  case Copy::Entry:
    return entry_;
  case Copy::Current:
    return current_;
  case Copy::Next:
    return next_;
  case Copy::Given:
    return given_;
  }
  KL_INVARIANT(false, "every copy should have a block");
}

Bdd BooleanEncoding::literal(VarId v, Copy copy) {
  return manager_.variable(block(copy)[order_[v.index()]]);
}

Bdd BooleanEncoding::formula(Term term) {
  if (term.null()) return Bdd();
  // Arguments first; what is known already is not looked into again.
  std::vector<Term> open{term};
  while (!open.empty()) {
    Term t = open.back();
    std::size_t waiting = open.size();
    if (!formulas_.contains(t))
      for (Term arg : t.args())
        if (!formulas_.contains(arg)) open.push_back(arg);
    if (open.size() > waiting) continue;
    open.pop_back();
    if (!formulas_.contains(t)) formulas_.emplace(t, value(t));
  }
  return formulas_.at(term);
}

/// The value of a term whose arguments are known.
Bdd BooleanEncoding::value(Term t) {
  auto arg = [&](std::size_t i) -> const Bdd& { return formulas_.at(t.arg(i)); };
  Bdd result;
  switch (t.op()) {
  case Op::Constant:
    return Bdd(t.is_true());
  case Op::Variable: {
    std::size_t v = t.variable().index();
    std::size_t variables = program_.variables.size();
    return v < variables ? literal(VarId(v), Copy::Current)
                         : literal(VarId(v - variables), Copy::Entry);
  }
  case Op::Not:
    return !arg(0);
  case Op::And:
    result = Bdd(true);
    for (std::size_t i = 0; i < t.arity(); ++i)
      result &= arg(i);
    return result;
  case Op::Or:
    for (std::size_t i = 0; i < t.arity(); ++i)
      result |= arg(i);
    return result;
  case Op::Eq:
    return arg(0).iff(arg(1));
  case Op::Ite:
    return ite(arg(0), arg(1), arg(2));
  default:
    throw NotBoolean();
  }
}

Bdd BooleanEncoding::step(const ir::Edge& edge, const Bdd& before) {
  Effect made = exact_effect(program_, edge.statement);
  KL_INVARIANT(made.call == nullptr, "calls should be left to after_call");
  if (made.condition.is_false()) return Bdd();
  if (made.changes.empty()) return before & formula(made.condition);
  Bdd relation = formula(made.condition);
  std::vector<BddVar> changed;
  Renaming back;
  for (const Effect::Change& change : made.changes) {
    std::size_t place = order_[change.variable.index()];
    changed.push_back(current_[place]);
    if (change.to != Effect::Change::To::Value) continue;
    relation &= literal(change.variable, Copy::Next).iff(formula(change.value));
    back.add(next_[place], current_[place]);
  }
  return back(and_exists(before, relation, VarSet(changed)));
}

/// From the caller's current values to what the callee is given.
Bdd BooleanEncoding::arguments(const ir::Call& call) {
  Bdd relation(true);
  const ir::Procedure& callee = program_.procedure(call.callee);
  for (std::size_t i = 0; i < call.arguments.size(); ++i)
    relation &= literal(callee.parameters[i], Copy::Given).iff(formula(call.arguments[i]));
  for (VarId g : program_.globals)
    relation &= literal(g, Copy::Given).iff(literal(g, Copy::Current));
  return relation;
}

Bdd BooleanEncoding::handed_over(const ir::Call& call, const Bdd& before) {
  Bdd given = and_exists(before, arguments(call), entry_.set() | current_.set());
  return Renaming(given_, entry_)(given);
}

Bdd BooleanEncoding::after_call(const ir::Call& call, const Bdd& before, const Bdd& summary) {
  const ir::Procedure& callee = program_.procedure(call.callee);
  Renaming to_call(entry_, given_);
  to_call.add(current_, next_);
  Bdd effect = and_exists(to_call(summary), arguments(call), given_.set());
  // Afterwards the results overwrite what they are assigned to; every global is what the callee left.
  std::vector<BddVar> overwritten;
  std::vector<BddVar> lost;
  Renaming back;
  for (VarId g : program_.globals) {
    std::size_t place = order_[g.index()];
    overwritten.push_back(current_[place]);
    if (std::ranges::find(call.results, g) != call.results.end())
      lost.push_back(next_[place]);
    else
      back.add(next_[place], current_[place]);
  }
  for (std::size_t i = 0; i < callee.returns.size(); ++i) {
    std::size_t from = order_[callee.returns[i].index()];
    if (call.results.empty()) {
      lost.push_back(next_[from]);
      continue;
    }
    std::size_t to = order_[call.results[i].index()];
    overwritten.push_back(current_[to]);
    back.add(next_[from], current_[to]);
  }
  effect = effect.exists(VarSet(lost));
  return back(and_exists(before, effect, VarSet(overwritten)));
}

Bdd BooleanEncoding::entries_outside(ir::ProcId p, const Bdd& set) {
  const ir::Procedure& procedure = program_.procedure(p);
  Bdd outside = !set;
  std::vector<BddVar> arbitrary;
  for (const auto* list : {&procedure.returns, &procedure.locals})
    for (VarId v : *list)
      arbitrary.push_back(current_[order_[v.index()]]);
  outside = outside.exists(VarSet(arbitrary));
  Bdd equal(true);
  for (const auto* list : {&program_.globals, &procedure.parameters})
    for (VarId v : *list)
      equal &= literal(v, Copy::Entry).iff(literal(v, Copy::Current));
  return and_exists(outside, equal, current_.set());
}

Bdd BooleanEncoding::start(ir::ProcId p, const Bdd& entries) {
  Bdd result = entries;
  for (const auto* list : {&program_.globals, &program_.procedure(p).parameters})
    for (VarId v : *list)
      result &= literal(v, Copy::Entry).iff(literal(v, Copy::Current));
  return result;
}

Bdd BooleanEncoding::without_locals(ir::ProcId p, const Bdd& pairs) {
  std::vector<BddVar> gone;
  for (const auto* list : {&program_.procedure(p).parameters, &program_.procedure(p).locals})
    for (VarId v : *list)
      gone.push_back(current_[order_[v.index()]]);
  return pairs.exists(VarSet(gone));
}

Bdd BooleanEncoding::beside_themselves(ir::ProcId p, const Bdd& states) {
  Bdd result = states;
  const ir::Procedure& procedure = program_.procedure(p);
  for (const auto* list :
       {&program_.globals, &procedure.parameters, &procedure.returns, &procedure.locals})
    for (VarId v : *list)
      result &= literal(v, Copy::Entry).iff(literal(v, Copy::Current));
  return result;
}

Bdd BooleanEncoding::forget_current(const Bdd& pairs) const {
  return Renaming(entry_, current_)(pairs.exists(current_.set()));
}

Bdd BooleanEncoding::callers(const ir::Call& call, const Bdd& entries) {
  return and_exists(Renaming(entry_, given_)(entries), arguments(call), given_.set());
}

Bdd BooleanEncoding::initial() {
  Bdd result(true);
  for (VarId g : program_.globals)
    if (const auto& value = program_.variable(g).initial) {
      Bdd is_true = literal(g, Copy::Entry);
      result &= value->is_true() ? is_true : !is_true;
    }
  return result;
}

} // namespace kleene::evidence
