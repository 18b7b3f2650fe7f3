// SPDX-License-Identifier: Apache-2.0
#include "nonterm.h"

#include "kleene/equations/nonterm.h"
#include "kleene/fixpoint/worklist.h"

#include <fmt/core.h>

#include "relations.h"

namespace kleene::engine::summaries {

NonTermination::NonTermination(const domain::BooleanDomain& domain,
                               const ControlFlow& flow,
                               const ForwardReach& reach)
    : domain_(domain), flow_(flow), reach_(reach), states_(flow.size()) {
  for (Node n = 0; n < flow.size(); ++n)
    states_[n] = domain.states(reach.pairs(n)); // R
}

void NonTermination::run(Observer& observer, const Departure& departure) {
  Backward relations(domain_, flow_, false);
  relations.summaries([&](Step call) -> const Bdd& { return reach_.across(call); });
  fixpoint::Worklist work(flow_.backward_order());
  for (Node n = 0; n < flow_.size(); ++n)
    if (!states_[n].is_false()) work.push(n);
  std::size_t departures = 0;
  equations::nonterm(relations, states_, work, [&](Node n, const Bdd& leaving) {
    if (departures++ % 1024 == 0) observer.progress(fmt::format("{} departures", departures));
    if (departure) departure(n, leaving);
  });
}

bool NonTermination::from_start() const {
  ir::ProcId main = domain_.scope().program().entry;
  return domain_.as_states(domain_.initial()).intersects(states_[flow_.entry(main)]);
}

} // namespace kleene::engine::summaries
