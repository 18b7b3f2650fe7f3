// SPDX-License-Identifier: Apache-2.0
//   B_k = all at targets;  B_k ⊇ pre[r(k,l)](B_l), into calls and over them             states
//   Q_k ⊆ state at k × result;  Q_exit(f) = leave on the results that callers ask for
//   rho(f) = enter ∘ Q_entry(f)                                       asked for: those that lead on
// Every step is exact, so each suffix edge has an execution behind it, and what is never found has none.
#include "suffix_edges.h"

#include "kleene/support/work.h"

#include "proof.h"

namespace kleene::engine::linear {

using domain::Relation;
using ir::ProcId;
using presburger::Map;
using presburger::Point;
using presburger::Set;

SuffixEdges::SuffixEdges(const domain::PresburgerDomain& domain,
                         const CallGraph& calls,
                         const ir::TargetSelection& targets)
    : domain_(domain), calls_(calls) {
  const ir::Program& program = domain.program();
  std::size_t n = program.procedures.size();
  entries_.resize(n);
  waiting_.resize(n);
  for (const ir::Procedure& p : program.procedures) {
    incoming_.emplace_back(p.locations.size());
    for (std::size_t e = 0; e < p.edges.size(); ++e)
      incoming_.back()[p.edges[e].to.index()].push_back(e);
    steps_.emplace_back(p.edges.size());
    to_target_.emplace_back(p.locations.size());
    to_result_.emplace_back(p.locations.size());
  }
  for (std::size_t f = 0; f < n; ++f) {
    if (calls.group_of[f] == CallGraph::npos) continue;
    const auto& locations = program.procedures[f].locations;
    Map all = Map::universe(domain.context(), domain.layout(ProcId(f)).state.size(), 0);
    for (std::size_t l = 0; l < locations.size(); ++l)
      if (targets.selects(locations[l]))
        propagate(ProcId(f), ir::LocId(l), true, all, SuffixEdge::AtGoal{});
  }
}

SuffixEdges::Ending SuffixEdges::run(std::size_t max_edges, double seconds) {
  double end = work::computed_seconds() + seconds;
  while (start_ == SuffixEdge::none && next_ < edges_.size()) {
    if (edges_.size() > max_edges || work::computed_seconds() > end) return Ending::Limit;
    process(next_++);
  }
  return start_ != SuffixEdge::none ? Ending::StartReached : Ending::Complete;
}

const Map& SuffixEdges::step(ProcId f, std::size_t edge) {
  auto& cached = steps_[f.index()][edge];
  if (!cached) cached = domain_.edge(f, domain_.program().procedure(f).edges[edge]).map;
  return *cached;
}

void SuffixEdges::propagate(
    ProcId f, ir::LocId l, bool to_target, Map leads, SuffixEdge::Origin origin) {
  auto& known = to_target ? to_target_ : to_result_;
  auto fresh = known[f.index()][l.index()].add(std::move(leads));
  if (!fresh) return;
  const ir::Program& program = domain_.program();
  if (to_target && f == program.entry && l == program.procedure(f).entry
      && start_ == SuffixEdge::none) {
    Set initial = domain_.initial().set.apply(domain_.enter(f).map);
    Map begins = fresh->restrict_domain(initial);
    if (!begins.is_empty()) {
      start_ = edges_.size();
      fresh = begins;
    }
  }
  edges_.push_back({f, l, to_target, std::move(*fresh), origin});
}

void SuffixEdges::process(std::size_t index) {
  ProcId f = edges_[index].procedure;
  ir::LocId l = edges_[index].location;
  bool to_target = edges_[index].to_target;
  const ir::Procedure& p = domain_.program().procedure(f);
  if (l == p.entry) at_entry(index);
  for (std::size_t e : incoming_[f.index()][l.index()]) {
    if (const auto* call = std::get_if<ir::Call>(&p.edges[e].statement))
      behind_call(index, e, *call);
    else
      propagate(f,
                p.edges[e].from,
                to_target,
                step(f, e).then(edges_[index].leads),
                SuffixEdge::Stepped{index, e});
  }
}

/// What leads from an entry to a target does so from every call; what leads to a result goes on behind
/// every call that asks for it.
void SuffixEdges::at_entry(std::size_t index) {
  ProcId g = edges_[index].procedure;
  if (!edges_[index].to_target) {
    Signature results = edges_[index].leads.range().plain_values();
    entries_[g.index()].push_back({results, index, {}, 0});
    for (std::size_t i = 0; i < waiting_[g.index()].size(); ++i)
      if (!disjoint(waiting_[g.index()][i].results, results)) join(waiting_[g.index()][i], index);
    return;
  }
  Map inside = domain_.enter(g).map.then(edges_[index].leads);
  for (const CallSite& site : calls_.sites[g.index()]) {
    const ir::Edge& e = domain_.program().procedure(site.caller).edges[site.edge];
    const auto& call = std::get<ir::Call>(e.statement);
    propagate(site.caller,
              e.from,
              true,
              domain_.pass(site.caller, call).map.then(inside),
              SuffixEdge::Entered{index, site.edge});
  }
}

/// Asks for the results with which the caller goes on to where this edge leads.
void SuffixEdges::behind_call(std::size_t index, std::size_t edge, const ir::Call& call) {
  ProcId f = edges_[index].procedure;
  ProcId g = call.callee;
  Map resume = domain_.resume(f, call).map.restrict_range(edges_[index].leads.domain());
  Set results = resume.domain().project_out(0, domain_.layout(f).state.size());
  AtCall behind{results.plain_values(), index, f, edge};
  waiting_[g.index()].push_back(behind);
  propagate(g,
            domain_.program().procedure(g).exit,
            false,
            domain_.leave(g).map.restrict_range(results),
            SuffixEdge::AtGoal{});
  for (std::size_t i = 0; i < entries_[g.index()].size(); ++i)
    if (!disjoint(behind.results, entries_[g.index()][i].results))
      join(behind, entries_[g.index()][i].suffix);
}

void SuffixEdges::join(const AtCall& behind, std::size_t inner) {
  const ir::Edge& e = domain_.program().procedure(behind.caller).edges[behind.edge];
  const auto& call = std::get<ir::Call>(e.statement);
  Relation summary = Relation{domain_.enter(call.callee).map.then(edges_[inner].leads)};
  Map over = domain_.step_over(behind.caller, call, summary).map;
  const SuffixEdge& after = edges_[behind.suffix];
  propagate(behind.caller,
            e.from,
            after.to_target,
            over.then(after.leads),
            SuffixEdge::Returned{behind.suffix, behind.edge, inner});
}

namespace {

constexpr std::size_t max_steps = 3'000'000;
constexpr std::size_t max_nesting = 20'000;

/// Walks suffix edges forwards and picks a state after each step.
class ForwardWalk {
public:
  struct Step {
    ProcId procedure;
    std::size_t edge;
    Point before;
    Point after; ///< empty for calls
  };

  ForwardWalk(const domain::PresburgerDomain& domain, const std::vector<SuffixEdge>& edges)
      : domain_(domain), edges_(edges) {}

  const std::vector<Step>& steps() const { return steps_; }

  /// From `state`, along `index`, to its goal: a target, or the exit with `result`.
  void walk(std::size_t index, Point state, const std::optional<Point>& result, int nesting) {
    if (nesting > static_cast<int>(max_nesting))
      throw presburger::Failure("the counterexample found nests too many calls");
    while (true) {
      const SuffixEdge& at = edges_[index];
      if (std::holds_alternative<SuffixEdge::AtGoal>(at.origin)) return;
      if (steps_.size() > max_steps)
        throw presburger::Failure("the counterexample found takes too many steps");
      if (const auto* stepped = std::get_if<SuffixEdge::Stepped>(&at.origin)) {
        index = stepped->next;
        Map step = domain_.edge(at.procedure, edge(at.procedure, stepped->edge)).map;
        Point after = some(point(state).apply(step) & leading(index, result));
        take(at.procedure, stepped->edge, std::exchange(state, after), after);
      } else if (const auto* entered = std::get_if<SuffixEdge::Entered>(&at.origin)) {
        index = entered->next;
        take(at.procedure, entered->edge, state, {});
        const auto& call = std::get<ir::Call>(edge(at.procedure, entered->edge).statement);
        state = some(begins(at.procedure, call, state) & leading(index, result));
      } else {
        const auto& over = std::get<SuffixEdge::Returned>(at.origin);
        index = over.next;
        state = step_over(at.procedure, over, state, result, nesting);
      }
    }
  }

private:
  const ir::Edge& edge(ProcId f, std::size_t e) const {
    return domain_.program().procedure(f).edges[e];
  }
  Set point(const Point& p) const { return Set::point(domain_.context(), p); }

  /// The states of a suffix edge that lead to the goal.
  Set leading(std::size_t index, const std::optional<Point>& result) const {
    const Map& leads = edges_[index].leads;
    return result ? leads.restrict_range(point(*result)).domain() : leads.domain();
  }

  void take(ProcId f, std::size_t e, Point before, Point after) {
    steps_.push_back({f, e, std::move(before), std::move(after)});
  }

  /// The first states of a callee.
  Set begins(ProcId f, const ir::Call& call, const Point& state) const {
    return point(state).apply(domain_.pass(f, call).map).apply(domain_.enter(call.callee).map);
  }

  /// Through the callee; the state behind the call.
  Point step_over(ProcId f,
                  const SuffixEdge::Returned& over,
                  const Point& state,
                  const std::optional<Point>& result,
                  int nesting) {
    const auto& call = std::get<ir::Call>(edge(f, over.edge).statement);
    Map resume = domain_.resume(f, call).map;
    Map goes_on = resume.restrict_range(leading(over.next, result));
    Set wanted = goes_on.domain().as_map(state.size()).restrict_domain(point(state)).range();
    Set first = begins(f, call, state);
    Point inner = some(first.apply(edges_[over.inner].leads) & wanted);
    Point begin = some(first & leading(over.inner, inner));
    take(f, over.edge, state, {});
    walk(over.inner, begin, inner, nesting + 1);
    Point both = state;
    both.insert(both.end(), inner.begin(), inner.end());
    return some(point(both).apply(resume) & leading(over.next, result));
  }

  const domain::PresburgerDomain& domain_;
  const std::vector<SuffixEdge>& edges_;
  std::vector<Step> steps_;
};

} // namespace

evidence::Execution SuffixEdges::execution() {
  ForwardWalk walk(domain_, edges_);
  Point first = some(edges_[start_].leads.domain());
  walk.walk(start_, first, std::nullopt, 0);
  Choices choices(domain_);
  Answers answers;
  for (auto step = walk.steps().rbegin(); step != walk.steps().rend(); ++step)
    choices.follow(step->procedure, step->edge, step->before, step->after, answers);
  choices.start(first, answers);
  return std::move(answers).execution();
}

std::optional<Map> SuffixEdges::all(ProcId f, ir::LocId l, bool to_target) const {
  std::vector<Map> found;
  for (const SuffixEdge& e : edges_)
    if (e.procedure == f && e.location == l && e.to_target == to_target) found.push_back(e.leads);
  if (found.empty()) return std::nullopt;
  return union_of(std::move(found)).coalesce();
}

/// What violates the invariants is small, so it is what becomes a formula.
evidence::InductiveProof::Procedure SuffixEdges::invariants(ProcId f) const {
  TermManager& t = *domain_.program().terms;
  const ir::Procedure& p = domain_.program().procedure(f);
  const domain::Layout& layout = domain_.layout(f);
  const auto& context = domain_.context();
  auto formula = [&](const Map& pairs, const std::vector<VarId>& outputs) {
    return t.negate(pairs_formula(domain_, pairs, layout.entry, outputs));
  };
  Map other = Map::universe(context, layout.entry.size(), layout.result.size());
  if (auto from_entry = all(f, p.entry, false))
    other = other - domain_.enter(f).map.then(*from_entry);
  evidence::InductiveProof::Procedure into;
  for (std::size_t l = 0; l < p.locations.size(); ++l) {
    Term holds = t.truth(true);
    if (auto leads = all(f, ir::LocId(l), true)) {
      Map any = Map::universe(context, layout.entry.size(), layout.state.size());
      holds = formula(any.restrict_range(leads->domain()), layout.state);
    }
    if (auto leads = all(f, ir::LocId(l), false))
      holds = t.conj(holds, formula(other.then(leads->reverse()), layout.state));
    into.invariants.push_back(holds);
  }
  into.summary = t.truth(true);
  if (auto asked = all(f, p.exit, false))
    into.summary = formula(other.restrict_range(asked->range()), layout.result);
  return into;
}

evidence::InductiveProof SuffixEdges::proof() const {
  evidence::InductiveProof proof;
  for (std::size_t f = 0; f < domain_.program().procedures.size(); ++f) {
    proof.procedures.emplace_back();
    if (calls_.group_of[f] != CallGraph::npos) proof.procedures.back() = invariants(ProcId(f));
  }
  return proof;
}

} // namespace kleene::engine::linear
