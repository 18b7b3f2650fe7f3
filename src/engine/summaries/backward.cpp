// SPDX-License-Identifier: Apache-2.0
#include "backward.h"

#include "kleene/equations/nonterm.h"

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
      states_(std::vector<Bdd>(flow.size()), fixpoint::Worklist(flow.backward_order())) {}

bool BackwardReach::run(Observer& observer) {
  observer.phase("searching backward");
  for (Node n = 0; n < flow_.size(); ++n) {
    auto halts = [&](Step s) { return flow_.halts(s); };
    if (goal_[n] || (end_ && std::ranges::any_of(flow_.outgoing(n), halts)))
      states_.add(n, Bdd(true));
  }
  if (end_) summaries_.demand_all(domain_.scope().program().entry);
  bool changed = true;
  while (changed) {
    saturate();
    if (from_start()) return true;
    for (std::size_t p = 0; p < domain_.scope().program().procedures.size(); ++p)
      for (Step call : flow_.call_sites(ir::ProcId(p)))
        if (const Bdd& after = states_.sets()[flow_.to(call)]; !after.is_false())
          summaries_.demand(call, after);
    for (ir::ProcId p : summaries_.solve())
      for (Step call : flow_.call_sites(p))
        states_.add(
            flow_.from(call),
            domain_.pre_over(call, states_.sets()[flow_.to(call)], summaries_.across(call)));
    changed = !states_.settled();
  }
  return from_start();
}

void BackwardReach::saturate() {
  states_.saturate([&](Node n, const Bdd& fresh) {
    for (Step step : flow_.incoming(n))
      states_.add(flow_.from(step),
                  flow_.call(step) != nullptr
                      ? domain_.pre_over(step, fresh, summaries_.across(step))
                      : domain_.pre(step, fresh));
    ir::ProcId p = flow_.procedure(n);
    if (n == flow_.entry(p))
      for (Step call : flow_.call_sites(p))
        states_.add(flow_.from(call), domain_.pre_into(call, fresh));
  });
}

bool BackwardReach::from_start() const {
  ir::ProcId main = domain_.scope().program().entry;
  if (domain_.as_states(domain_.initial()).intersects(states_.sets()[flow_.entry(main)]))
    return true;
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
      relations_(domain, flow, end),
      states_(flow.size()) {}

bool BackwardNonTermination::run(Observer& observer) {
  observer.phase("searching for infinite executions");
  for (Node n = 0; n < flow_.size(); ++n)
    states_[n] = Bdd(allowed_[n]);
  solve();
  for (std::size_t p = 0; p < domain_.scope().program().procedures.size(); ++p)
    for (Step call : flow_.call_sites(ir::ProcId(p)))
      if (const Bdd& after = states_[flow_.to(call)]; !after.is_false())
        summaries_.demand(call, after);
  ir::ProcId main = domain_.scope().program().entry;
  if (end_) summaries_.demand_all(main);
  summaries_.solve();
  relations_.summaries([&](Step call) -> const Bdd& { return summaries_.across(call); });
  solve();
  if (domain_.as_states(domain_.initial()).intersects(states_[flow_.entry(main)])) return true;
  return end_ && !returning(domain_, summaries_).is_false();
}

void BackwardNonTermination::solve() {
  fixpoint::Worklist work(flow_.backward_order());
  for (Node n = 0; n < flow_.size(); ++n)
    work.push(n);
  equations::nonterm(relations_, states_, work, [](Node, const Bdd&) {});
}

} // namespace kleene::engine::summaries
