// SPDX-License-Identifier: Apache-2.0
#include "kleene/domain/boolean_domain.h"

#include "kleene/support/invariant.h"

#include <algorithm>
#include <set>

namespace kleene::domain {

/// What the forward operators need to know of an edge.
struct BooleanDomain::Forward {
  Bdd relation{true};   ///< what is conjoined: a condition, or the new values
  VarSet before;        ///< quantified before the relation is conjoined
  VarSet after;         ///< quantified afterwards
  bool renames = false; ///< new values are in the next copies
  // Calls
  Bdd arguments;                     ///< from current values to given ones
  VarSet given;                      ///< the given values
  VarSet callers;                    ///< all of the caller, entry values included
  VarSet unwanted;                   ///< next values that are not live afterwards
  const Renaming* results = nullptr; ///< next values of results to those of what gets them
};

/// What the backward operators need to know of an edge.
struct BooleanDomain::Backward {
  VarSet free;                         ///< havoc: quantified
  Bdd values{true};                    ///< assignment: next values in terms of current ones
  const Renaming* to_next = nullptr;   ///< what the edge writes, from current to next values
  VarSet nexts;                        ///< the next values of what the edge writes
  VarSet kept;                         ///< call: what it does not write, and exit values
  const Renaming* to_callee = nullptr; ///< call: variables that get results to the results
};

/// What entering and leaving a procedure needs.
struct BooleanDomain::Border {
  Bdd unchanged; ///< at the entry: entry and current values agree
  VarSet hidden; ///< at the exit: what callers do not see
};

namespace {

using Vars = std::vector<VarId>;

Vars difference(const Vars& a, const Vars& b) {
  Vars result;
  std::set<VarId> drop(b.begin(), b.end());
  for (VarId v : a)
    if (!drop.contains(v)) result.push_back(v);
  return result;
}

Vars join(Vars a, const Vars& b) {
  std::set<VarId> known(a.begin(), a.end());
  for (VarId v : b)
    if (known.insert(v).second) a.push_back(v);
  return a;
}

bool contains(const Vars& vars, VarId v) {
  return std::ranges::find(vars, v) != vars.end();
}

/// The variables that matter among those an edge writes.
Vars written(const BooleanScope& scope, const ir::Edge& edge) {
  Vars result;
  for (VarId v : ir::written_variables(edge.statement))
    if (scope.matters(v)) result.push_back(v);
  if (const auto* call = std::get_if<ir::Call>(&edge.statement))
    return join(result, scope.written_globals(call->callee));
  return result;
}

/// The results of a call that are stored in a variable that is live afterwards: (result, variable).
std::vector<std::pair<VarId, VarId>>
stored_results(const BooleanScope& scope, const ir::Call& call, const Vars& live) {
  std::vector<std::pair<VarId, VarId>> result;
  const Vars& returns = scope.program().procedure(call.callee).returns;
  for (std::size_t i = 0; i < call.results.size(); ++i)
    if (contains(live, call.results[i])) result.emplace_back(returns[i], call.results[i]);
  return result;
}

} // namespace

BooleanDomain::BooleanDomain(const BooleanScope& scope, BddManager& manager)
    : space_(scope, manager),
      next_to_current_(space_.nexts(), space_.currents()),
      given_to_entry_(space_.givens(), space_.entries()),
      current_to_given_(space_.currents(), space_.givens()),
      entry_to_current_(space_.entries(), space_.currents()) {
  summary_to_call_.add(space_.entries(), space_.givens());
  summary_to_call_.add(space_.currents(), space_.nexts());
  exchange_.add(space_.entries(), space_.currents());
  exchange_.add(space_.currents(), space_.entries());
  for (const ir::Procedure& p : scope.program().procedures) {
    forward_.emplace_back(p.edges.size());
    backward_.emplace_back(p.edges.size());
  }
  borders_.resize(scope.program().procedures.size());
}

BooleanDomain::~BooleanDomain() = default;

const ir::Edge& BooleanDomain::edge(Step step) const {
  return scope().program().procedure(step.procedure).edges[step.edge];
}

const BooleanDomain::Forward& BooleanDomain::forward(Step step) const {
  auto& slot = forward_[step.procedure.index()][step.edge];
  if (!slot) slot = make_forward(step);
  return *slot;
}

const BooleanDomain::Backward& BooleanDomain::backward(Step step) const {
  auto& slot = backward_[step.procedure.index()][step.edge];
  if (!slot) slot = make_backward(step);
  return *slot;
}

/// Renamings are few and costly to make: equal ones are one.
const Renaming* BooleanDomain::renaming(std::vector<std::pair<BddVar, BddVar>> pairs) const {
  std::erase_if(pairs, [](auto pair) { return pair.first == pair.second; });
  if (pairs.empty()) return nullptr;
  std::ranges::sort(pairs);
  auto [entry, fresh] = renamings_.try_emplace(pairs);
  if (fresh)
    for (auto [from, to] : pairs)
      entry->second.add(from, to);
  return &entry->second;
}

std::unique_ptr<BooleanDomain::Forward> BooleanDomain::make_forward(Step step) const {
  auto result = std::make_unique<Forward>();
  const ir::Edge& e = edge(step);
  result->after = space_.current_set(
      difference(scope().live(step.procedure, e.from), scope().live(step.procedure, e.to)));
  if (const auto* assume = std::get_if<ir::Assume>(&e.statement))
    result->relation = space_.value(assume->condition);
  else if (std::holds_alternative<ir::Havoc>(e.statement))
    result->before = space_.current_set(written(scope(), e));
  else if (const auto* assign = std::get_if<ir::Assign>(&e.statement))
    add_assignment(step, *assign, *result);
  else if (const auto* call = std::get_if<ir::Call>(&e.statement))
    add_call(step, *call, *result);
  return result;
}

void BooleanDomain::add_assignment(Step step, const ir::Assign& assign, Forward& f) const {
  const Vars& live = scope().live(step.procedure, edge(step).to);
  Vars changed = written(scope(), edge(step));
  Vars read;
  for (std::size_t i = 0; i < assign.targets.size(); ++i)
    if (contains(live, assign.targets[i])) read = join(read, variables_of(assign.values[i]));
  // Where no target is read, its old value goes first and its new one needs no copy.
  f.renames = std::ranges::any_of(changed, [&](VarId v) { return contains(read, v); });
  VarSet& old_values = f.renames ? f.after : f.before;
  old_values = old_values | space_.current_set(changed);
  if (!f.renames) f.after = f.after - f.before;
  for (std::size_t i = 0; i < assign.targets.size(); ++i) {
    VarId target = assign.targets[i];
    if (!contains(live, target)) continue;
    Bdd place = f.renames ? space_.next_literal(target) : space_.current_literal(target);
    f.relation &= place.iff(space_.value(assign.values[i]));
  }
}

void BooleanDomain::add_call(Step step, const ir::Call& call, Forward& f) const {
  const ir::Procedure& callee = scope().program().procedure(call.callee);
  const Vars& live_before = scope().live(step.procedure, edge(step).from);
  const Vars& live_after = scope().live(step.procedure, edge(step).to);
  std::vector<BddVar> given;
  f.arguments = Bdd(true);
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    VarId parameter = callee.parameters[i];
    if (!scope().matters(parameter)) continue;
    f.arguments &= space_.given_literal(parameter).iff(space_.value(call.arguments[i]));
    given.push_back(space_.given(parameter));
  }
  for (VarId g : scope().used_globals(call.callee)) {
    f.arguments &= space_.given_literal(g).iff(space_.current_literal(g));
    given.push_back(space_.given(g));
  }
  f.given = VarSet(given);
  f.callers = space_.current_set(live_before) | space_.entry_set(scope().inputs(step.procedure));
  f.after = f.after | space_.current_set(written(scope(), edge(step)));
  f.renames = true;

  auto results = stored_results(scope(), call, live_after);
  std::vector<BddVar> unwanted;
  for (VarId v : scope().outputs(call.callee)) {
    bool stored = std::ranges::any_of(results, [&](auto pair) { return pair.first == v; });
    bool kept = contains(live_after, v) && !contains(call.results, v);
    if (contains(callee.returns, v) ? !stored : !kept) unwanted.push_back(space_.next(v));
  }
  f.unwanted = VarSet(unwanted);
  std::vector<std::pair<BddVar, BddVar>> pairs;
  for (auto [from, to] : results)
    pairs.emplace_back(space_.next(from), space_.next(to));
  f.results = renaming(std::move(pairs));
}

std::unique_ptr<BooleanDomain::Backward> BooleanDomain::make_backward(Step step) const {
  auto result = std::make_unique<Backward>();
  const ir::Edge& e = edge(step);
  const Vars& live_after = scope().live(step.procedure, e.to);
  Vars changed = written(scope(), e);
  if (std::holds_alternative<ir::Havoc>(e.statement)) {
    result->free = space_.current_set(changed);
    return result;
  }
  std::vector<BddVar> nexts;
  std::vector<std::pair<BddVar, BddVar>> to_next;
  for (VarId v : changed) {
    if (!contains(live_after, v)) continue;
    to_next.emplace_back(space_.current(v), space_.next(v));
    nexts.push_back(space_.next(v));
  }
  result->to_next = renaming(std::move(to_next));
  result->nexts = VarSet(nexts);
  if (const auto* assign = std::get_if<ir::Assign>(&e.statement))
    for (std::size_t i = 0; i < assign->targets.size(); ++i)
      if (contains(live_after, assign->targets[i]))
        result->values &=
            space_.next_literal(assign->targets[i]).iff(space_.value(assign->values[i]));
  if (const auto* call = std::get_if<ir::Call>(&e.statement)) {
    result->kept = space_.current_set(difference(live_after, changed)) | space_.entries().set();
    std::vector<std::pair<BddVar, BddVar>> to_callee;
    for (auto [from, to] : stored_results(scope(), *call, live_after))
      to_callee.emplace_back(space_.current(to), space_.current(from));
    result->to_callee = renaming(std::move(to_callee));
  }
  return result;
}

const BooleanDomain::Border& BooleanDomain::border(ir::ProcId p) const {
  auto& slot = borders_[p.index()];
  if (slot) return *slot;
  const ir::Procedure& procedure = scope().program().procedure(p);
  const Vars& inputs = scope().inputs(p);
  Vars given = difference(inputs, difference(inputs, scope().live(p, procedure.entry)));
  VarSet hidden =
      space_.current_set(difference(scope().live(p, procedure.exit), scope().outputs(p)));
  slot = std::make_unique<Border>(Border{space_.unchanged(given), std::move(hidden)});
  return *slot;
}

Bdd BooleanDomain::initial() const {
  Bdd result(true);
  for (VarId g : scope().used_globals(scope().program().entry))
    if (const auto& value = scope().program().variable(g).initial)
      result &= space_.manager().literal(space_.entry(g), value->is_true());
  return result;
}

Bdd BooleanDomain::start(ir::ProcId p, const Bdd& entries) const {
  if (scope().called(p)) return entries & border(p).unchanged;
  const Vars& live = scope().live(p, scope().program().procedure(p).entry);
  Vars dead = difference(scope().inputs(p), live);
  return entry_to_current_(entries.exists(space_.entry_set(dead)));
}

Bdd BooleanDomain::post(Step step, const Bdd& pairs) const {
  const Forward& f = forward(step);
  Bdd result = and_exists(f.before.empty() ? pairs : pairs.exists(f.before), f.relation, f.after);
  return f.renames ? next_to_current_(result) : result;
}

Bdd BooleanDomain::into(Step step, const Bdd& pairs) const {
  const Forward& f = forward(step);
  return given_to_entry_(and_exists(pairs, f.arguments, f.callers));
}

Bdd BooleanDomain::across(Step step, const Bdd& summary) const {
  const Forward& f = forward(step);
  Bdd call = summary_to_call_(summary).exists(f.unwanted);
  if (f.results != nullptr) call = (*f.results)(call);
  return and_exists(call, f.arguments, f.given);
}

Bdd BooleanDomain::over(Step step, const Bdd& pairs, const Bdd& across) const {
  return next_to_current_(and_exists(pairs, across, forward(step).after));
}

Bdd BooleanDomain::summary(ir::ProcId p, const Bdd& pairs) const {
  KL_INVARIANT(scope().called(p), "only procedures that are called should have summaries");
  const VarSet& hidden = border(p).hidden;
  return hidden.empty() ? pairs : pairs.exists(hidden);
}

Bdd BooleanDomain::states(const Bdd& pairs) const {
  return pairs.exists(space_.entries().set());
}

Bdd BooleanDomain::as_states(const Bdd& entries) const {
  return entry_to_current_(entries);
}

Bdd BooleanDomain::pre(Step step, const Bdd& states) const {
  const ir::Edge& e = edge(step);
  if (const auto* assume = std::get_if<ir::Assume>(&e.statement))
    return states & space_.value(assume->condition);
  const Backward& b = backward(step);
  if (!b.free.empty()) return states.exists(b.free);
  if (b.to_next == nullptr) return states;
  return and_exists((*b.to_next)(states), b.values, b.nexts);
}

Bdd BooleanDomain::pre_into(Step step, const Bdd& callee_states) const {
  const Forward& f = forward(step);
  return and_exists(current_to_given_(callee_states), f.arguments, f.given);
}

Bdd BooleanDomain::pre_over(Step step, const Bdd& states, const Bdd& across) const {
  const Backward& b = backward(step);
  return and_exists(b.to_next == nullptr ? states : (*b.to_next)(states), across, b.nexts);
}

Bdd BooleanDomain::demand(Step step, const Bdd& states) const {
  const Backward& b = backward(step);
  Bdd result = states.exists(b.kept);
  return b.to_callee == nullptr ? result : (*b.to_callee)(result);
}

Bdd BooleanDomain::finish(ir::ProcId p, const Bdd& exits) const {
  return exits & space_.unchanged(scope().outputs(p));
}

Bdd BooleanDomain::summary_of_entry(ir::ProcId, const Bdd& states) const {
  return exchange_(states);
}

} // namespace kleene::domain
