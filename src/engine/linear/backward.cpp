// SPDX-License-Identifier: Apache-2.0
//   RS(k) = all at targets;  RS(k) = ⋃ pre[r(k,l)](RS(l)) otherwise, into calls and over them   least
//   In(f) = pre[enter](RS(entry of f))
// solved group by group, callees first, with the summaries of the forward solution for steps over calls.
// In a recursive group, with K from the entry of a caller to that of its callee,
//   In = pre[K*](In without recursive calls that are entered)
#include "backward.h"

#include <fmt/core.h>

#include "accelerate.h"
#include "pairs.h"

namespace kleene::engine::linear {
namespace {

using domain::PresburgerDomain;
using domain::Relation;
using domain::StateSet;
using ir::ProcId;
using presburger::Set;

class Backward {
public:
  Backward(const PresburgerDomain& domain,
           const CallGraph& calls,
           const ir::TargetSelection& targets,
           const Solution& forward,
           Observer& observer)
      : domain_(domain),
        calls_(calls),
        targets_(targets),
        forward_(forward),
        observer_(observer),
        states_(domain.program().procedures.size()),
        entries_(domain.program().procedures.size()) {}

  std::optional<Solution> run() {
    for (const CallGraph::Group& group : calls_.groups)
      solve(group);
    const auto& dangerous = entries_[domain_.program().entry.index()];
    if (dangerous && !(dangerous->set & domain_.initial().set).is_empty()) return std::nullopt;
    return without_dangerous();
  }

private:
  const ir::Procedure& procedure(ProcId f) const { return domain_.program().procedure(f); }
  const std::optional<Solution::Procedure>& known(ProcId f) const {
    return forward_.procedures[f.index()];
  }

  void solve(const CallGraph::Group& group) {
    observer_.progress(fmt::format("targets behind {}", procedure(group.members[0]).name));
    for (ProcId f : group.members)
      if (known(f)) solve(f);
    if (!group.recursive) return;
    close_entries(group);
    for (ProcId f : group.members)
      if (known(f)) solve(f);
  }

  /// One procedure, with the dangerous entries of its callees known so far.
  void solve(ProcId f) {
    StateSets goal(procedure(f).locations.size());
    std::size_t n = domain_.layout(f).state.size();
    for (std::size_t l = 0; l < goal.size(); ++l)
      if (targets_.selects(procedure(f).locations[l]))
        goal[l] = StateSet{Set::universe(domain_.context(), n)};
    for (const ir::Edge& e : procedure(f).edges)
      if (const auto* call = std::get_if<ir::Call>(&e.statement))
        if (const auto& dangerous = entries_[call->callee.index()]) {
          StateSet into = domain_.pass(f, *call).pre(*dangerous);
          auto& here = goal[e.from.index()];
          here = here ? *here | into : into;
        }
    Flow flow(domain_, f, hulls(*known(f)));
    states_[f.index()] = flow.before(goal, [&](std::size_t e) { return edge(f, e); });
    const auto& at_entry = states_[f.index()][procedure(f).entry.index()];
    if (!at_entry) return;
    StateSet more = domain_.enter(f).pre(*at_entry);
    if (more.set.is_empty()) return;
    auto& entries = entries_[f.index()];
    entries = entries ? *entries | more : more;
    entries->set = entries->set.coalesce();
  }

  std::optional<Relation> edge(ProcId f, std::size_t index) const {
    const ir::Edge& e = procedure(f).edges[index];
    if (!known(f)->paths[e.from.index()]) return std::nullopt;
    const auto* call = std::get_if<ir::Call>(&e.statement);
    if (call == nullptr) return domain_.edge(f, e);
    if (!known(call->callee)) return std::nullopt;
    return domain_.step_over(f, *call, known(call->callee)->summary);
  }

  void close_entries(const CallGraph::Group& group) {
    EntrySpace space(domain_, group.members);
    std::optional<Relation> K;
    StateSet direct = space.none();
    for (ProcId f : group.members) {
      if (!known(f)) continue;
      if (entries_[f.index()]) direct = direct | space.embed(f, *entries_[f.index()]);
      for (const ir::Edge& e : procedure(f).edges) {
        const auto* call = std::get_if<ir::Call>(&e.statement);
        const auto& before = known(f)->paths[e.from.index()];
        if (call == nullptr || !before || !calls_.same_group(f, call->callee)) continue;
        Relation one = space.embed(f, before->then(domain_.pass(f, *call)), call->callee);
        K = K ? *K | one : one;
      }
    }
    if (!K || direct.set.is_empty()) return;
    StateSet all = star(*K).pre(direct);
    for (ProcId f : group.members) {
      StateSet own = space.extract(f, all);
      own.set = own.set.coalesce();
      if (!own.set.is_empty()) entries_[f.index()] = own;
    }
  }

  Solution without_dangerous() const {
    Solution s = forward_;
    for (std::size_t f = 0; f < s.procedures.size(); ++f) {
      if (!s.procedures[f]) continue;
      Solution::Procedure& p = *s.procedures[f];
      if (entries_[f]) p.entries.set = p.entries.set - entries_[f]->set;
      for (std::size_t l = 0; l < p.paths.size(); ++l)
        if (p.paths[l] && states_[f][l])
          p.paths[l]->map = p.paths[l]->map - p.paths[l]->map.restrict_range(states_[f][l]->set);
      s.exactness = domain::Exactness::Over;
    }
    return s;
  }

  const PresburgerDomain& domain_;
  const CallGraph& calls_;
  const ir::TargetSelection& targets_;
  const Solution& forward_;
  Observer& observer_;
  std::vector<StateSets> states_;
  std::vector<std::optional<StateSet>> entries_; ///< with which a target may be reached
};

} // namespace

std::optional<Solution> solve_backward(const PresburgerDomain& domain,
                                       const CallGraph& calls,
                                       const ir::TargetSelection& targets,
                                       const Solution& forward,
                                       Observer& observer) {
  return Backward(domain, calls, targets, forward, observer).run();
}

} // namespace kleene::engine::linear
