// SPDX-License-Identifier: Apache-2.0
#include "forward.h"

#include "kleene/fixpoint/worklist.h"

#include <fmt/core.h>

#include <deque>

namespace kleene::engine::summaries {

ForwardReach::ForwardReach(const domain::BooleanDomain& domain,
                           const ControlFlow& flow,
                           const Places& places)
    : domain_(domain), flow_(flow), places_(places), pairs_(flow.size()), fresh_(flow.size()) {
  std::size_t procedures = domain.scope().program().procedures.size();
  entries_.resize(procedures);
  summaries_.resize(procedures);
  versions_.resize(procedures, 0);
  for (const ir::Procedure& p : domain.scope().program().procedures)
    call_sites_.emplace_back(p.edges.size());
}

namespace {

/// Nodes in the order in which they were pushed, or by urgency.
class Queue {
public:
  Queue(Order order, const std::vector<std::size_t>& urgency)
      : by_urgency_(urgency), order_(order), waiting_(urgency.size(), false) {}

  bool empty() const { return order_ == Order::Callees ? by_urgency_.empty() : line_.empty(); }
  void push(Node n) {
    if (order_ == Order::Callees) return by_urgency_.push(n);
    if (!waiting_[n]) line_.push_back(n);
    waiting_[n] = true;
  }
  Node pop() {
    if (order_ == Order::Callees) return by_urgency_.pop();
    Node n = line_.front();
    line_.pop_front();
    waiting_[n] = false;
    return n;
  }

private:
  fixpoint::Worklist by_urgency_;
  Order order_;
  std::deque<Node> line_;
  std::vector<bool> waiting_;
};

} // namespace

std::optional<Node> ForwardReach::run(Observer& observer, Order order, const Discovery& discovery) {
  discovery_ = discovery;
  Queue work(order, flow_.forward_order());
  auto push = [&] {
    for (Node n : gained_)
      work.push(n);
    gained_.clear();
  };
  ir::ProcId main = domain_.scope().program().entry;
  entries_[main.index()] = domain_.initial();
  add(flow_.entry(main), domain_.start(main, entries_[main.index()]), Rule::Start);
  push();
  for (std::size_t visits = 0; !work.empty() && !reached_; ++visits) {
    Node n = work.pop();
    Bdd fresh = frontier(n);
    for (Step step : flow_.outgoing(n))
      follow(step, fresh);
    ir::ProcId p = flow_.procedure(n);
    if (n == flow_.exit(p) && domain_.scope().called(p)) leave(p, fresh);
    push();
    if (visits % 64 == 0) care_for_size(observer);
    if (visits % 1024 == 0)
      observer.progress(
          fmt::format("{} visits, now in {}", visits, domain_.scope().program().procedure(p).name));
  }
  return reached_;
}

/// Looks at the number of nodes after the library has collected garbage, and only then: asking for a
/// collection costs what is cached.
void ForwardReach::care_for_size(Observer& observer) {
  BddManager& manager = domain_.space().manager();
  BddStatistics now = manager.statistics();
  if (now.collections == collections_) return;
  large_ = now.live_nodes > manager.limits().reorder_from;
  if (large_ && manager.reorder_if_grown())
    observer.progress(fmt::format("a new order of the variables: {} nodes, then {}",
                                  now.live_nodes,
                                  manager.statistics().live_nodes));
  collections_ = manager.statistics().collections;
}

/// What to follow next: at least what is new, at most all that is known. Where memory counts, whichever
/// is smaller.
Bdd ForwardReach::frontier(Node n) {
  Bdd fresh = std::move(fresh_[n]);
  fresh_[n] = Bdd();
  if (large_ && pairs_[n].node_count() < fresh.node_count()) return pairs_[n];
  return fresh;
}

void ForwardReach::add(Node n, const Bdd& pairs, Rule rule) {
  if (!places_.allowed[n]) return;
  Bdd fresh = pairs - pairs_[n];
  if (fresh.is_false()) return;
  if (discovery_) discovery_(n, fresh, rule);
  pairs_[n] |= fresh;
  fresh_[n] |= fresh;
  gained_.push_back(n);
  if (places_.goal[n] && !reached_) reached_ = n;
}

void ForwardReach::follow(Step step, const Bdd& fresh) {
  if (flow_.halts(step)) return;
  if (flow_.call(step) != nullptr)
    enter(step, fresh);
  else
    add(flow_.to(step), domain_.post(step, fresh), Rule::Step);
}

void ForwardReach::enter(Step call, const Bdd& fresh) {
  ir::ProcId callee = flow_.call(call)->callee;
  Bdd& known = entries_[callee.index()];
  Bdd entries = domain_.into(call, fresh) - known;
  if (!entries.is_false()) {
    known |= entries;
    add(flow_.entry(callee), domain_.start(callee, entries), Rule::Start);
  }
  const Bdd& effect = across(call);
  if (!effect.is_false()) add(flow_.to(call), domain_.over(call, fresh, effect), Rule::Step);
}

void ForwardReach::leave(ir::ProcId p, const Bdd& fresh) {
  Bdd gained = domain_.summary(p, fresh) - summaries_[p.index()];
  if (gained.is_false()) return;
  summaries_[p.index()] |= gained;
  ++versions_[p.index()];
  for (Step call : flow_.call_sites(p)) {
    const Bdd& callers = pairs_[flow_.from(call)];
    if (callers.is_false()) continue;
    add(flow_.to(call), domain_.over(call, callers, domain_.across(call, gained)), Rule::Step);
  }
}

const Bdd& ForwardReach::across(Step call) const {
  std::size_t callee = flow_.call(call)->callee.index();
  CallSite& site = call_sites_[call.procedure.index()][call.edge];
  if (site.version != versions_[callee]) {
    site.across = domain_.across(call, summaries_[callee]);
    site.version = versions_[callee];
  }
  return site.across;
}

} // namespace kleene::engine::summaries
