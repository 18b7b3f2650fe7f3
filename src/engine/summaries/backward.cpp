// SPDX-License-Identifier: Apache-2.0
#include "backward.h"

#include <algorithm>

namespace kleene::engine::summaries {
namespace {

/// The initial states from which the first activation of the entry procedure can return.
Bdd returning(const domain::BooleanDomain& domain, const DemandedSummaries& summaries) {
  ir::ProcId main = domain.scope().program().entry;
  return domain.initial() & summaries.summary(main);
}

} // namespace

BackwardReach::BackwardReach(const domain::BooleanDomain& domain,
                             const ControlFlow& flow,
                             std::vector<bool> goal,
                             bool end)
    : domain_(domain),
      flow_(flow),
      everywhere_(flow.size(), true),
      goal_(std::move(goal)),
      end_(end),
      summaries_(domain, flow, everywhere_),
      states_(flow.size()),
      fresh_(flow.size()),
      work_(flow.backward_order()) {}

bool BackwardReach::run(Observer& observer) {
  observer.phase("searching backward");
  for (Node n = 0; n < flow_.size(); ++n) {
    auto halts = [&](Step s) { return flow_.halts(s); };
    if (goal_[n] || (end_ && std::ranges::any_of(flow_.outgoing(n), halts))) add(n, Bdd(true));
  }
  if (end_) summaries_.demand_all(domain_.scope().program().entry);
  bool changed = true;
  while (changed) {
    saturate();
    if (from_start()) return true;
    for (std::size_t p = 0; p < domain_.scope().program().procedures.size(); ++p)
      for (Step call : flow_.call_sites(ir::ProcId(p)))
        if (const Bdd& after = states_[flow_.to(call)]; !after.is_false())
          summaries_.demand(call, after);
    for (ir::ProcId p : summaries_.solve())
      for (Step call : flow_.call_sites(p))
        add(flow_.from(call),
            domain_.pre_over(call, states_[flow_.to(call)], summaries_.across(call)));
    changed = !work_.empty();
  }
  return from_start();
}

void BackwardReach::add(Node n, const Bdd& states) {
  Bdd fresh = states - states_[n];
  if (fresh.is_false()) return;
  states_[n] |= fresh;
  fresh_[n] |= fresh;
  work_.push(n);
}

void BackwardReach::saturate() {
  while (!work_.empty()) {
    Node n = work_.pop();
    Bdd fresh = std::move(fresh_[n]);
    fresh_[n] = Bdd();
    for (Step step : flow_.incoming(n))
      add(flow_.from(step),
          flow_.call(step) != nullptr ? domain_.pre_over(step, fresh, summaries_.across(step))
                                      : domain_.pre(step, fresh));
    ir::ProcId p = flow_.procedure(n);
    if (n == flow_.entry(p))
      for (Step call : flow_.call_sites(p))
        add(flow_.from(call), domain_.pre_into(call, fresh));
  }
}

bool BackwardReach::from_start() const {
  ir::ProcId main = domain_.scope().program().entry;
  if (domain_.as_states(domain_.initial()).intersects(states_[flow_.entry(main)])) return true;
  return end_ && !returning(domain_, summaries_).is_false();
}

BackwardNonTermination::BackwardNonTermination(const domain::BooleanDomain& domain,
                                               const ControlFlow& flow,
                                               std::vector<bool> allowed,
                                               bool end)
    : domain_(domain),
      flow_(flow),
      allowed_(std::move(allowed)),
      end_(end),
      summaries_(domain, flow, allowed_),
      states_(flow.size()),
      work_(flow.backward_order()) {}

bool BackwardNonTermination::run(Observer& observer) {
  observer.phase("searching for infinite executions");
  for (Node n = 0; n < flow_.size(); ++n) {
    states_[n] = Bdd(allowed_[n]);
    if (allowed_[n]) work_.push(n);
  }
  saturate();
  for (std::size_t p = 0; p < domain_.scope().program().procedures.size(); ++p)
    for (Step call : flow_.call_sites(ir::ProcId(p)))
      if (const Bdd& after = states_[flow_.to(call)]; !after.is_false())
        summaries_.demand(call, after);
  ir::ProcId main = domain_.scope().program().entry;
  if (end_) summaries_.demand_all(main);
  summaries_.solve();
  delayed_ = false;
  for (Node n = 0; n < flow_.size(); ++n)
    work_.push(n);
  saturate();
  if (domain_.as_states(domain_.initial()).intersects(states_[flow_.entry(main)])) return true;
  return end_ && !returning(domain_, summaries_).is_false();
}

void BackwardNonTermination::saturate() {
  while (!work_.empty()) {
    Node n = work_.pop();
    Bdd staying = states_[n] & can_stay(n);
    if (staying == states_[n]) continue;
    states_[n] = std::move(staying);
    for (Step step : flow_.incoming(n))
      work_.push(flow_.from(step));
    ir::ProcId p = flow_.procedure(n);
    if (n == flow_.entry(p))
      for (Step call : flow_.call_sites(p))
        work_.push(flow_.from(call));
  }
}

Bdd BackwardNonTermination::can_stay(Node n) const {
  Bdd result;
  for (Step step : flow_.outgoing(n)) {
    const Bdd& after = states_[flow_.to(step)];
    if (flow_.halts(step)) {
      if (end_) result = Bdd(true);
    } else if (const ir::Call* call = flow_.call(step)) {
      result |= domain_.pre_into(step, states_[flow_.entry(call->callee)]);
      result |= delayed_ ? Bdd(true) : domain_.pre_over(step, after, summaries_.across(step));
    } else {
      result |= domain_.pre(step, after);
    }
  }
  return result;
}

} // namespace kleene::engine::summaries
