// SPDX-License-Identifier: Apache-2.0
#include "forward.h"

#include <fmt/core.h>

namespace kleene::engine::summaries {

ForwardQueue::ForwardQueue(Order order, const std::vector<std::size_t>& urgency)
    : order_(order), by_urgency_(urgency) {}

void ForwardQueue::push(Node n) {
  if (order_ == Order::Callees)
    by_urgency_.push(n);
  else
    line_.push(n);
}

ForwardReach::ForwardReach(const domain::BooleanDomain& domain,
                           const ControlFlow& flow,
                           const Places& places)
    : domain_(domain),
      flow_(flow),
      places_(places),
      pairs_(std::vector<Bdd>(flow.size()), {Order::Callees, flow.forward_order()}) {
  std::size_t procedures = domain.scope().program().procedures.size();
  entries_.resize(procedures);
  summaries_.resize(procedures);
  versions_.resize(procedures, 0);
  for (const ir::Procedure& p : domain.scope().program().procedures)
    call_sites_.emplace_back(p.edges.size());
}

std::optional<Node> ForwardReach::run(Observer& observer, Order order, const Discovery& discovery) {
  discovery_ = discovery;
  pairs_ = {std::vector<Bdd>(flow_.size()), {order, flow_.forward_order()}};
  Relations relations{{}, *this};
  ir::ProcId main = domain_.scope().program().entry;
  entries_[main.index()] = domain_.initial();
  add(flow_.entry(main), domain_.start(main, entries_[main.index()]), Rule::Start);
  for (std::size_t visits = 0; !pairs_.settled() && !reached_; ++visits) {
    Node n = pairs_.next();
    equations::follow(relations, n, frontier(n), [&](Node to, const Bdd& pairs, Rule rule) {
      add(to, pairs, rule);
    });
    if (visits % 64 == 0) care_for_size(observer);
    if (visits % 1024 == 0)
      observer.progress(fmt::format("{} visits, now in {}",
                                    visits,
                                    domain_.scope().program().procedure(flow_.procedure(n)).name));
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
  Bdd fresh = pairs_.take(n);
  if (large_ && pairs(n).node_count() < fresh.node_count()) return pairs(n);
  return fresh;
}

void ForwardReach::add(Node n, const Bdd& pairs, Rule rule) {
  if (!places_.allowed[n]) return;
  Bdd fresh = pairs_.add(n, places_.within.empty() ? pairs : pairs & places_.within[n]);
  if (fresh.is_false()) return;
  if (discovery_) discovery_(n, fresh, rule);
  if (places_.goal[n] && !reached_) reached_ = n;
}

bool ForwardReach::Relations::is_exit(Node k) const {
  ir::ProcId p = reach.flow_.procedure(k);
  return k == reach.flow_.exit(p) && reach.domain_.scope().called(p);
}

const std::vector<Step>& ForwardReach::Relations::callers(Node exit) const {
  return reach.flow_.call_sites(reach.flow_.procedure(exit));
}

Bdd ForwardReach::Relations::into(Step call, const Bdd& fresh) {
  ir::ProcId callee = reach.flow_.call(call)->callee;
  Bdd& known = reach.entries_[callee.index()];
  Bdd entries = reach.domain_.into(call, fresh) - known;
  if (entries.is_false()) return entries;
  known |= entries;
  return reach.domain_.start(callee, entries);
}

Bdd ForwardReach::Relations::over(Step call, const Bdd& fresh) const {
  const Bdd& effect = reach.across(call);
  return effect.is_false() ? Bdd() : reach.domain_.over(call, fresh, effect);
}

Bdd ForwardReach::Relations::summary(Node exit, const Bdd& fresh) {
  ir::ProcId p = reach.flow_.procedure(exit);
  Bdd gained = reach.domain_.summary(p, fresh) - reach.summaries_[p.index()];
  if (gained.is_false()) return gained;
  reach.summaries_[p.index()] |= gained;
  ++reach.versions_[p.index()];
  return gained;
}

Bdd ForwardReach::Relations::resume(Step call, const Bdd& gained) const {
  const Bdd& callers = reach.pairs(reach.flow_.from(call));
  if (callers.is_false()) return Bdd();
  return reach.domain_.over(call, callers, reach.domain_.across(call, gained));
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
