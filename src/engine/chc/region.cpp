// SPDX-License-Identifier: Apache-2.0
#include "region.h"

#include "kleene/support/budget.h"

#include <algorithm>

namespace kleene::engine::chc {

using ir::LocId;
using ir::ProcId;

namespace {

/// Ways that differ in the calls they make stay apart; beyond this many the clauses would be too many.
constexpr std::size_t most_places = 64;

bool same_calls(const RegionState& a, const RegionState& b) {
  if (a.calls.size() != b.calls.size()) return false;
  for (std::size_t i = 0; i < a.calls.size(); ++i)
    if (a.calls[i].relation != b.calls[i].relation || a.calls[i].arguments != b.calls[i].arguments)
      return false;
  return true;
}

} // namespace

/// One walk through one procedure.
class Regions::Walk {
public:
  Walk(Regions& regions, ProcId f, const std::vector<bool>& cuts, Outcome& outcome)
      : r_(regions),
        view_(regions.view_[f]),
        procedure_(regions.program_.procedure(f)),
        cuts_(cuts),
        outgoing_(procedure_.outgoing()),
        outcome_(outcome) {}

  void run(LocId from, RegionState start) {
    expand(from, start);
    while (!inside_.empty()) {
      auto [location, places] = inside_.next();
      for (const RegionState& place : places)
        expand(location, place);
    }
  }

private:
  bool is_target(LocId l) const { return r_.problem_.is_target(procedure_.locations[l.index()]); }

  void expand(LocId location, const RegionState& place) {
    symbolic::branch(r_.program_,
                     procedure_,
                     outgoing_[location.index()],
                     place.path,
                     r_.make_fresh_,
                     [&](const ir::Edge& edge, const symbolic::Path& path) {
                       follow(edge, {{path, place.state}, place.calls});
                     });
  }

  void follow(const ir::Edge& edge, RegionState place) {
    bool leads_on = view_.useful[edge.to.index()];
    if (const auto* call = std::get_if<ir::Call>(&edge.statement)) {
      overflow(edge.statement, overflow_of(*call, place.state), place);
      follow_call(*call, edge.to, std::move(place));
      return;
    }
    if (!leads_on && !r_.view_.can_overflow(edge.statement)) return;
    symbolic::Step step = symbolic::step(r_.program_, place.state, edge.statement, r_.make_fresh_);
    r_.note_memories(edge.statement, step);
    overflow(edge.statement, step.overflow, place);
    if (!leads_on || step.condition.is_false()) return;
    place.path = place.path.with(step.condition).with(in_range(step));
    place.state = std::move(step.after);
    arrive(edge.to, std::move(place));
  }

  /// Fresh values are values of their types, which counts where integers are unbounded.
  Term in_range(const symbolic::Step& step) const {
    std::vector<Term> bounds;
    for (const symbolic::FreshValue& value : step.fresh) {
      Type type = value.variable.type();
      if (!type.is_machine()) continue;
      bounds.push_back(r_.terms_.le(r_.terms_.constant(type, min_value(type)), value.variable));
      bounds.push_back(r_.terms_.le(value.variable, r_.terms_.constant(type, max_value(type))));
    }
    return r_.terms_.conj(bounds);
  }

  Term overflow_of(const ir::Call& call, const symbolic::State& state) const {
    std::vector<Term> any;
    for (Term t : call.arguments)
      any.push_back(state.apply(r_.program_, symbolic::overflow_condition(r_.terms_, t)));
    return r_.terms_.disj(any);
  }

  /// Records the executions that overflow here; the others go on.
  void overflow(const ir::Statement& statement, Term condition, RegionState& place) {
    if (!r_.view_.can_overflow(statement) || condition.is_false()) return;
    outcome_.failures.push_back({{place.path.with(condition), place.state}, place.calls});
    place.path = place.path.with(r_.terms_.negate(condition));
  }

  void follow_call(const ir::Call& call, LocId to, RegionState place) {
    std::size_t g = call.callee.index();
    bool leads_on = view_.useful[to.index()];
    symbolic::State arguments = symbolic::call_arguments(r_.program_, place.state, call);
    if (r_.plan_.followed[g]) {
      for (RegionState& after : inside(call.callee, arguments, place))
        if (leads_on) come_back(call, to, std::move(after));
      return;
    }
    if (r_.plan_.precondition[g]) {
      symbolic::State entry = place.state;
      for (const auto& [v, value] : arguments.values())
        entry.set(v, value);
      outcome_.entering.push_back({call.callee, std::move(entry), place});
    }
    if (leads_on) step_over(call, to, arguments, std::move(place));
  }

  /// Through the body of a callee: where it returns.
  std::vector<RegionState>
  inside(ProcId callee, const symbolic::State& arguments, const RegionState& place) {
    const ir::Procedure& p = r_.program_.procedure(callee);
    RegionState start = place;
    for (VarId v : r_.view_[callee].live->live_at(p.entry))
      if (r_.program_.variable(v).owner.valid()) start.state.set(v, r_.unknown(v));
    for (const auto& [v, value] : arguments.values())
      start.state.set(v, value);
    std::vector<bool> only_exit(p.locations.size());
    only_exit[p.exit.index()] = true;
    Outcome inner = r_.leave(callee, p.entry, std::move(start), only_exit);
    std::ranges::move(inner.failures, std::back_inserter(outcome_.failures));
    std::ranges::move(inner.entering, std::back_inserter(outcome_.entering));
    return std::move(inner.arrivals[p.exit]);
  }

  void come_back(const ir::Call& call, LocId to, RegionState after) {
    const ir::Procedure& callee = r_.program_.procedure(call.callee);
    std::vector<Term> results;
    for (std::size_t i = 0; i < call.results.size(); ++i)
      results.push_back(after.state.value(r_.program_, callee.returns[i]));
    for (std::size_t i = 0; i < call.results.size(); ++i)
      after.state.set(call.results[i], results[i]);
    arrive(to, std::move(after));
  }

  void
  step_over(const ir::Call& call, LocId to, const symbolic::State& arguments, RegionState place) {
    const ir::Procedure& callee = r_.program_.procedure(call.callee);
    const ProcedureView& view = r_.view_[call.callee];
    std::optional<std::size_t> summary = r_.plan_.summary[call.callee.index()];
    if (!summary) return;
    smt::HornAtom atom{*summary, {}};
    for (VarId v : view.inputs)
      atom.arguments.push_back(arguments.values().contains(v) ? arguments.values().at(v)
                                                              : place.state.value(r_.program_, v));
    std::map<VarId, Term> after;
    for (VarId v : view.outputs)
      atom.arguments.push_back(after[v] = r_.unknown(v));
    for (const auto& [v, value] : after)
      if (!r_.program_.variable(v).owner.valid()) place.state.set(v, value);
    for (std::size_t i = 0; i < call.results.size(); ++i) {
      auto found = after.find(callee.returns[i]);
      place.state.set(call.results[i],
                      found == after.end() ? r_.unknown(call.results[i]) : found->second);
    }
    place.calls.push_back(std::move(atom));
    arrive(to, std::move(place));
  }

  void arrive(LocId to, RegionState place) {
    if (is_target(to)) {
      outcome_.failures.push_back(std::move(place));
      return;
    }
    if (cuts_[to.index()]) {
      join(outcome_.arrivals[to], std::move(place));
      return;
    }
    join(inside_.at(view_.position[to.index()], to), std::move(place));
  }

  void join(std::vector<RegionState>& places, RegionState&& other) {
    auto same =
        std::ranges::find_if(places, [&](const RegionState& p) { return same_calls(p, other); });
    if (same == places.end()) {
      if (places.size() >= most_places)
        throw ResourceOut("too many different sequences of calls between two loop heads");
      places.push_back(std::move(other));
      return;
    }
    symbolic::join(r_.program_, *same, other);
  }

  Regions& r_;
  const ProcedureView& view_;
  const ir::Procedure& procedure_;
  const std::vector<bool>& cuts_;
  std::vector<std::vector<std::size_t>> outgoing_;
  Outcome& outcome_;
  /// By position: a place comes after all that lead to it, since no cycle is free of cut points.
  symbolic::Frontier<std::size_t, std::vector<RegionState>> inside_;
};

Outcome Regions::leave(ProcId f, LocId from, RegionState start, const std::vector<bool>& cuts) {
  Outcome outcome;
  Walk(*this, f, cuts, outcome).run(from, std::move(start));
  return outcome;
}

Term Regions::unknown(VarId like) {
  Term fresh = make_fresh_(program_.variable(like).type);
  if (fresh.type().is_memory()) region_of_[fresh.variable()] = like;
  return fresh;
}

/// Unknown bytes of a statement belong to the one memory that it changes.
void Regions::note_memories(const ir::Statement& statement, const symbolic::Step& step) {
  std::vector<VarId> written = ir::written_variables(statement);
  std::size_t next = 0;
  for (const symbolic::FreshValue& value : step.fresh) {
    if (!value.variable.type().is_memory()) continue;
    while (next < written.size() && !program_.variable(written[next]).type.is_memory())
      ++next;
    if (next < written.size()) region_of_[value.variable.variable()] = written[next++];
  }
}

} // namespace kleene::engine::chc
