// SPDX-License-Identifier: Apache-2.0
//   P_entry(f) = enter(In_f)
//   P_l        = ⋃ P_k ∘ edge(k,l)                 with a call as step over summary(g)
//   In_g       = ⋃ pass(P_c)                       over all calls c of g
//   summary(f) = P_exit(f) ∘ leave
// Loop heads are widened, and In and summary of recursive procedures. Then the same equations are
// applied again without widening (narrowing): a closed solution stays closed and gets smaller.
#include "widening.h"

#include "kleene/facts/loops.h"

#include <fmt/core.h>

#include <deque>
#include <utility>

#include "widen.h"

namespace kleene::engine::linear {
namespace {

using domain::Exactness;
using domain::PresburgerDomain;
using domain::Relation;
using ir::ProcId;
using presburger::Map;
using presburger::Set;

constexpr std::size_t many_disjuncts = 24;
constexpr int join_before_widening = 2;
constexpr int narrowing_rounds = 2;
constexpr int max_rounds = 200;

class Analysis {
public:
  Analysis(const PresburgerDomain& domain, const CallGraph& calls, Observer& observer)
      : domain_(domain),
        calls_(calls),
        observer_(observer),
        own_(domain.program().procedures.size()) {
    for (std::size_t f = 0; f < own_.size(); ++f) {
      if (calls.group_of[f] == CallGraph::npos) continue;
      const ir::Procedure& p = procedure(ProcId(f));
      own_[f].order = facts::loop_forest(p);
      own_[f].incoming.resize(p.locations.size());
      own_[f].at.resize(p.locations.size());
      own_[f].visits.resize(p.locations.size());
      for (std::size_t e = 0; e < p.edges.size(); ++e)
        own_[f].incoming[p.edges[e].to.index()].push_back(e);
      own_[f].thresholds = thresholds(ProcId(f));
    }
  }

  void stabilise() {
    grow_entries(domain_.program().entry, domain_.initial().set);
    for (int round = 0; !queue_.empty(); ++round) {
      if (round > max_rounds) throw presburger::Failure("widening does not become stable");
      ProcId f = queue_.front();
      queue_.pop_front();
      own(f).queued = false;
      observer_.progress(fmt::format("widening {}", procedure(f).name));
      ascend(f, own(f).order);
      summarise(f);
    }
  }

  /// One round of every equation, on a closed solution.
  void narrow() {
    for (std::size_t f = 0; f < own_.size(); ++f)
      if (own_[f].entries) {
        descend(ProcId(f), own_[f].order);
        own_[f].summary = summary_now(ProcId(f));
      }
    std::vector<std::optional<Set>> entries(own_.size());
    entries[domain_.program().entry.index()] = domain_.initial().set;
    for (std::size_t f = 0; f < own_.size(); ++f)
      for (const ir::Edge& e : procedure(ProcId(f)).edges) {
        const auto* call = std::get_if<ir::Call>(&e.statement);
        if (call == nullptr || !own_[f].entries || !own_[f].at[e.from.index()]) continue;
        auto& into = entries[call->callee.index()];
        Set more = own_[f].at[e.from.index()]->then(domain_.pass(ProcId(f), *call).map).range();
        into = into ? *into | more : more;
      }
    for (std::size_t f = 0; f < own_.size(); ++f)
      if (own_[f].entries) {
        own_[f].entries = entries[f];
        if (own_[f].entries) own_[f].entries = own_[f].entries->coalesce();
      }
  }

  Solution solution() const {
    Solution s;
    s.exactness = Exactness::Over;
    for (std::size_t f = 0; f < own_.size(); ++f) {
      s.procedures.emplace_back();
      if (!own_[f].entries) continue;
      Relations paths;
      for (const auto& at : own_[f].at)
        paths.push_back(at ? std::optional(Relation{*at, Exactness::Over}) : std::nullopt);
      s.procedures.back() = Solution::Procedure{
          {*own_[f].entries, Exactness::Over}, {summary_now(ProcId(f)), Exactness::Over}, paths};
    }
    return s;
  }

private:
  struct Own {
    std::vector<facts::Nested> order;
    std::vector<std::vector<std::size_t>> incoming;
    std::vector<std::optional<Map>> at;
    std::vector<int> visits;
    Thresholds thresholds; ///< over (entry, state)
    std::optional<Set> entries;
    std::optional<Map> summary;
    int entry_growths = 0;
    int summary_growths = 0;
    bool queued = false;
  };

  const ir::Procedure& procedure(ProcId f) const { return domain_.program().procedure(f); }
  Own& own(ProcId f) { return own_[f.index()]; }
  bool recursive(ProcId f) const { return calls_.groups[calls_.group_of[f.index()]].recursive; }

  void enqueue(ProcId f) {
    if (own(f).queued) return;
    own(f).queued = true;
    queue_.push_back(f);
  }

  /// The conditions of a procedure as half spaces of its pairs, and their complements.
  Thresholds thresholds(ProcId f) const {
    Thresholds result;
    std::size_t skip = domain_.layout(f).entry.size();
    for (const ir::Edge& e : procedure(f).edges) {
      const auto* assume = std::get_if<ir::Assume>(&e.statement);
      if (assume == nullptr) continue;
      for (const auto& c :
           domain_.condition(f, assume->condition).explicit_quotients().conjunctions())
        for (const auto* list : {&c.inequalities, &c.equalities})
          for (presburger::Conjunction::Linear l : *list) {
            l.quotients.clear();
            l.dims.insert(l.dims.begin(), skip, 0);
            result.push_back(Set::half_space(domain_.context(), l, false));
          }
    }
    return result;
  }

  std::optional<Map> step(ProcId f, const ir::Edge& e, const Map& before) {
    const auto* call = std::get_if<ir::Call>(&e.statement);
    if (call == nullptr) return before.then(domain_.edge(f, e).map);
    grow_entries(call->callee, before.then(domain_.pass(f, *call).map).range());
    const auto& summary = own(call->callee).summary;
    if (!summary) return std::nullopt;
    return before.then(domain_.step_over(f, *call, {*summary, Exactness::Over}).map);
  }

  /// What the equation of a location says now.
  std::optional<Map> incoming(ProcId f, ir::LocId l) {
    std::optional<Map> sum;
    if (l == procedure(f).entry && own(f).entries)
      sum = domain_.enter(f).map.restrict_domain(*own(f).entries);
    for (std::size_t i : own(f).incoming[l.index()]) {
      const ir::Edge& e = procedure(f).edges[i];
      const auto& before = own(f).at[e.from.index()];
      if (!before) continue;
      auto after = step(f, e, *before);
      if (after && !after->is_empty()) sum = sum ? *sum | *after : *after;
    }
    if (!sum) return sum;
    if (sum->disjuncts() > 1) sum = sum->coalesce();
    if (sum->disjuncts() > many_disjuncts) sum = sum->as_set().simple_hull().as_map(sum->inputs());
    return sum;
  }

  void ascend(ProcId f, const std::vector<facts::Nested>& sequence) {
    for (const facts::Nested& e : sequence) {
      if (!e.loop) {
        own(f).at[e.location.index()] = incoming(f, e.location);
        continue;
      }
      // The body is visited at least once: a summary that it uses may have grown.
      bool first = true;
      while (grow_head(f, e.location) || std::exchange(first, false))
        ascend(f, e.body);
    }
  }

  /// Has the head of a loop grown?
  bool grow_head(ProcId f, ir::LocId l) {
    auto now = incoming(f, l);
    auto& at = own(f).at[l.index()];
    if (!now) return false;
    if (at && now->subset_of(*at)) return false;
    int visit = own(f).visits[l.index()]++;
    if (!at || visit < join_before_widening)
      at = at ? (*at | *now).coalesce() : *now;
    else
      at = widen(at->as_set(), now->as_set(), own(f).thresholds).as_map(at->inputs());
    return true;
  }

  void grow_entries(ProcId f, const Set& more) {
    auto& entries = own(f).entries;
    if (more.is_empty() || (entries && more.subset_of(*entries))) return;
    if (!entries)
      entries = more.coalesce();
    else if (recursive(f) && own(f).entry_growths++ >= join_before_widening)
      entries = widen(*entries, more, {});
    else
      entries = (*entries | more).coalesce();
    enqueue(f);
  }

  Map summary_now(ProcId f) const {
    const auto& at_exit = own_[f.index()].at[procedure(f).exit.index()];
    const domain::Layout& l = domain_.layout(f);
    if (!at_exit) return Map::empty(domain_.context(), l.entry.size(), l.result.size());
    return at_exit->then(domain_.leave(f).map);
  }

  void summarise(ProcId f) {
    Map now = summary_now(f);
    auto& summary = own(f).summary;
    if (now.is_empty() || (summary && now.subset_of(*summary))) return;
    if (!summary)
      summary = now.coalesce();
    else if (recursive(f) && own(f).summary_growths++ >= join_before_widening)
      summary = widen(summary->as_set(), now.as_set(), {}).as_map(now.inputs());
    else
      summary = (*summary | now).coalesce();
    for (const CallSite& site : calls_.sites[f.index()])
      enqueue(site.caller);
  }

  void descend(ProcId f, const std::vector<facts::Nested>& sequence) {
    for (const facts::Nested& e : sequence) {
      own(f).at[e.location.index()] = incoming(f, e.location);
      descend(f, e.body);
    }
  }

  const PresburgerDomain& domain_;
  const CallGraph& calls_;
  Observer& observer_;
  std::vector<Own> own_;
  std::deque<ProcId> queue_;
};

bool reaches(const PresburgerDomain& domain,
             const Solution& s,
             const ir::TargetSelection& targets) {
  for (std::size_t f = 0; f < s.procedures.size(); ++f) {
    if (!s.procedures[f]) continue;
    const auto& locations = domain.program().procedures[f].locations;
    for (std::size_t l = 0; l < locations.size(); ++l)
      if (targets.selects(locations[l]) && s.procedures[f]->paths[l]) return true;
  }
  return false;
}

} // namespace

Solution solve_by_widening(const PresburgerDomain& domain,
                           const CallGraph& calls,
                           const ir::TargetSelection& targets,
                           Observer& observer) {
  Analysis analysis(domain, calls, observer);
  analysis.stabilise();
  Solution best = analysis.solution();
  for (int round = 0; round < narrowing_rounds && reaches(domain, best, targets); ++round) {
    analysis.narrow();
    best = analysis.solution();
  }
  return best;
}

} // namespace kleene::engine::linear
