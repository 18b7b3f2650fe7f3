// SPDX-License-Identifier: Apache-2.0
// The procedure of Armando, Castellini, Mantovani (2004), section 3.2, with three changes:
//   - a worklist instead of the two stacks, so that a summary that grows informs all its callers;
//   - exact integer relations instead of Fourier-Motzkin over the rationals;
//   - every path edge remembers where it came from.
// P_k ⊆ entry × state at k;  summary(f) = P_exit(f) on (entry, result).
#include "path_edges.h"

#include "kleene/support/work.h"

namespace kleene::engine::linear {

using domain::Relation;
using ir::ProcId;
using presburger::Map;

Goal reach(const ir::Program& program, const ir::TargetSelection& targets) {
  return [&program, &targets](ProcId f, ir::LocId l, const Map& pairs) {
    bool target = targets.selects(program.procedure(f).locations[l.index()]);
    return target ? std::optional(pairs) : std::nullopt;
  };
}

PathEdges::PathEdges(const domain::PresburgerDomain& domain, Goal goal)
    : domain_(domain), goal_(std::move(goal)) {
  const ir::Program& program = domain.program();
  std::size_t locations = 0;
  for (const ir::Procedure& p : program.procedures) {
    first_.push_back(locations);
    locations += p.locations.size();
    outgoing_.push_back(p.outgoing());
    steps_.emplace_back(p.edges.size());
  }
  known_.resize(locations);
  exits_.resize(program.procedures.size());
  waiting_.resize(program.procedures.size());
  Map start = domain.enter(program.entry).map.restrict_domain(domain.initial().set);
  propagate(program.entry, program.procedure(program.entry).entry, start, PathEdge::Entered{});
}

PathEdges::Ending PathEdges::run(std::size_t max_edges, double seconds) {
  double end = work::computed_seconds() + seconds;
  while (target_ == PathEdge::none && next_ < edges_.size()) {
    if (edges_.size() > max_edges || work::computed_seconds() > end) return Ending::Limit;
    process(next_++);
  }
  return target_ != PathEdge::none ? Ending::TargetReached : Ending::Complete;
}

const Relation& PathEdges::step(ProcId f, std::size_t edge) {
  auto& cached = steps_[f.index()][edge];
  if (!cached) cached = domain_.edge(f, domain_.program().procedure(f).edges[edge]);
  return *cached;
}

void PathEdges::propagate(ProcId f, ir::LocId l, Map pairs, PathEdge::Origin origin) {
  auto fresh = known_[slot(f, l)].add(std::move(pairs));
  if (!fresh) return;
  auto wanted = target_ == PathEdge::none ? goal_(f, l, *fresh) : std::nullopt;
  if (wanted) {
    target_ = edges_.size();
    edges_.push_back({f, l, std::move(*wanted), origin});
    return;
  }
  edges_.push_back({f, l, std::move(*fresh), origin});
}

void PathEdges::process(std::size_t index) {
  ProcId f = edges_[index].procedure;
  ir::LocId l = edges_[index].location;
  const ir::Procedure& p = domain_.program().procedure(f);
  if (l == p.exit) at_exit(index);
  for (std::size_t e : outgoing_[f.index()][l.index()]) {
    if (const auto* call = std::get_if<ir::Call>(&p.edges[e].statement))
      at_call(index, e, *call);
    else
      propagate(
          f, p.edges[e].to, edges_[index].pairs.then(step(f, e).map), PathEdge::Stepped{index, e});
  }
}

/// Step into: the entry of the callee. Step over: every end of the callee known so far.
void PathEdges::at_call(std::size_t index, std::size_t edge, const ir::Call& call) {
  ProcId g = call.callee;
  presburger::Set entries =
      edges_[index].pairs.then(domain_.pass(edges_[index].procedure, call).map).range();
  Signature signature = entries.plain_values();
  waiting_[g.index()].push_back({signature, index, edge});
  propagate(g,
            domain_.program().procedure(g).entry,
            domain_.enter(g).map.restrict_domain(entries),
            PathEdge::Entered{index, edge});
  for (const AtCall& exit : exits_[g.index()])
    if (!disjoint(signature, exit.entries)) join(index, edge, call, exit.path);
}

/// A new end of a procedure goes on in every caller, whenever it called.
void PathEdges::at_exit(std::size_t index) {
  ProcId g = edges_[index].procedure;
  Signature signature = edges_[index].pairs.domain().plain_values();
  exits_[g.index()].push_back({signature, index, 0});
  for (const AtCall& caller : waiting_[g.index()]) {
    if (disjoint(signature, caller.entries)) continue;
    const ir::Edge& e =
        domain_.program().procedure(edges_[caller.path].procedure).edges[caller.edge];
    join(caller.path, caller.edge, std::get<ir::Call>(e.statement), index);
  }
}

void PathEdges::join(std::size_t caller, std::size_t edge, const ir::Call& call, std::size_t exit) {
  ProcId f = edges_[caller].procedure;
  Relation summary = Relation{edges_[exit].pairs}.then(domain_.leave(call.callee));
  Relation over = domain_.step_over(f, call, summary);
  ir::LocId to = domain_.program().procedure(f).edges[edge].to;
  propagate(f, to, edges_[caller].pairs.then(over.map), PathEdge::Returned{caller, edge, exit});
}

Solution PathEdges::solution() const {
  const ir::Program& program = domain_.program();
  Solution s;
  for (std::size_t f = 0; f < program.procedures.size(); ++f) {
    const ir::Procedure& p = program.procedures[f];
    std::vector<std::vector<Map>> found(p.locations.size());
    for (const PathEdge& e : edges_)
      if (e.procedure == ProcId(f)) found[e.location.index()].push_back(e.pairs);
    s.procedures.emplace_back();
    if (found[p.entry.index()].empty()) continue;
    Relations paths(p.locations.size());
    for (std::size_t l = 0; l < found.size(); ++l)
      if (!found[l].empty()) paths[l] = Relation{union_of(std::move(found[l]))};
    const domain::Layout& layout = domain_.layout(ProcId(f));
    Relation summary{Map::empty(domain_.context(), layout.entry.size(), layout.result.size())};
    if (const auto& at_exit = paths[p.exit.index()])
      summary = at_exit->then(domain_.leave(ProcId(f)));
    s.procedures.back() =
        Solution::Procedure{{paths[p.entry.index()]->map.domain()}, summary, paths};
  }
  return s;
}

} // namespace kleene::engine::linear
