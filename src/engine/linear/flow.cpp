// SPDX-License-Identifier: Apache-2.0
//   at(l)    = ⋃ at(k) ∘ edge(k,l)              over the edges that come from earlier in the order
//   at(head) = the same, then loop(head)*
//   loop(h)  = at(h) on the way back, if at(h) = identity before
// and against the order
//   before(k)    = goal(k) ∪ ⋃ pre[edge(k,l)](before(l))
//   before(head) = pre[loop(head)*](the same, with before(head) = {} in its own body)
#include "flow.h"

#include "accelerate.h"

namespace kleene::engine::linear {

using domain::Relation;

namespace {

constexpr std::size_t worth_coalescing = 12;

void join(std::optional<Relation>& into, const Relation& more) {
  if (more.map.is_empty()) return;
  if (!into) {
    into = more;
    return;
  }
  into = *into | more;
  if (into->map.disjuncts() <= worth_coalescing) into->map = into->map.coalesce();
}

void mark(const std::vector<facts::Nested>& sequence, std::vector<bool>& marks) {
  for (const facts::Nested& e : sequence) {
    marks[e.location.index()] = true;
    mark(e.body, marks);
  }
}

} // namespace

Flow::Flow(const domain::PresburgerDomain& domain, ir::ProcId procedure, StateSets context)
    : domain_(domain), procedure_(procedure), context_(std::move(context)) {
  const ir::Procedure& p = domain.program().procedure(procedure);
  order_ = facts::loop_forest(p);
  outgoing_ = p.outgoing();
  incoming_.resize(p.locations.size());
  for (std::size_t e = 0; e < p.edges.size(); ++e)
    incoming_[p.edges[e].to.index()].push_back(e);
  in_loop_.resize(p.locations.size());
  for (const facts::Nested& e : order_)
    if (e.loop) mark({e}, in_loop_);
}

Relations Flow::from(ir::LocId start, const Relation& at_start, const EdgeRelation& edge) {
  KL_INVARIANT(!in_loop(start) || start == domain_.program().procedure(procedure_).entry,
               "a flow should not start inside a loop");
  closed_.clear();
  Relations at(incoming_.size());
  at[start.index()] = at_start;
  visit(order_, at, edge);
  return at;
}

void Flow::visit(const Sequence& sequence, Relations& at, const EdgeRelation& edge) {
  for (const facts::Nested& e : sequence) {
    join_incoming(e.location, at, edge);
    if (!e.loop) continue;
    std::optional<Relation>& head = at[e.location.index()];
    if (head) head = head->then(closed_loop(e, edge));
    visit(e.body, at, edge);
  }
}

/// Sources later in the order have no relation yet, so only edges from earlier ones count.
void Flow::join_incoming(ir::LocId location, Relations& at, const EdgeRelation& edge) {
  const std::vector<ir::Edge>& edges = domain_.program().procedure(procedure_).edges;
  std::optional<Relation> sum = at[location.index()];
  for (std::size_t e : incoming_[location.index()]) {
    const std::optional<Relation>& source = at[edges[e].from.index()];
    if (!source || edges[e].from == location) continue;
    if (auto step = edge(e)) join(sum, source->then(*step));
  }
  at[location.index()] = std::move(sum);
}

StateSets Flow::before(const StateSets& goal, const EdgeRelation& edge) {
  closed_.clear();
  StateSets before(incoming_.size());
  visit_backwards(order_, goal, before, edge);
  return before;
}

void Flow::visit_backwards(const Sequence& sequence,
                           const StateSets& goal,
                           StateSets& before,
                           const EdgeRelation& edge) {
  for (auto e = sequence.rbegin(); e != sequence.rend(); ++e) {
    std::optional<domain::StateSet>& here = before[e->location.index()];
    if (e->loop) {
      here.reset();
      visit_backwards(e->body, goal, before, edge);
    }
    here = join_outgoing(e->location, goal, before, edge);
    if (!e->loop || !here) continue;
    here = closed_loop(*e, edge).pre(*here);
    here->set = here->set.coalesce();
    visit_backwards(e->body, goal, before, edge);
  }
}

std::optional<domain::StateSet> Flow::join_outgoing(ir::LocId location,
                                                    const StateSets& goal,
                                                    const StateSets& before,
                                                    const EdgeRelation& edge) const {
  const std::vector<ir::Edge>& edges = domain_.program().procedure(procedure_).edges;
  std::optional<domain::StateSet> sum = goal[location.index()];
  for (std::size_t e : outgoing_[location.index()]) {
    const auto& after = before[edges[e].to.index()];
    if (!after) continue;
    auto step = edge(e);
    if (!step) continue;
    domain::StateSet more = step->pre(*after);
    if (more.set.is_empty()) continue;
    sum = sum ? *sum | more : more;
    if (sum->set.disjuncts() <= worth_coalescing) sum->set = sum->set.coalesce();
  }
  return sum;
}

SourceRange Flow::place_of(ir::LocId head) const {
  for (const ir::Edge& e : domain_.program().procedure(procedure_).edges)
    if (e.from == head && e.range.known()) return e.range;
  return {};
}

std::optional<Relation> Flow::round(const facts::Nested& loop, const EdgeRelation& edge) {
  const std::vector<ir::Edge>& edges = domain_.program().procedure(procedure_).edges;
  std::size_t n = domain_.layout(procedure_).state.size();
  Relations at(incoming_.size());
  at[loop.location.index()] = Relation{presburger::Map::identity(domain_.context(), n)};
  visit(loop.body, at, edge);
  std::optional<Relation> sum;
  for (std::size_t e : incoming_[loop.location.index()])
    if (const auto& source = at[edges[e].from.index()])
      if (auto step = edge(e)) join(sum, source->then(*step));
  return sum;
}

const Relation& Flow::closed_loop(const facts::Nested& loop, const EdgeRelation& edge) {
  if (auto known = closed_.find(loop.location); known != closed_.end()) return known->second;
  std::optional<Relation> once = round(loop, edge);
  if (once && !context_.empty() && context_[loop.location.index()])
    once->map = once->map.restrict_domain(context_[loop.location.index()]->set);
  std::size_t n = domain_.layout(procedure_).state.size();
  Relation closed = once ? star(*once) : Relation{presburger::Map::identity(domain_.context(), n)};
  bool lost = closed.exactness != (once ? once->exactness : domain::Exactness::Exact);
  if (lost && !inexact_loop_) inexact_loop_ = place_of(loop.location);
  return closed_.emplace(loop.location, std::move(closed)).first->second;
}

} // namespace kleene::engine::linear
