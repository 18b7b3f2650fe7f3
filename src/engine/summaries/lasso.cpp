// SPDX-License-Identifier: Apache-2.0
#include "lasso.h"

#include "kleene/support/invariant.h"

#include "runs.h"

namespace kleene::engine::summaries {
namespace {

/// Goes from state to state along a guide, always the same way from the same state.
class Walk {
public:
  Walk(const domain::BooleanDomain& domain,
       const ControlFlow& flow,
       const ForwardReach& reach,
       const Guide& guide,
       const Derivations& derivations,
       std::size_t limit)
      : domain_(domain),
        flow_(flow),
        reach_(reach),
        guide_(guide),
        derivations_(derivations),
        limit_(limit) {}

  std::optional<evidence::Lasso> run() {
    ir::ProcId main = domain_.scope().program().entry;
    node_ = flow_.entry(main);
    state_ = some_state(
        domain_, flow_, node_, domain_.as_states(domain_.initial()) & guide_.states[node_]);
    ConcreteRun concrete(domain_.scope().program(), values());
    struct Visit {
      std::size_t inputs;
      std::uint64_t steps;
    };
    std::map<ConcreteRun::Moment, Visit> seen;
    while (concrete.steps() <= limit_) {
      concrete.settle();
      auto [visit, fresh] =
          seen.try_emplace(concrete.now(), Visit{concrete.inputs().size(), concrete.steps()});
      if (!fresh) {
        evidence::Lasso lasso;
        auto turn = concrete.inputs().begin() + static_cast<std::ptrdiff_t>(visit->second.inputs);
        lasso.stem.assign(concrete.inputs().begin(), turn);
        lasso.loop.assign(turn, concrete.inputs().end());
        lasso.stem_steps = visit->second.steps;
        lasso.loop_steps = concrete.steps() - visit->second.steps;
        return lasso;
      }
      std::optional<std::vector<Move>> moves = go_on();
      if (!moves) return std::nullopt;
      for (const Move& m : *moves)
        concrete.move(m);
    }
    return std::nullopt;
  }

private:
  Values values() const { return values_of(domain_, flow_, node_, state_); }

  void arrive(Node n, const Bdd& states) {
    state_ = some_state(domain_, flow_, n, states);
    node_ = n;
  }

  Bdd wanted(Node to) const { return guide_.wanted(node_, state_, to); }

  /// One step along the guide: along an edge, over a call with the callee's moves, or into it.
  std::optional<std::vector<Move>> go_on() {
    for (Step step : flow_.outgoing(node_)) {
      if (flow_.halts(step)) continue;
      Node to = flow_.to(step);
      if (flow_.call(step) == nullptr) {
        Bdd after = domain_.post(step, state_) & wanted(to);
        if (after.is_false()) continue;
        arrive(to, after);
        return std::vector<Move>{{step, values()}};
      }
      Bdd after = domain_.over(step, state_, reach_.across(step)) & wanted(to);
      if (!after.is_false()) return step_over(step, after);
      Node entry = flow_.entry(flow_.call(step)->callee);
      Bdd inside = domain_.as_states(domain_.into(step, state_)) & wanted(entry);
      if (inside.is_false()) continue;
      arrive(entry, inside);
      return std::vector<Move>{{step, values()}};
    }
    KL_INVARIANT(false, "a state that can go on for ever should have a successor of its kind");
  }

  std::optional<std::vector<Move>> step_over(Step call, const Bdd& states) {
    Bdd before = state_;
    arrive(flow_.to(call), states);
    auto inside = moves_of_last_run(
        domain_.scope().program(), derivations_.call(call, before, state_), limit_);
    if (!inside) return std::nullopt;
    inside->insert(inside->begin(), Move{call, {}});
    return inside;
  }

  const domain::BooleanDomain& domain_;
  const ControlFlow& flow_;
  const ForwardReach& reach_;
  const Guide& guide_;
  const Derivations& derivations_;
  std::size_t limit_;
  Node node_ = 0;
  Bdd state_;
};

} // namespace

Guide staying(const ControlFlow& flow, const NonTermination& forever) {
  Guide guide;
  for (Node n = 0; n < flow.size(); ++n)
    guide.states.push_back(forever.states(n));
  guide.wanted = [&forever](Node, const Bdd&, Node to) { return forever.states(to); };
  return guide;
}

std::optional<evidence::Lasso> find_lasso(const domain::BooleanDomain& domain,
                                          const ControlFlow& flow,
                                          const ForwardReach& reach,
                                          const Guide& guide,
                                          const Derivations& derivations,
                                          std::size_t limit) {
  return Walk(domain, flow, reach, guide, derivations, limit).run();
}

} // namespace kleene::engine::summaries
