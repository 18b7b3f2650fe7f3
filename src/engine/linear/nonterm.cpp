// SPDX-License-Identifier: Apache-2.0
// NT of kleene/equations/nonterm.h over Presburger sets; nothing leads out of END and of exits. A call is
// stepped over if the callee's summary rho is known exactly, whatever it returns:
//   over(NT(l)) = dom[rho] - pre[rho](¬NT(l))
// Where the iteration does not become stable, loops and recursion are tried alone. With the relation R
// of one round of a loop, or from an entry to the entries of the next calls,
//   NT(head) = ¬ pre[R*](¬ dom R)         every number of rounds can be followed by one more
#include "nonterm.h"

#include "kleene/equations/nonterm.h"

#include <fmt/core.h>

#include <algorithm>

#include "accelerate.h"
#include "concrete.h"
#include "flow.h"
#include "pairs.h"
#include "proof.h"

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

/// The program as the equations see it, as far as its relations are known exactly.
class Relations {
public:
  using Node = std::pair<ProcId, std::size_t>;
  using Set = presburger::Set;
  using Sets = States;
  struct CallEdge {
    ProcId caller;
    std::size_t edge = 0;
  };

  Relations(const PresburgerDomain& domain, const std::vector<std::optional<Exactly>>& exact)
      : domain_(domain), exact_(exact) {}

  /// All locations, later ones first.
  std::vector<Node> nodes() const {
    std::vector<Node> result;
    for (std::size_t f = 0; f < program().procedures.size(); ++f)
      for (std::size_t l = procedure(ProcId(f)).locations.size(); l-- > 0;)
        result.emplace_back(ProcId(f), l);
    return result;
  }

  std::vector<CallEdge> calls(const Node& k) const {
    std::vector<CallEdge> result;
    for_each_edge(k, [&](std::size_t e, const ir::Edge& edge) {
      if (std::holds_alternative<ir::Call>(edge.statement)) result.push_back({k.first, e});
    });
    return result;
  }

  Set pre(const Node& k, const States& NT) {
    Set sum = none(k.first);
    for_each_edge(k, [&](std::size_t e, const ir::Edge& edge) {
      if (std::holds_alternative<ir::Call>(edge.statement)) return;
      const auto& after = NT[k.first.index()][edge.to.index()];
      auto step = relation(k.first, e);
      if (after && step) sum = sum | after->apply(step->map.reverse());
    });
    return sum;
  }

  /// States whose call enters the set whatever the callee's locals are.
  Set into(const CallEdge& c, const States& NT) const {
    const auto& call = std::get<ir::Call>(procedure(c.caller).edges[c.edge].statement);
    ProcId g = call.callee;
    const auto& inside = NT[g.index()][procedure(g).entry.index()];
    if (!inside) return none(c.caller);
    Set bad = inside->complement().apply(domain_.enter(g).map.reverse());
    return bad.complement().apply(domain_.pass(c.caller, call).map.reverse());
  }

  /// States whose call returns into the set whatever it returns.
  Set over(const CallEdge& c, const States& NT) {
    const auto& after = NT[c.caller.index()][procedure(c.caller).edges[c.edge].to.index()];
    auto step = relation(c.caller, c.edge);
    if (!after || !step) return none(c.caller);
    return step->map.domain() - after->complement().apply(step->map.reverse());
  }

  static bool is_candidate(const States& NT, const Node& k) {
    return NT[k.first.index()][k.second].has_value();
  }

  static bool shrink(States& NT, const Node& k, const Set& to) {
    std::optional<Set>& now = NT[k.first.index()][k.second];
    Set next = to.coalesce();
    if (now->subset_of(next)) return false;
    next = (next & *now).coalesce();
    if (next.disjuncts() > max_disjuncts)
      throw presburger::Failure("too many cases of non-termination");
    if (next.is_empty())
      now = std::nullopt;
    else
      now = std::move(next);
    return true;
  }

  /// What an edge does, calls stepped over; none if that is not known exactly.
  std::optional<Relation> relation(ProcId f, std::size_t index) {
    auto key = std::pair(f, index);
    auto known = relations_.find(key);
    if (known == relations_.end()) known = relations_.emplace(key, make_relation(f, index)).first;
    return known->second;
  }

private:
  const ir::Program& program() const { return domain_.program(); }
  const ir::Procedure& procedure(ProcId f) const { return program().procedure(f); }
  Set none(ProcId f) const { return Set::empty(domain_.context(), domain_.layout(f).state.size()); }

  template <class Visit>
  void for_each_edge(const Node& k, Visit&& visit) const {
    const std::vector<ir::Edge>& edges = procedure(k.first).edges;
    for (std::size_t e = 0; e < edges.size(); ++e)
      if (edges[e].from.index() == k.second) visit(e, edges[e]);
  }

  std::optional<Relation> make_relation(ProcId f, std::size_t index) const {
    const ir::Edge& e = procedure(f).edges[index];
    const auto* call = std::get_if<ir::Call>(&e.statement);
    if (call != nullptr && !exact_[call->callee.index()]) return std::nullopt;
    Relation r = call != nullptr
                     ? domain_.step_over(f, *call, exact_[call->callee.index()]->summary)
                     : domain_.edge(f, e);
    if (r.exactness != domain::Exactness::Exact) return std::nullopt;
    return r;
  }

  const PresburgerDomain& domain_;
  const std::vector<std::optional<Exactly>>& exact_;
  std::map<std::pair<ProcId, std::size_t>, std::optional<Relation>> relations_;
};

class NonTermination {
public:
  NonTermination(const PresburgerDomain& domain, const CallGraph& calls, Observer& observer)
      : domain_(domain),
        calls_(calls),
        observer_(observer),
        exact_(exact_procedures(domain, calls, observer)),
        relations_(domain, exact_) {}

  std::optional<evidence::RecurrentSet> run() {
    if (auto found = attempt([&] { return try_all(); })) return found;
    for (const CallGraph::Group& group : calls_.groups) {
      for (ProcId f : group.members) {
        Flow flow(domain_, f);
        for (const facts::Nested& loop : flow.order())
          if (auto found = try_loops(flow, f, loop)) return found;
      }
      if (!group.recursive) continue;
      if (auto found = attempt([&] { return try_recursion(group); })) return found;
    }
    return std::nullopt;
  }

private:
  const ir::Program& program() const { return domain_.program(); }
  const ir::Procedure& procedure(ProcId f) const { return program().procedure(f); }

  /// One way of looking; the next may be easier.
  template <class Try>
  static std::optional<evidence::RecurrentSet> attempt(Try one) {
    try {
      return one();
    } catch (const presburger::Failure&) {
      return std::nullopt;
    }
  }

  std::optional<evidence::RecurrentSet> try_all() {
    auto all = greatest();
    return all ? with_stem(*all) : std::nullopt;
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
    if (!equations::nonterm_in_rounds(relations_, NT, max_rounds)) return std::nullopt;
    return NT;
  }

  /// The right side of NT at a location.
  Set step(ProcId f, std::size_t location, const States& NT) {
    return equations::steps_into(relations_, {f, location}, NT).coalesce();
  }

  States nowhere() const {
    States NT(program().procedures.size());
    for (std::size_t f = 0; f < NT.size(); ++f)
      NT[f].resize(procedure(ProcId(f)).locations.size());
    return NT;
  }

  /// Does every state of the set have a step within it?
  bool is_closed(const States& NT) {
    for (std::size_t f = 0; f < NT.size(); ++f)
      for (std::size_t l = 0; l < NT[f].size(); ++l)
        if (NT[f][l] && !NT[f][l]->subset_of(step(ProcId(f), l, NT))) return false;
    return true;
  }

  std::optional<evidence::RecurrentSet> try_loops(Flow& flow, ProcId f, const facts::Nested& loop) {
    if (!loop.loop) return std::nullopt;
    if (auto found = attempt([&] { return try_loop(flow, f, loop); })) return found;
    for (const facts::Nested& inner : loop.body)
      if (auto found = try_loops(flow, f, inner)) return found;
    return std::nullopt;
  }

  std::optional<evidence::RecurrentSet> try_loop(Flow& flow, ProcId f, const facts::Nested& loop) {
    auto edge = [&](std::size_t e) { return relations_.relation(f, e); };
    auto round = flow.round(loop, edge);
    if (!round || round->exactness != domain::Exactness::Exact) return std::nullopt;
    Relation rounds = flow.closed_loop(loop, edge);
    Set stuck = round->map.domain().complement();
    Set forever = stuck.apply(rounds.map.reverse()).complement().coalesce();
    if (forever.is_empty()) return std::nullopt;
    States NT = nowhere();
    NT[f.index()][loop.location.index()] = forever;
    fill(flow, f, loop.body, edge, NT);
    return is_closed(NT) ? with_stem(NT) : std::nullopt;
  }

  /// A recursive group as a loop from entry to entry.
  std::optional<evidence::RecurrentSet> try_recursion(const CallGraph::Group& group) {
    EntrySpace space(domain_, group.members);
    std::optional<Relation> K;
    for (ProcId f : group.members) {
      if (!exact_[f.index()]) return std::nullopt;
      for (const ir::Edge& e : procedure(f).edges) {
        const auto* call = recursive_call(f, e);
        const auto& before = exact_[f.index()]->paths[e.from.index()];
        if (call == nullptr || !before) continue;
        Relation one = space.embed(f, before->then(domain_.pass(f, *call)), call->callee);
        K = K ? *K | one : one;
      }
    }
    if (!K) return std::nullopt;
    Set stuck = K->map.domain().complement();
    Set forever = stuck.apply(star(*K).map.reverse()).complement().coalesce();
    if (forever.is_empty()) return std::nullopt;
    States NT = nowhere();
    for (ProcId f : group.members)
      fill(f, space, forever, NT);
    return is_closed(NT) ? with_stem(NT) : std::nullopt;
  }

  const ir::Call* recursive_call(ProcId f, const ir::Edge& e) const {
    const auto* call = std::get_if<ir::Call>(&e.statement);
    return call != nullptr && calls_.same_group(f, call->callee) ? call : nullptr;
  }

  /// The locations of a recursive procedure: from where a call with one of the given entries is reached.
  void fill(ProcId f, const EntrySpace& space, const Set& forever, States& NT) {
    StateSets goal(procedure(f).locations.size());
    for (const ir::Edge& e : procedure(f).edges)
      if (const auto* call = recursive_call(f, e)) {
        Set states =
            space.extract(call->callee, {forever}).set.apply(domain_.pass(f, *call).map.reverse());
        auto& into = goal[e.from.index()];
        into = domain::StateSet{into ? into->set | states : states};
      }
    StateSets found =
        Flow(domain_, f).before(goal, [&](std::size_t e) { return relations_.relation(f, e); });
    for (std::size_t l = 0; l < found.size(); ++l)
      if (found[l] && !found[l]->set.is_empty()) NT[f.index()][l] = found[l]->set;
  }

  /// The locations of a loop's body: from where its head is reached within the set.
  void fill(Flow& flow,
            ProcId f,
            const std::vector<facts::Nested>& body,
            const EdgeRelation& edge,
            States& NT) {
    for (auto e = body.rbegin(); e != body.rend(); ++e) {
      Set states = step(f, e->location.index(), NT);
      if (e->loop) states = states.apply(flow.closed_loop(*e, edge).map.reverse());
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
    set.calls = calls_within(NT);
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

  /// Calls that the set may step over, and the calls in them: the ways from entry to exit.
  evidence::InductiveProof calls_within(const States& NT) {
    std::vector<ProcId> todo;
    for (std::size_t f = 0; f < NT.size(); ++f)
      for (const ir::Edge& e : procedure(ProcId(f)).edges)
        if (const auto* call = std::get_if<ir::Call>(&e.statement))
          if (NT[f][e.from.index()] && NT[f][e.to.index()]) todo.push_back(call->callee);
    evidence::InductiveProof calls;
    if (!todo.empty()) calls.procedures.resize(NT.size());
    while (!todo.empty()) {
      ProcId f = todo.back();
      todo.pop_back();
      auto& pairs = calls.procedures[f.index()];
      if (!pairs.invariants.empty() || !exact_[f.index()]) continue;
      pairs = ways_through(f);
      for (const ir::Edge& e : procedure(f).edges)
        if (const auto* call = std::get_if<ir::Call>(&e.statement)) todo.push_back(call->callee);
    }
    return calls;
  }

  evidence::InductiveProof::Procedure ways_through(ProcId f) {
    const Exactly& exact = *exact_[f.index()];
    const domain::Layout& layout = domain_.layout(f);
    StateSets goal(procedure(f).locations.size());
    goal[procedure(f).exit.index()] =
        domain::StateSet{Set::universe(domain_.context(), layout.state.size())};
    StateSets to_exit =
        Flow(domain_, f).before(goal, [&](std::size_t e) { return relations_.relation(f, e); });
    evidence::InductiveProof::Procedure pairs;
    pairs.invariants.resize(to_exit.size());
    for (std::size_t l = 0; l < to_exit.size(); ++l)
      if (exact.paths[l] && to_exit[l])
        pairs.invariants[l] = pairs_formula(domain_,
                                            exact.paths[l]->map.restrict_range(to_exit[l]->set),
                                            layout.entry,
                                            layout.state);
    pairs.summary = pairs_formula(domain_, exact.summary.map, layout.entry, layout.result);
    return pairs;
  }

  const PresburgerDomain& domain_;
  const CallGraph& calls_;
  Observer& observer_;
  std::vector<std::optional<Exactly>> exact_;
  Relations relations_;
};

} // namespace

std::optional<evidence::RecurrentSet>
find_recurrent_set(const PresburgerDomain& domain, const CallGraph& calls, Observer& observer) {
  return NonTermination(domain, calls, observer).run();
}

} // namespace kleene::engine::linear
