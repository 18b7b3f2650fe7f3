// SPDX-License-Identifier: Apache-2.0
#include "nonterm.h"

#include "kleene/fixpoint/worklist.h"

#include <fmt/core.h>

namespace kleene::engine::summaries {

NonTermination::NonTermination(const domain::BooleanDomain& domain,
                               const ControlFlow& flow,
                               const ForwardReach& reach)
    : domain_(domain), flow_(flow), reach_(reach), states_(flow.size()) {
  for (Node n = 0; n < flow.size(); ++n)
    states_[n] = domain.states(reach.pairs(n)); // R
}

void NonTermination::run(Observer& observer, const Departure& departure) {
  fixpoint::Worklist work(flow_.backward_order());
  for (Node n = 0; n < flow_.size(); ++n)
    if (!states_[n].is_false()) work.push(n);
  for (std::size_t visits = 0; !work.empty(); ++visits) {
    if (visits % 1024 == 0) observer.progress(fmt::format("{} visits", visits));
    Node n = work.pop();
    Bdd leaving = states_[n] - can_stay(n);
    if (leaving.is_false()) continue;
    if (departure) departure(n, leaving);
    states_[n] -= leaving;
    for (Step step : flow_.incoming(n))
      work.push(flow_.from(step));
    ir::ProcId p = flow_.procedure(n);
    if (n == flow_.entry(p))
      for (Step call : flow_.call_sites(p))
        work.push(flow_.from(call));
  }
}

Bdd NonTermination::can_stay(Node n) const {
  Bdd result;
  for (Step step : flow_.outgoing(n)) {
    if (flow_.halts(step)) continue;
    const Bdd& after = states_[flow_.to(step)];
    if (const ir::Call* call = flow_.call(step)) {
      result |= domain_.pre_into(step, states_[flow_.entry(call->callee)]);
      result |= domain_.pre_over(step, after, reach_.across(step));
    } else if (!after.is_false()) {
      result |= domain_.pre(step, after);
    }
  }
  return result;
}

bool NonTermination::from_start() const {
  ir::ProcId main = domain_.scope().program().entry;
  return domain_.as_states(domain_.initial()).intersects(states_[flow_.entry(main)]);
}

} // namespace kleene::engine::summaries
