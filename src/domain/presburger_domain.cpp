// SPDX-License-Identifier: Apache-2.0
#include "kleene/domain/presburger_domain.h"

#include <fmt/core.h>

#include <algorithm>

#include "linear_terms.h"

namespace kleene::domain {

using presburger::Expr;
using presburger::Map;
using presburger::Set;

Relation Relation::operator|(const Relation& other) const {
  return {map | other.map, combine(exactness, other.exactness)};
}

Relation Relation::then(const Relation& next) const {
  return {map.then(next.map), combine(exactness, next.exactness)};
}

Relation Relation::restrict_domain(const StateSet& set) const {
  return {map.restrict_domain(set.set), combine(exactness, set.exactness)};
}

StateSet Relation::post(const StateSet& from) const {
  return {from.set.apply(map), combine(exactness, from.exactness)};
}

StateSet Relation::pre(const StateSet& to) const {
  return {to.set.apply(map.reverse()), combine(exactness, to.exactness)};
}

StateSet operator|(const StateSet& a, const StateSet& b) {
  return {a.set | b.set, combine(a.exactness, b.exactness)};
}

StateSet operator&(const StateSet& a, const StateSet& b) {
  return {a.set & b.set, combine(a.exactness, b.exactness)};
}

namespace {

/// Is the entry procedure called by another, or by itself?
bool entry_is_called(const ir::Program& program) {
  for (const ir::Procedure& p : program.procedures)
    for (const ir::Edge& e : p.edges)
      if (const auto* call = std::get_if<ir::Call>(&e.statement))
        if (call->callee == program.entry) return true;
  return false;
}

Layout make_layout(const ir::Program& program, const ir::Procedure& p) {
  Layout l;
  auto add = [&](std::vector<VarId>& into, const std::vector<VarId>& variables) {
    for (VarId v : variables)
      if (program.variable(v).type.is_integer() || program.variable(v).type.is_bool())
        into.push_back(v);
  };
  add(l.entry, program.globals);
  l.result = l.entry;
  add(l.entry, p.parameters);
  l.state = l.entry;
  add(l.state, p.returns);
  add(l.state, p.locals);
  add(l.result, p.returns);
  // A return variable may be listed among the parameters or locals as well.
  std::vector<VarId> unique;
  for (VarId v : l.state)
    if (l.position.emplace(v, unique.size()).second) unique.push_back(v);
  l.state = std::move(unique);
  return l;
}

using Sources = std::vector<std::optional<std::size_t>>;

} // namespace

PresburgerDomain::PresburgerDomain(const ir::Program& program,
                                   const presburger::Context& context,
                                   Type formula_type)
    : program_(program), context_(context), formula_type_(formula_type) {
  for (const ir::Procedure& p : program.procedures)
    layouts_.push_back(make_layout(program, p));
  detached_ = !entry_is_called(program);
  if (detached_) layouts_[program.entry.index()].entry.clear();
}

/// The vectors whose components fit the types of the variables; mathematical and signed integers are
/// unbounded.
Set PresburgerDomain::in_range(const std::vector<VarId>& variables) const {
  std::size_t n = variables.size();
  Set all = Set::universe(context_, n);
  for (std::size_t i = 0; i < n; ++i) {
    Type type = program_.variable(variables[i]).type;
    if (type.is_math()) continue;
    Integer low = type.is_bool() ? 0 : min_value(type);
    Integer high = type.is_bool() ? 1 : max_value(type);
    Expr x = Expr::dimension(context_, n, i);
    all = all & Expr::constant(context_, n, low).at_most(x)
          & x.at_most(Expr::constant(context_, n, high));
  }
  return all;
}

Set PresburgerDomain::initial_values(const std::vector<VarId>& variables) const {
  Set all = in_range(variables);
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const ir::Variable& v = program_.variable(variables[i]);
    if (!v.initial) continue;
    if (!v.initial->is_constant()) throw NotLinear("a global holds an address");
    all = all.fix(i, v.initial->value());
  }
  return all;
}

StateSet PresburgerDomain::initial() const {
  return {initial_values(layout(program_.entry).entry)};
}

Relation PresburgerDomain::enter(ir::ProcId procedure) const {
  const Layout& l = layout(procedure);
  if (detached_ && procedure == program_.entry) {
    Map any = Map::universe(context_, 0, l.state.size());
    return {any.restrict_range(initial_values(l.state))};
  }
  Sources sources;
  std::vector<VarId> arbitrary;
  Sources where;
  for (std::size_t i = 0; i < l.state.size(); ++i) {
    auto at = std::ranges::find(l.entry, l.state[i]);
    bool known = at != l.entry.end();
    sources.push_back(
        known ? std::optional<std::size_t>(static_cast<std::size_t>(at - l.entry.begin()))
              : std::nullopt);
    if (known) continue;
    arbitrary.push_back(l.state[i]);
    where.emplace_back(i);
  }
  // What is arbitrary still fits its type.
  Set range = in_range(arbitrary).apply(Map::select(context_, l.state.size(), where).reverse());
  return {Map::select(context_, l.entry.size(), sources).restrict_range(range)};
}

Relation PresburgerDomain::leave(ir::ProcId procedure) const {
  const Layout& l = layout(procedure);
  Sources sources;
  for (VarId v : l.result)
    sources.emplace_back(l.position.at(v));
  return {Map::select(context_, l.state.size(), sources), Exactness::Exact};
}

Set PresburgerDomain::condition(ir::ProcId procedure, Term term) const {
  return LinearTerms(context_, layout(procedure)).condition(term);
}

Relation PresburgerDomain::edge(ir::ProcId procedure, const ir::Edge& e) const {
  const Layout& l = layout(procedure);
  std::size_t n = l.state.size();
  LinearTerms terms(context_, l);
  auto position = [&](VarId v) {
    auto found = l.position.find(v);
    if (found == l.position.end()) throw NotLinear("memory is used");
    return found->second;
  };
  try {
    if (std::holds_alternative<ir::Skip>(e.statement)) return {Map::identity(context_, n)};
    if (std::holds_alternative<ir::Halt>(e.statement)) return {Map::empty(context_, n, n)};
    if (const auto* assume = std::get_if<ir::Assume>(&e.statement))
      return {Map::identity(context_, n).restrict_domain(terms.condition(assume->condition))};
    if (const auto* assign = std::get_if<ir::Assign>(&e.statement)) {
      std::vector<Expr> values;
      for (std::size_t i = 0; i < n; ++i)
        values.push_back(Expr::dimension(context_, n, i));
      for (std::size_t i = 0; i < assign->targets.size(); ++i)
        values[position(assign->targets[i])] = terms.value(assign->values[i]);
      return {presburger::function(context_, n, values)};
    }
    if (const auto* havoc = std::get_if<ir::Havoc>(&e.statement)) {
      Sources sources(n);
      for (std::size_t i = 0; i < n; ++i)
        sources[i] = i;
      Set range = Set::universe(context_, n);
      for (VarId v : havoc->variables) {
        Sources one{position(v)};
        sources[position(v)] = std::nullopt;
        range = range & in_range({v}).apply(Map::select(context_, n, one).reverse());
      }
      bool ours = havoc->choice == ir::Choice::Unknown;
      return {Map::select(context_, n, sources).restrict_range(range),
              ours ? Exactness::Over : Exactness::Exact};
    }
    if (std::holds_alternative<ir::Output>(e.statement)) throw NotLinear("output");
    throw NotLinear("memory is used");
  } catch (const NotLinear& why) {
    std::string place = program_.files.describe(e.range);
    throw NotLinear(fmt::format("{}{}{}", place, place.empty() ? "" : ": ", why.what()));
  }
}

Relation PresburgerDomain::pass(ir::ProcId caller, const ir::Call& call) const {
  const Layout& from = layout(caller);
  const Layout& to = layout(call.callee);
  LinearTerms terms(context_, from);
  std::vector<Expr> values;
  const std::vector<VarId>& parameters = program_.procedure(call.callee).parameters;
  for (VarId v : to.entry) {
    auto at = std::ranges::find(parameters, v);
    if (at == parameters.end())
      values.push_back(Expr::dimension(context_, from.state.size(), from.position.at(v)));
    else
      values.push_back(
          terms.value(call.arguments[static_cast<std::size_t>(at - parameters.begin())]));
  }
  return {presburger::function(context_, from.state.size(), values)};
}

Relation PresburgerDomain::resume(ir::ProcId caller, const ir::Call& call) const {
  const Layout& l = layout(caller);
  const Layout& callee = layout(call.callee);
  std::size_t n = l.state.size();
  Sources sources(n);
  for (std::size_t i = 0; i < n; ++i)
    sources[i] = i;
  const std::vector<VarId>& returns = program_.procedure(call.callee).returns;
  for (std::size_t r = 0; r < callee.result.size(); ++r) {
    VarId v = callee.result[r];
    auto at = std::ranges::find(returns, v);
    if (at == returns.end()) sources[l.position.at(v)] = n + r;
  }
  // A result that is assigned to a global is assigned after the globals came back.
  for (std::size_t r = 0; r < callee.result.size(); ++r) {
    auto at = std::ranges::find(returns, callee.result[r]);
    if (at == returns.end() || call.results.empty()) continue;
    sources[l.position.at(call.results[static_cast<std::size_t>(at - returns.begin())])] = n + r;
  }
  return {Map::select(context_, n + callee.result.size(), sources)};
}

Relation PresburgerDomain::step_over(ir::ProcId caller,
                                     const ir::Call& call,
                                     const Relation& summary) const {
  Relation over = pass(caller, call).then(summary);
  Map keep = Map::identity(context_, layout(caller).state.size());
  return {keep.beside(over.map).then(resume(caller, call).map), over.exactness};
}

} // namespace kleene::domain
