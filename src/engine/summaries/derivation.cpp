// SPDX-License-Identifier: Apache-2.0
#include "derivation.h"

#include "kleene/bdd/cubes.h"
#include "kleene/support/invariant.h"

#include <algorithm>
#include <tuple>

namespace kleene::engine::summaries {

namespace {

/// The literals of some cube of a set; other variables are free, and taken as false.
class Chosen {
public:
  explicit Chosen(const Bdd& set) {
    std::optional<Cube> cube = some_cube(set);
    KL_INVARIANT(cube.has_value(), "a set to choose from should not be empty");
    for (const Literal& literal : *cube)
      values_[literal.variable] = literal.value;
  }
  bool value(BddVar v) const {
    auto found = values_.find(v);
    return found != values_.end() && found->second;
  }

private:
  std::map<BddVar, bool> values_;
};

} // namespace

Bdd some_state(const domain::BooleanDomain& domain,
               const ControlFlow& flow,
               Node n,
               const Bdd& set) {
  Chosen chosen(set);
  Bdd state(true);
  for (VarId v : domain.scope().live(flow.procedure(n), flow.location(n))) {
    BddVar current = domain.space().current(v);
    state &= domain.space().manager().literal(current, chosen.value(current));
  }
  return state;
}

Bdd some_pair(const domain::BooleanDomain& domain,
              const ControlFlow& flow,
              Node n,
              const Bdd& set) {
  ir::ProcId p = flow.procedure(n);
  const domain::BooleanSpace& space = domain.space();
  Bdd pair = some_state(domain, flow, n, set);
  if (!domain.scope().called(p)) return pair;
  Chosen chosen(set & pair);
  for (VarId v : domain.scope().inputs(p))
    pair &= space.manager().literal(space.entry(v), chosen.value(space.entry(v)));
  return pair;
}

Values
values_of(const domain::BooleanDomain& domain, const ControlFlow& flow, Node n, const Bdd& state) {
  Values result;
  for (VarId v : domain.scope().live(flow.procedure(n), flow.location(n)))
    result[v] = state.subset_of(domain.space().current_literal(v));
  return result;
}

Derivations::Derivations(const domain::BooleanDomain& domain, const ControlFlow& flow)
    : domain_(domain), flow_(flow), found_(flow.size()), ranks_(flow.size()) {}

void Derivations::discover(Node n, const Bdd& pairs, Rule rule) {
  ranks_[n].push_back(rules_.size());
  found_[n].push_back(pairs);
  rules_.push_back(rule);
}

evidence::Activations Derivations::execution(Node n, const Bdd& pairs) const {
  std::optional<Fact> end = fact(n, pairs, count());
  KL_INVARIANT(end.has_value(), "the end of an execution should have been discovered");
  evidence::Activations runs;
  Finished finished;
  std::optional<Step> call;
  while (true) {
    Run run = run_to(*end);
    refer(run, runs, finished);
    if (call) run.run.steps.push_back({.edge = call->edge});
    runs.stack.push_back(std::move(run.run));
    if (run.beginning.rank == 0) break;
    std::tie(call, end) = caller(run.beginning);
  }
  std::ranges::reverse(runs.stack);
  return runs;
}

evidence::Activations Derivations::call(Step call, const Bdd& before, const Bdd& after) const {
  evidence::Activations runs;
  Finished finished;
  Run over;
  over.run.steps.push_back({.edge = call.edge});
  over.callees.emplace_back(callee_exit(call, before, after, count()));
  refer(over, runs, finished);
  return runs;
}

/// The earliest discovered one of these pairs, if it was found before `below`.
std::optional<Derivations::Fact>
Derivations::fact(Node n, const Bdd& pairs, std::size_t below) const {
  auto end = std::ranges::lower_bound(ranks_[n], below) - ranks_[n].begin();
  std::size_t i = found_[n].first_meeting(pairs, static_cast<std::size_t>(end));
  if (i >= static_cast<std::size_t>(end)) return std::nullopt;
  return Fact{n, ranks_[n][i], some_pair(domain_, flow_, n, pairs & found_[n][i])};
}

/// The step with the earliest discovery before it.
Derivations::Reason Derivations::reason(const Fact& after) const {
  std::optional<Reason> best;
  for (Step step : flow_.incoming(after.node)) {
    std::optional<Reason> candidate;
    if (flow_.call(step) != nullptr) {
      candidate = over(step, after);
    } else if (auto before = fact(flow_.from(step), domain_.pre(step, after.pair), after.rank)) {
      candidate = Reason{step, *before, std::nullopt};
    }
    auto age = [](const Reason& r) {
      return r.callee_exit ? std::max(r.before.rank, r.callee_exit->rank) : r.before.rank;
    };
    if (candidate && (!best || age(*candidate) < age(*best))) best = std::move(candidate);
  }
  KL_INVARIANT(best.has_value(), "a discovery should follow from earlier ones");
  return *best;
}

std::optional<Derivations::Reason> Derivations::over(Step call, const Fact& after) const {
  // The earliest state before the call for which some earlier discovery at the exit will do.
  Node exit = flow_.exit(flow_.call(call)->callee);
  auto known = std::ranges::lower_bound(ranks_[exit], after.rank) - ranks_[exit].begin();
  Bdd exits =
      found_[exit].meeting(domain_.demand(call, after.pair), static_cast<std::size_t>(known));
  Bdd across = domain_.across(call, domain_.summary(flow_.procedure(exit), exits));
  auto before = fact(flow_.from(call), domain_.pre_over(call, after.pair, across), after.rank);
  if (!before) return std::nullopt;
  return Reason{call, *before, callee_exit(call, before->pair, after.pair, after.rank)};
}

/// The pair at the exit of a callee that turns one state of the caller into another.
Derivations::Fact
Derivations::callee_exit(Step call, const Bdd& before, const Bdd& after, std::size_t below) const {
  Bdd pairs = domain_.into(call, before) & domain_.demand(call, after);
  std::optional<Fact> exit = fact(flow_.exit(flow_.call(call)->callee), pairs, below);
  KL_INVARIANT(exit.has_value(), "a step over a call should come from a summary");
  return *exit;
}

/// Who made the entry state of an activation that does not return.
std::pair<Step, Derivations::Fact> Derivations::caller(const Fact& entry) const {
  std::optional<std::pair<Step, Fact>> best;
  ir::ProcId p = flow_.procedure(entry.node);
  // The entry values decide; at the entry, values of variables that are not live are free.
  Bdd states = domain_.as_states(entry.pair.exists(domain_.space().currents().set()));
  for (Step call : flow_.call_sites(p)) {
    auto before = fact(flow_.from(call), domain_.pre_into(call, states), entry.rank);
    if (before && (!best || before->rank < best->second.rank)) best.emplace(call, *before);
  }
  KL_INVARIANT(best.has_value(), "an entry state should come from a call");
  return *best;
}

/// A step, with what the environment chooses; what is not live afterwards is false.
evidence::Activation::Step Derivations::shown(const Reason& reason, const Fact& after) const {
  evidence::Activation::Step step{.edge = reason.step.edge};
  const auto* havoc = std::get_if<ir::Havoc>(&flow_.edge(reason.step).statement);
  if (havoc == nullptr || havoc->choice == ir::Choice::Unknown) return step;
  Values values = values_of(domain_, flow_, after.node, after.pair);
  for (VarId v : havoc->variables) {
    auto found = values.find(v);
    step.chosen.push_back(found != values.end() && found->second);
  }
  return step;
}

/// Goes back from a fact to the beginning of its run.
Derivations::Run Derivations::run_to(Fact end) const {
  Run result;
  Fact at = std::move(end);
  while (rules_[at.rank] == Rule::Step) {
    Reason why = reason(at);
    result.run.steps.push_back(shown(why, at));
    result.callees.push_back(why.callee_exit);
    at = std::move(why.before);
  }
  std::ranges::reverse(result.run.steps);
  std::ranges::reverse(result.callees);
  ir::ProcId p = flow_.procedure(at.node);
  result.run.procedure = p;
  const std::vector<VarId>& inputs = domain_.scope().inputs(p);
  for (auto [v, value] : values_of(domain_, flow_, at.node, at.pair))
    if (std::ranges::find(inputs, v) != inputs.end()) result.run.entry[v] = value;
  result.beginning = std::move(at);
  return result;
}

/// Sees to it that every callee on the way has a finished run, and refers to it.
void Derivations::refer(Run& run, evidence::Activations& runs, Finished& finished) const {
  auto number = [&](const Fact& exit) -> std::optional<std::size_t> {
    auto known = finished[exit.node].find(exit.pair);
    return known == finished[exit.node].end() ? std::nullopt : std::optional(known->second);
  };
  // A callee is finished before what refers to it. Calls may be too deep for the machine's stack.
  struct Open {
    Run run;
    std::optional<Fact> exit; ///< its own
    std::size_t next = 0;
  };
  std::vector<Open> open;
  open.push_back({std::move(run), std::nullopt});
  while (true) {
    Open& top = open.back();
    while (top.next < top.run.callees.size()) {
      const std::optional<Fact>& callee = top.run.callees[top.next];
      std::optional<std::size_t> known = callee ? number(*callee) : std::nullopt;
      if (callee && !known) break;
      if (known) top.run.run.steps[top.next].run = *known;
      ++top.next;
    }
    if (top.next < top.run.callees.size()) {
      Fact exit = *top.run.callees[top.next];
      Run inside = run_to(exit);
      open.push_back({std::move(inside), std::move(exit)});
    } else if (top.exit) {
      finished[top.exit->node][top.exit->pair] = runs.finished.size();
      runs.finished.push_back(std::move(top.run.run));
      open.pop_back();
    } else {
      run = std::move(top.run);
      return;
    }
  }
}

} // namespace kleene::engine::summaries
