// SPDX-License-Identifier: Apache-2.0
//   rho(f) = body_f[rho]                                                              least
// solved group by group, callees first. A recursive group whose paths hold at most one recursive call
// is a loop over pairs (entry, result): the pair of the callee leads to the pair of the caller,
//   rho = T*(base)     base: paths without recursive call,  T: paths with exactly one
// and the entries of the group are a loop as well:
//   In  = K*(from outside)                                  K: entry of the caller to entry of the callee
#include "natural.h"

#include "kleene/support/observer.h"

#include <fmt/core.h>

#include <algorithm>

#include "accelerate.h"
#include "pairs.h"

namespace kleene::engine::linear {
namespace {

using domain::PresburgerDomain;
using domain::Relation;
using domain::StateSet;
using ir::ProcId;
using presburger::Map;

constexpr int max_rounds = 8;

class Natural {
public:
  Natural(const PresburgerDomain& domain,
          const CallGraph& calls,
          Observer& observer,
          const Solution* context)
      : domain_(domain),
        calls_(calls),
        observer_(observer),
        context_(context),
        summaries_(domain.program().procedures.size()),
        paths_(domain.program().procedures.size()),
        flows_(domain.program().procedures.size()) {}

  Solution run() {
    for (const CallGraph::Group& group : calls_.groups)
      solve(group);
    return with_entries();
  }

  std::vector<std::optional<Exactly>> run_exact() {
    std::vector<std::optional<Exactly>> result(program().procedures.size());
    for (const CallGraph::Group& group : calls_.groups) {
      if (!callees_known(group)) continue;
      try {
        solve(group);
      } catch (const presburger::Failure&) {
        forget(group);
        continue;
      }
      if (!std::ranges::all_of(group.members, [&](ProcId f) { return is_exact(f); }))
        forget(group);
      else
        for (ProcId f : group.members)
          result[f.index()] = Exactly{*summaries_[f.index()], paths_[f.index()]};
    }
    return result;
  }

private:
  const ir::Program& program() const { return domain_.program(); }
  const ir::Procedure& procedure(ProcId f) const { return program().procedure(f); }
  Flow& flow(ProcId f) {
    auto& flow = flows_[f.index()];
    if (!flow) flow.emplace(domain_, f, known(f) != nullptr ? hulls(*known(f)) : StateSets{});
    return *flow;
  }
  /// What the context says of a procedure.
  const Solution::Procedure* known(ProcId f) const {
    if (context_ == nullptr || !context_->procedures[f.index()]) return nullptr;
    return &*context_->procedures[f.index()];
  }

  void solve(const CallGraph::Group& group) {
    observer_.progress(fmt::format("summary of {}", program().procedure(group.members[0]).name));
    if (group.recursive)
      solve_recursive(group);
    else
      solve_plain(group.members.front());
  }

  /// Have all procedures outside the group that it calls a summary?
  bool callees_known(const CallGraph::Group& group) const {
    return std::ranges::all_of(group.members, [&](ProcId f) {
      return std::ranges::all_of(procedure(f).edges, [&](const ir::Edge& e) {
        const auto* call = std::get_if<ir::Call>(&e.statement);
        return call == nullptr || calls_.same_group(f, call->callee)
               || summaries_[call->callee.index()];
      });
    });
  }

  bool is_exact(ProcId f) const {
    auto exact = [](const std::optional<Relation>& r) {
      return !r || r->exactness == domain::Exactness::Exact;
    };
    return exact(summaries_[f.index()]) && std::ranges::all_of(paths_[f.index()], exact);
  }

  void forget(const CallGraph::Group& group) {
    for (ProcId f : group.members)
      summaries_[f.index()].reset();
  }

  /// What an edge does, calls stepped over with the summaries known so far.
  std::optional<Relation> edge(ProcId f, std::size_t index) const {
    const ir::Edge& e = procedure(f).edges[index];
    const auto* call = std::get_if<ir::Call>(&e.statement);
    if (call == nullptr) return domain_.edge(f, e);
    const auto& summary = summaries_[call->callee.index()];
    if (!summary) return std::nullopt;
    return domain_.step_over(f, *call, *summary);
  }

  Relations body(ProcId f) {
    Relations paths = flow(f).from(
        procedure(f).entry, domain_.enter(f), [&](std::size_t e) { return edge(f, e); });
    if (const auto& loop = flow(f).inexact_loop())
      note(fmt::format("the loop at {} has no exact closed form", program().files.describe(*loop)));
    return paths;
  }

  /// Keeps the first obstacle.
  void note(std::string obstacle) {
    if (obstacle_.empty()) obstacle_ = std::move(obstacle);
  }

  Relation result(ProcId f, const Relations& paths) const {
    const auto& at_exit = paths[procedure(f).exit.index()];
    if (at_exit) return at_exit->then(domain_.leave(f));
    const domain::Layout& l = domain_.layout(f);
    return {Map::empty(domain_.context(), l.entry.size(), l.result.size())};
  }

  void solve_plain(ProcId f) {
    paths_[f.index()] = body(f);
    summaries_[f.index()] = result(f, paths_[f.index()]);
  }

  void solve_recursive(const CallGraph::Group& group) {
    for (ProcId f : group.members)
      paths_[f.index()] = body(f); // recursive calls have no summary yet: they are not taken
    PairSpace pairs(domain_, group.members);
    Relation base = pairs.none();
    for (ProcId f : group.members)
      base = base | pairs.embed(f, result(f, paths_[f.index()]));
    if (is_linear(group))
      close_recursion(group, pairs, base);
    else
      iterate_recursion(group);
    for (ProcId f : group.members)
      paths_[f.index()] = body(f);
  }

  bool recursive_call(ProcId f, const ir::Edge& e) const {
    const auto* call = std::get_if<ir::Call>(&e.statement);
    return call != nullptr && calls_.same_group(f, call->callee);
  }

  /// At most one recursive call on each path, none in a loop.
  bool is_linear(const CallGraph::Group& group) {
    return std::ranges::all_of(group.members, [&](ProcId f) {
      for (const ir::Edge& e : procedure(f).edges)
        if (recursive_call(f, e) && (flow(f).in_loop(e.from) || reaches_call(f, e.to)))
          return false;
      return true;
    });
  }

  bool reaches_call(ProcId f, ir::LocId start) const {
    std::vector<bool> seen(procedure(f).locations.size());
    std::vector<std::size_t> todo{start.index()};
    seen[start.index()] = true;
    auto outgoing = procedure(f).outgoing();
    while (!todo.empty()) {
      std::size_t at = todo.back();
      todo.pop_back();
      for (std::size_t e : outgoing[at]) {
        const ir::Edge& next = procedure(f).edges[e];
        if (recursive_call(f, next)) return true;
        if (!seen[next.to.index()]) todo.push_back(next.to.index());
        seen[next.to.index()] = true;
      }
    }
    return false;
  }

  void
  close_recursion(const CallGraph::Group& group, const PairSpace& pairs, const Relation& base) {
    std::optional<Relation> T;
    for (ProcId f : group.members)
      for (const ir::Edge& e : procedure(f).edges) {
        if (!recursive_call(f, e) || !paths_[f.index()][e.from.index()]) continue;
        const auto& call = std::get<ir::Call>(e.statement);
        Relation one =
            pairs.around_call(f, call, *paths_[f.index()][e.from.index()], after(f, e.to));
        if (known(call.callee) != nullptr)
          one.map = one.map.restrict_domain(results(pairs, call.callee));
        T = T ? *T | one : one;
      }
    Relation rho = T ? pairs.close(base, star(*T)) : base;
    if (T && rho.exactness != combine(base.exactness, T->exactness))
      note(fmt::format("the recursion of {} has no exact closed form",
                       procedure(group.members.front()).name));
    for (ProcId f : group.members)
      summaries_[f.index()] = pairs.extract(f, rho);
  }

  /// The pairs (entry, result) that the context allows, as one convex set.
  presburger::Set results(const PairSpace& pairs, ProcId f) const {
    Map hull = known(f)->summary.map.as_set().simple_hull().as_map(known(f)->summary.map.inputs());
    return pairs.embed(f, {hull}).map.as_set();
  }

  /// State behind a recursive call to result, without further recursive calls.
  Relation after(ProcId f, ir::LocId start) {
    std::size_t n = domain_.layout(f).state.size();
    Relations rest = flow(f).from(
        start, {Map::identity(domain_.context(), n)}, [&](std::size_t e) { return edge(f, e); });
    const auto& at_exit = rest[procedure(f).exit.index()];
    if (at_exit) return at_exit->then(domain_.leave(f));
    return {Map::empty(domain_.context(), n, domain_.layout(f).result.size())};
  }

  /// Several recursive calls on a path: plain rounds, in the hope that they end.
  void iterate_recursion(const CallGraph::Group& group) {
    for (ProcId f : group.members)
      summaries_[f.index()] = result(f, paths_[f.index()]);
    for (int round = 0; round < max_rounds; ++round) {
      bool stable = true;
      for (ProcId f : group.members) {
        Relation next = result(f, body(f));
        stable &= next.map.subset_of(summaries_[f.index()]->map);
        summaries_[f.index()] = std::move(next);
      }
      if (stable) return;
    }
    throw presburger::Failure(fmt::format("the recursion of {} has no closed form",
                                          procedure(group.members.front()).name));
  }

  /// The entries, callers first.
  Solution with_entries() {
    std::vector<std::optional<StateSet>> entries(program().procedures.size());
    entries[program().entry.index()] = domain_.initial();
    for (auto group = calls_.groups.rbegin(); group != calls_.groups.rend(); ++group) {
      if (group->recursive) close_entries(*group, entries);
      for (ProcId f : group->members)
        for_each_call(f, [&](const ir::Call& call, const Relation& to_entry) {
          if (!calls_.same_group(f, call.callee) && entries[f.index()])
            add(entries[call.callee.index()], to_entry.post(*entries[f.index()]));
        });
    }
    return solution(entries);
  }

  static void add(std::optional<StateSet>& into, const StateSet& more) {
    if (more.set.is_empty()) return;
    into = into ? *into | more : more;
    into->set = into->set.coalesce();
  }

  /// Calls `visit` with each call of `f` and the relation from its entry to the callee's.
  template <class Visit>
  void for_each_call(ProcId f, Visit visit) {
    for (const ir::Edge& e : procedure(f).edges)
      if (const auto* call = std::get_if<ir::Call>(&e.statement))
        if (const auto& before = paths_[f.index()][e.from.index()])
          visit(*call, before->then(domain_.pass(f, *call)));
  }

  void close_entries(const CallGraph::Group& group, std::vector<std::optional<StateSet>>& entries) {
    EntrySpace space(domain_, group.members);
    std::optional<Relation> K;
    for (ProcId f : group.members)
      for_each_call(f, [&](const ir::Call& call, const Relation& to_entry) {
        if (!calls_.same_group(f, call.callee)) return;
        Relation one = space.embed(f, to_entry, call.callee);
        if (known(f) != nullptr)
          one.map =
              one.map.restrict_domain(space.embed(f, {known(f)->entries.set.simple_hull()}).set);
        K = K ? *K | one : one;
      });
    StateSet outside = space.none();
    for (ProcId f : group.members)
      if (entries[f.index()]) outside = outside | space.embed(f, *entries[f.index()]);
    StateSet all = K ? star(*K).post(outside) : outside;
    for (ProcId f : group.members) {
      StateSet own = space.extract(f, all);
      own.set = own.set.coalesce();
      if (!own.set.is_empty()) entries[f.index()] = own;
    }
  }

  Solution solution(const std::vector<std::optional<StateSet>>& entries) const {
    Solution s;
    s.obstacle = obstacle_;
    s.procedures.resize(program().procedures.size());
    for (std::size_t f = 0; f < s.procedures.size(); ++f) {
      if (!entries[f]) continue;
      s.procedures[f] = Solution::Procedure{*entries[f], *summaries_[f], paths_[f]};
      s.exactness = combine(s.exactness, entries[f]->exactness);
      for (const auto& path : paths_[f])
        if (path) s.exactness = combine(s.exactness, path->exactness);
    }
    return s;
  }

  const PresburgerDomain& domain_;
  const CallGraph& calls_;
  Observer& observer_;
  const Solution* context_;
  std::vector<std::optional<Relation>> summaries_;
  std::vector<Relations> paths_;
  std::vector<std::optional<Flow>> flows_;
  std::string obstacle_;
};

} // namespace

Solution solve_natural(const PresburgerDomain& domain,
                       const CallGraph& calls,
                       Observer& observer,
                       const Solution* context) {
  return Natural(domain, calls, observer, context).run();
}

std::vector<std::optional<Exactly>>
exact_procedures(const PresburgerDomain& domain, const CallGraph& calls, Observer& observer) {
  return Natural(domain, calls, observer, nullptr).run_exact();
}

StateSets hulls(const Solution::Procedure& procedure) {
  StateSets result;
  for (const auto& path : procedure.paths) {
    result.emplace_back();
    if (!path) continue;
    presburger::Set states = path->map.restrict_domain(procedure.entries.set).range();
    result.back() = StateSet{states.simple_hull(), domain::Exactness::Over};
  }
  return result;
}

} // namespace kleene::engine::linear
