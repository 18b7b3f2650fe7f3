// SPDX-License-Identifier: Apache-2.0
#include "acceptance.h"

#include "kleene/equations/solve.h"
#include "kleene/equations/steps.h"
#include "kleene/fixpoint/worklist.h"
#include "kleene/support/invariant.h"

#include <fmt/core.h>

#include "relations.h"

namespace kleene::engine::summaries {

Acceptance::Acceptance(const domain::BooleanDomain& domain,
                       const ControlFlow& flow,
                       const ForwardReach& reach,
                       std::vector<bool> accepting)
    : domain_(domain), flow_(flow), reach_(reach), accepting_(std::move(accepting)) {
  for (Node n = 0; n < flow.size(); ++n)
    states_.push_back(domain.states(reach.pairs(n)));
}

void Acceptance::find_attracted() {
  Backward relations(domain_, flow_, false);
  relations.summaries([&](Step call) -> const Bdd& { return reach_.across(call); });
  attracted_.assign(flow_.size(), Bdd());
  turns_.assign(flow_.size(), {});
  fixpoint::Worklist work(flow_.backward_order());
  for (Node n = 0; n < flow_.size(); ++n)
    if (accepting_[n] && !states_[n].is_false()) work.push(n);
  std::size_t turn = 0;
  equations::least(
      relations,
      attracted_,
      work,
      [&](Node n) {
        const std::vector<Bdd>& wanted = accepting_[n] ? states_ : attracted_;
        return equations::steps_into(relations, n, wanted) & states_[n];
      },
      [&](Node n, const Bdd& fresh) { turns_[n].emplace_back(++turn, fresh); });
}

void Acceptance::run(Observer& observer) {
  for (std::size_t round = 1;; ++round) {
    observer.progress(fmt::format("round {}", round));
    find_attracted();
    bool changed = false;
    for (bool accepting : {true, false})
      for (Node n = 0; n < flow_.size(); ++n) {
        if (accepting_[n] != accepting) continue;
        Bdd leaving = states_[n] - attracted_[n];
        if (leaving.is_false()) continue;
        departures_.emplace_back(n, leaving);
        changed = true;
      }
    states_ = attracted_;
    if (!changed) return;
  }
}

bool Acceptance::from_start() const {
  ir::ProcId main = domain_.scope().program().entry;
  return domain_.as_states(domain_.initial()).intersects(states_[flow_.entry(main)]);
}

Guide Acceptance::guide() const {
  auto wanted = [this](Node from, const Bdd& state, Node to) {
    if (accepting_[from]) return states_[to];
    std::size_t now = 0;
    for (const auto& [turn, states] : turns_[from])
      if (now == 0 && state.intersects(states)) now = turn;
    Bdd earlier;
    for (const auto& [turn, states] : turns_[to])
      if (turn < now) earlier |= states;
    return earlier;
  };
  return {states_, wanted};
}

} // namespace kleene::engine::summaries
