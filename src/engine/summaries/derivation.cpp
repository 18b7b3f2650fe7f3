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

std::optional<Path> Derivations::execution(Node n, const Bdd& pairs, std::size_t limit) const {
  std::optional<Fact> end = fact(n, pairs, count());
  KL_INVARIANT(end.has_value(), "the end of an execution should have been discovered");
  return unwind(*end, true, limit);
}

std::optional<Path>
Derivations::call(Step call, const Bdd& before, const Bdd& after, std::size_t limit) const {
  return unwind(callee_exit(call, before, after, count()), false, limit);
}

/// The earliest discovered one of these pairs, if it was found before `below`.
std::optional<Derivations::Fact>
Derivations::fact(Node n, const Bdd& pairs, std::size_t below) const {
  auto end = std::ranges::lower_bound(ranks_[n], below) - ranks_[n].begin();
  std::size_t i = found_[n].first_meeting(pairs, static_cast<std::size_t>(end));
  if (i >= static_cast<std::size_t>(end)) return std::nullopt;
  return Fact{n, ranks_[n][i], some_pair(domain_, flow_, n, pairs & found_[n][i])};
}

Values Derivations::values(const Fact& fact) const {
  return values_of(domain_, flow_, fact.node, fact.pair);
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

/// Goes back from the last fact to the beginning of its activation, through complete activations of
/// callees, and, for the whole program, on to the callers.
std::optional<Path> Derivations::unwind(Fact end, bool whole_program, std::size_t limit) const {
  Path path;
  std::vector<Open> open{{std::move(end), std::nullopt}};
  while (path.moves.size() <= limit) {
    Fact at = open.back().at;
    if (rules_[at.rank] == Rule::Step) {
      Reason why = reason(at);
      open.back().at = why.before;
      if (why.callee_exit)
        open.push_back({*why.callee_exit, why.step});
      else
        path.moves.push_back({why.step, values(at)});
      continue;
    }
    // The beginning of an activation.
    std::optional<Step> call = open.back().call;
    if (call) {
      open.pop_back();
    } else if (whole_program && at.rank != 0) {
      std::tie(call, open.back().at) = caller(at);
    } else {
      path.start = values(at);
      std::ranges::reverse(path.moves);
      return path;
    }
    path.moves.push_back({*call, values(at)});
  }
  return std::nullopt;
}

} // namespace kleene::engine::summaries
