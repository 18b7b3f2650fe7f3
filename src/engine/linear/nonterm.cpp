// SPDX-License-Identifier: Apache-2.0
//   NT(k) = ⋃ pre[r(k,l)](NT(l))        greatest; a call leads into its callee, nothing leads out of END
// Calls are stepped into and never over, so what is found needs no call to return. Where the iteration
// does not become stable, a loop h with the relation R of one round is tried alone:
//   NT(h) = ¬ pre[R*](¬ dom R)          every number of rounds can be followed by one more
#include "nonterm.h"

#include <fmt/core.h>

#include <algorithm>

#include "concrete.h"
#include "flow.h"

namespace kleene::engine::linear {
namespace {

using domain::PresburgerDomain;
using domain::Relation;
using ir::ProcId;
using presburger::Map;
using presburger::Set;

constexpr int max_rounds = 12;
constexpr std::size_t max_disjuncts = 30;
constexpr std::size_t max_path_edges = 20'000;
constexpr double stem_seconds = 20;

/// Per procedure and location; none: the empty set.
using States = std::vector<std::vector<std::optional<Set>>>;

class NonTermination {
public:
  NonTermination(const PresburgerDomain& domain, Observer& observer)
      : domain_(domain), observer_(observer) {}

  std::optional<evidence::RecurrentSet> run() {
    if (auto all = greatest())
      if (auto found = with_stem(*all)) return found;
    for (std::size_t f = 0; f < program().procedures.size(); ++f) {
      Flow flow(domain_, ProcId(f));
      for (const WtoElement& loop : flow.order())
        if (auto found = try_loops(flow, ProcId(f), loop)) return found;
    }
    return std::nullopt;
  }

private:
  const ir::Program& program() const { return domain_.program(); }
  const ir::Procedure& procedure(ProcId f) const { return program().procedure(f); }

  Set none(ProcId f) const { return Set::empty(domain_.context(), domain_.layout(f).state.size()); }

  /// pre[r(k,l)](NT(l)) of one edge.
  Set pre(ProcId f, std::size_t index, const States& NT) {
    const ir::Edge& e = procedure(f).edges[index];
    if (const auto* call = std::get_if<ir::Call>(&e.statement)) {
      ProcId g = call->callee;
      const auto& inside = NT[g.index()][procedure(g).entry.index()];
      if (!inside) return none(f);
      // Entries that lead into the set whatever the locals are.
      Map enter = domain_.enter(g).map;
      Set bad = inside->complement().apply(enter.reverse());
      return bad.complement().apply(domain_.pass(f, *call).map.reverse());
    }
    const auto& after = NT[f.index()][e.to.index()];
    const Relation& step = relation(f, index);
    if (!after || step.exactness != domain::Exactness::Exact) return none(f);
    return after->apply(step.map.reverse());
  }

  const Relation& relation(ProcId f, std::size_t index) {
    auto key = std::pair(f, index);
    auto known = relations_.find(key);
    if (known == relations_.end())
      known = relations_.emplace(key, domain_.edge(f, procedure(f).edges[index])).first;
    return known->second;
  }

  Set step(ProcId f, std::size_t location, const States& NT) {
    Set sum = none(f);
    for (std::size_t e = 0; e < procedure(f).edges.size(); ++e)
      if (procedure(f).edges[e].from.index() == location) sum = sum | pre(f, e, NT);
    return sum.coalesce();
  }

  /// The greatest solution, if few rounds reach it.
  std::optional<States> greatest() {
    observer_.progress("greatest solution of the nonterm equations");
    States NT;
    for (std::size_t f = 0; f < program().procedures.size(); ++f) {
      std::size_t n = domain_.layout(ProcId(f)).state.size();
      NT.emplace_back(procedure(ProcId(f)).locations.size(), Set::universe(domain_.context(), n));
      NT[f][procedure(ProcId(f)).exit.index()] = std::nullopt;
    }
    for (int round = 0; round < max_rounds; ++round)
      if (!shrink(NT)) return NT;
    return std::nullopt;
  }

  /// One round over all locations, later ones first; did anything shrink?
  bool shrink(States& NT) {
    bool changed = false;
    for (std::size_t f = 0; f < NT.size(); ++f)
      for (std::size_t l = NT[f].size(); l-- > 0;) {
        if (!NT[f][l]) continue;
        Set now = step(ProcId(f), l, NT);
        if (NT[f][l]->subset_of(now)) continue;
        changed = true;
        now = (now & *NT[f][l]).coalesce();
        if (now.disjuncts() > max_disjuncts)
          throw presburger::Failure("too many cases of non-termination");
        if (now.is_empty())
          NT[f][l] = std::nullopt;
        else
          NT[f][l] = std::move(now);
      }
    return changed;
  }

  std::optional<evidence::RecurrentSet> try_loops(Flow& flow, ProcId f, const WtoElement& loop) {
    if (!loop.component) return std::nullopt;
    try {
      if (auto found = try_loop(flow, f, loop)) return found;
    } catch (const presburger::Failure&) {
      // The next loop may be easier.
    }
    for (const WtoElement& inner : loop.body)
      if (auto found = try_loops(flow, f, inner)) return found;
    return std::nullopt;
  }

  std::optional<evidence::RecurrentSet> try_loop(Flow& flow, ProcId f, const WtoElement& loop) {
    auto edge = [&](std::size_t e) -> std::optional<Relation> {
      if (std::holds_alternative<ir::Call>(procedure(f).edges[e].statement)) return std::nullopt;
      return relation(f, e);
    };
    auto round = flow.round(loop, edge);
    if (!round || round->exactness != domain::Exactness::Exact) return std::nullopt;
    Relation rounds = flow.closed_loop(loop, edge);
    Set stuck = round->map.domain().complement();
    Set forever = stuck.apply(rounds.map.reverse()).complement().coalesce();
    if (forever.is_empty()) return std::nullopt;
    States NT(program().procedures.size());
    for (std::size_t g = 0; g < NT.size(); ++g)
      NT[g].resize(procedure(ProcId(g)).locations.size());
    NT[f.index()][loop.location.index()] = forever;
    fill(flow, f, loop.body, edge, NT);
    if (!forever.subset_of(step(f, loop.location.index(), NT))) return std::nullopt;
    return with_stem(NT);
  }

  /// The locations of a loop's body: from where its head is reached within the set.
  void fill(Flow& flow,
            ProcId f,
            const std::vector<WtoElement>& body,
            const EdgeRelation& edge,
            States& NT) {
    for (auto e = body.rbegin(); e != body.rend(); ++e) {
      Set states = step(f, e->location.index(), NT);
      if (e->component) states = states.apply(flow.closed_loop(*e, edge).map.reverse());
      if (!states.is_empty()) NT[f.index()][e->location.index()] = std::move(states);
      fill(flow, f, e->body, edge, NT);
    }
  }

  std::optional<evidence::RecurrentSet> with_stem(const States& NT) {
    observer_.progress("way to a state that never ends");
    Goal goal = [&](ProcId f, ir::LocId l, const Map& pairs) -> std::optional<Map> {
      const auto& states = NT[f.index()][l.index()];
      if (!states) return std::nullopt;
      Map inside = pairs.restrict_range(*states);
      if (inside.is_empty()) return std::nullopt;
      return inside;
    };
    PathEdges paths(domain_, goal);
    if (paths.run(max_path_edges, stem_seconds) != PathEdges::Ending::TargetReached)
      return std::nullopt;
    evidence::RecurrentSet set;
    set.stem = concrete_execution(domain_, paths, paths.target());
    set.procedure = paths.edges()[paths.target()].procedure;
    set.location = paths.edges()[paths.target()].location;
    for (std::size_t f = 0; f < NT.size(); ++f) {
      set.states.emplace_back(NT[f].size());
      std::vector<Term> dims;
      for (VarId v : domain_.layout(ProcId(f)).state)
        dims.push_back(program().terms->cast(
            Type::integer(), program().terms->variable(v, program().variable(v).type)));
      for (std::size_t l = 0; l < NT[f].size(); ++l)
        if (NT[f][l]) set.states[f][l] = domain::formula(*program().terms, *NT[f][l], dims);
    }
    return set;
  }

  const PresburgerDomain& domain_;
  Observer& observer_;
  std::map<std::pair<ProcId, std::size_t>, Relation> relations_;
};

} // namespace

std::optional<evidence::RecurrentSet> find_recurrent_set(const PresburgerDomain& domain,
                                                         Observer& observer) {
  return NonTermination(domain, observer).run();
}

} // namespace kleene::engine::linear
