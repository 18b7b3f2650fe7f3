// SPDX-License-Identifier: Apache-2.0
#include "reached.h"

#include "kleene/facts/loops.h"

#include <fmt/core.h>

#include <algorithm>

namespace kleene::engine::explicit_value {
namespace {

using ir::LocId;
using ir::ProcId;

constexpr unsigned joins_before_widening = 3;
constexpr std::size_t most_values = 64;      ///< of one variable at one place
constexpr std::size_t most_states = 400'000; ///< in all
constexpr std::size_t most_compared = 32;

/// Every state of `a` is one of `b`.
bool within(const Facts& a, const Facts& b) {
  auto all_known = [](const auto& less, const auto& more) {
    return std::ranges::all_of(more, [&](const auto& entry) {
      auto found = less.find(entry.first);
      return found != less.end() && found->second.within(entry.second);
    });
  };
  return all_known(a.ranges, b.ranges) && all_known(a.floats, b.floats);
}

} // namespace

Reached::Reached(const evidence::Problem& problem, Budget& budget, Observer& observer)
    : problem_(problem),
      program_(problem.program),
      budget_(budget),
      observer_(observer),
      transfer_(problem.program, problem.integers) {
  for (const ir::Procedure& p : program_.procedures)
    shapes_.push_back(shape_of(p));
}

Reached::Shape Reached::shape_of(const ir::Procedure& p) const {
  Shape shape;
  std::size_t n = p.locations.size();
  shape.outgoing.resize(n);
  for (const ir::Edge& e : p.edges)
    shape.outgoing[e.from.index()].push_back(&e);
  auto order = facts::location_order(p);
  shape.position = order.position;
  shape.widens = order.head;
  shape.widens[p.entry.index()] = true;
  for (const ir::Edge& e : p.edges)
    if (std::holds_alternative<ir::Call>(e.statement)) shape.widens[e.to.index()] = true;

  ProcId self(static_cast<std::size_t>(&p - program_.procedures.data()));
  std::vector<VarId> tracked = transfer_.calls().used(self);
  std::vector<VarId> at_exit = tracked;
  for (const auto* own : {&p.parameters, &p.returns, &p.locals})
    tracked.insert(tracked.end(), own->begin(), own->end());
  at_exit.insert(at_exit.end(), p.returns.begin(), p.returns.end());
  std::ranges::sort(tracked);
  tracked.erase(std::ranges::unique(tracked).begin(), tracked.end());
  ir::Liveness liveness(
      p, tracked, at_exit, [&](ProcId callee) { return transfer_.calls().used(callee); });
  for (std::size_t l = 0; l < n; ++l) {
    std::vector<VarId> live = liveness.live_at(LocId(l));
    shape.live.emplace_back(live.begin(), live.end());
  }
  return shape;
}

bool Reached::run(Precision& precision) {
  open_.assign(program_.procedures.size(), {});
  while (true) {
    switch (attempt(precision)) {
    case Ended::Complete:
      return true;
    case Ended::TooMany:
      return false;
    case Ended::Again:
      break;
    }
  }
}

void Reached::clear() {
  states_.clear();
  contexts_.clear();
  contexts_of_.assign(program_.procedures.size(), {});
  waiting_.clear();
  bad_.reset();
  again_ = false;
}

Reached::Ended Reached::attempt(Precision& precision) {
  clear();
  precision_ = &precision;
  Facts initial = transfer_.initial();
  const std::vector<VarId>& used = transfer_.calls().used(program_.entry);
  initial.keep([&](VarId v) { return std::ranges::binary_search(used, v); });
  if (auto context = context_of(program_.entry, initial)) enter(*context, initial, {});
  std::size_t steps = 0;
  while (!waiting_.empty() && !bad_ && !again_) {
    budget_.check();
    if (states_.size() > most_states) return Ended::TooMany;
    if (++steps % 1024 == 0)
      observer_.progress(fmt::format("{} states, {} variables tracked, {} waiting",
                                     states_.size(),
                                     precision.tracked.size(),
                                     waiting_.size()));
    auto first = waiting_.begin();
    StateId id(std::get<2>(*first));
    waiting_.erase(first);
    explore(id);
  }
  return again_ ? Ended::Again : Ended::Complete;
}

void Reached::explore(StateId id) {
  ContextId context = state(id).context;
  ProcId f = contexts_[context.index()].procedure;
  LocId location = state(id).location;
  if (is_bad(id)) return;
  for (const ir::Edge* e : shapes_[f.index()].outgoing[location.index()]) {
    if (const auto* call = std::get_if<ir::Call>(&e->statement))
      this->call(id, *e, *call);
    else
      flow(context, e->to, transfer_.after(e->statement, state(id).facts), {id, e, {}});
    if (again_) return;
  }
  if (location == program_.procedure(f).exit) returns(id);
}

bool Reached::is_bad(StateId id) {
  const ReachedState& s = state(id);
  ProcId f = contexts_[s.context.index()].procedure;
  if (problem_.is_target(program_.procedure(f).locations[s.location.index()]))
    bad_ = Bad{id, nullptr};
  if (bad_ || !problem_.events().overflows) return bad_.has_value();
  for (const ir::Edge* e : shapes_[f.index()].outgoing[s.location.index()])
    for (Term t : ir::evaluated_terms(e->statement))
      if (analysis::may_overflow(program_, s.facts, t)) {
        bad_ = Bad{id, e};
        return true;
      }
  return false;
}

void Reached::call(StateId id, const ir::Edge& edge, const ir::Call& call) {
  Facts entry = transfer_.entered(call, state(id).facts);
  if (!entry.reachable) return;
  std::optional<ContextId> found = context_of(call.callee, entry);
  if (!found) return;
  auto caller = std::pair(id, &edge);
  Context& callee = contexts_[found->index()];
  if (std::ranges::find(callee.callers, caller) == callee.callers.end())
    callee.callers.push_back(caller);
  LocId exit = program_.procedure(call.callee).exit;
  enter(*found, entry, {id, &edge, {}});
  std::vector<StateId> exits;
  for (const auto& [key, at_exit] : contexts_[found->index()].states[exit.index()])
    exits.push_back(at_exit);
  for (StateId at_exit : exits)
    flow(state(id).context,
         edge.to,
         transfer_.returned(call, state(id).facts, state(at_exit).facts),
         {id, &edge, at_exit});
}

void Reached::returns(StateId exit) {
  std::vector<std::pair<StateId, const ir::Edge*>> callers =
      contexts_[state(exit).context.index()].callers;
  for (const auto& [caller, edge] : callers)
    flow(state(caller).context,
         edge->to,
         transfer_.returned(
             std::get<ir::Call>(edge->statement), state(caller).facts, state(exit).facts),
         {caller, edge, exit});
}

/// The context of a call with these facts at the entry. Nothing if the contexts found so far do not
/// exclude each other any more.
std::optional<ContextId> Reached::context_of(ProcId callee, const Facts& entry) {
  std::set<VarId>& open = open_[callee.index()];
  auto& known = contexts_of_[callee.index()];
  auto may_split = [&](VarId v) { return precision_->tracked.contains(v) && !open.contains(v); };
  Key key;
  auto add = [&](VarId v) {
    if (!may_split(v)) return;
    auto range = entry.ranges.find(v);
    if (range != entry.ranges.end() && range->second.is_constant())
      key.emplace_back(v, range->second.low());
    else {
      open.insert(v);
      again_ = again_ || !known.empty();
    }
  };
  for (VarId v : transfer_.calls().used(callee))
    add(v);
  for (VarId v : program_.procedure(callee).parameters)
    add(v);
  if (again_) return std::nullopt;
  auto [found, is_new] = known.try_emplace(std::move(key), ContextId(contexts_.size()));
  if (is_new) {
    Context context;
    context.procedure = callee;
    context.states.resize(program_.procedure(callee).locations.size());
    contexts_.push_back(std::move(context));
  }
  return found->second;
}

Key Reached::key_of(const Facts& facts) const {
  Key key;
  for (const auto& [variable, range] : facts.ranges)
    if (range.is_constant() && precision_->tracked.contains(variable))
      key.emplace_back(variable, range.low());
  return key;
}

void Reached::enter(ContextId id, const Facts& facts, Arrival arrival) {
  Context& context = contexts_[id.index()];
  Facts joined = analysis::join(context.entry, facts);
  bool widen =
      context.entry.reachable && joined != context.entry && ++context.joins > joins_before_widening;
  context.entry = widen ? transfer_.widened(context.entry, joined) : joined;
  flow(id, program_.procedure(context.procedure).entry, context.entry, arrival);
}

void Reached::flow(ContextId context, LocId location, Facts facts, Arrival arrival) {
  if (!facts.reachable) return;
  ProcId f = contexts_[context.index()].procedure;
  const Shape& shape = shapes_[f.index()];
  const std::set<VarId>& live = shape.live[location.index()];
  facts.keep([&](VarId v) { return live.contains(v); });
  auto& here = contexts_[context.index()].states[location.index()];
  Key key = key_of(facts);
  auto found = here.find(key);
  if (found != here.end()) {
    ReachedState& now = states_[found->second.index()];
    Facts joined = analysis::join(now.facts, facts);
    if (joined == now.facts) return;
    bool widen = shape.widens[location.index()] && ++now.joins > joins_before_widening;
    now.facts = widen ? transfer_.widened(now.facts, joined) : joined;
    push(found->second);
    return;
  }
  if (here.size() <= most_compared && std::ranges::any_of(here, [&](const auto& s) {
        return within(facts, state(s.second).facts);
      }))
    return;
  StateId id(states_.size());
  states_.push_back({context, location, std::move(facts), arrival, 0});
  here.emplace(std::move(key), id);
  push(id);
  if (here.size() % most_values == 0) watch_values(here);
}

void Reached::push(StateId id) {
  const ReachedState& s = state(id);
  ProcId f = contexts_[s.context.index()].procedure;
  // Callees first: a context that was entered later lies deeper.
  waiting_.emplace(
      SIZE_MAX - s.context.index(), shapes_[f.index()].position[s.location.index()], id.index());
}

/// A variable that runs through many values tells too many states apart.
void Reached::watch_values(const std::map<Key, StateId>& here) {
  std::map<VarId, std::set<Integer>> seen;
  for (const auto& [key, id] : here)
    for (const auto& [variable, value] : key)
      seen[variable].insert(value);
  for (const auto& [variable, values] : seen)
    if (values.size() >= most_values) {
      precision_->tracked.erase(variable);
      precision_->banned.insert(variable);
      again_ = true;
    }
}

} // namespace kleene::engine::explicit_value
