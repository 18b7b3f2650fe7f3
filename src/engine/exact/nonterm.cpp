// SPDX-License-Identifier: Apache-2.0
#include "nonterm.h"

#include <set>

namespace kleene::engine::exact {

NonTermination::NonTermination(const AbstractProgram& abstract,
                               const Forward& reached,
                               Budget& budget,
                               Conditions conditions)
    : abstract_(abstract), must_(abstract, reached, conditions), budget_(budget) {}

void NonTermination::solve() {
  Sets may = must_.everything();
  greatest(may, [&](ir::ProcId f, ir::LocId l) { return step_may(f, l, may); });
  stay_ = must_.everything();
  greatest(stay_, [&](ir::ProcId f, ir::LocId l) { return step_stay(f, l, stay_); });
  Sets must = must_.everything();
  greatest(must, [&](ir::ProcId f, ir::LocId l) { return step_must(f, l, must); });
  nonterm_.clear();
  for (std::size_t f = 0; f < may.size(); ++f) {
    nonterm_.emplace_back();
    for (std::size_t l = 0; l < may[f].size(); ++l)
      nonterm_[f].push_back({must[f][l], may[f][l]});
  }
}

/// Removes states until every one that is left has a step; a set that shrinks is felt by its
/// predecessors.
template <class Step>
void NonTermination::greatest(Sets& sets, Step&& step) {
  std::deque<std::pair<ir::ProcId, ir::LocId>> queue;
  std::set<std::pair<ir::ProcId, ir::LocId>> waiting;
  auto push = [&](ir::ProcId f, ir::LocId l) {
    if (waiting.emplace(f, l).second) queue.emplace_back(f, l);
  };
  for (const Procedure& p : abstract_.program().procedures())
    for (ir::LocId l : p.cuts)
      if (!sets[p.id.index()][l.index()].is_false()) push(p.id, l);
  while (!queue.empty()) {
    budget_.check();
    auto [f, l] = queue.front();
    queue.pop_front();
    waiting.erase({f, l});
    Bdd& now = sets[f.index()][l.index()];
    Bdd next = now & step(f, l);
    if (next == now) continue;
    now = next;
    const Procedure& procedure = abstract_.program().procedure(f);
    for (std::size_t b : abstract_.blocks_to(f, l))
      push(f, procedure.blocks[b].from);
    for (std::size_t c : abstract_.calls_to(f, l))
      push(f, procedure.calls[c].from);
    if (l != abstract_.entry(f)) continue;
    for (const AbstractProgram::Site& site : abstract_.sites(f))
      push(site.caller, abstract_.program().procedure(site.caller).calls[site.call].from);
  }
}

Bdd NonTermination::step_may(ir::ProcId f, ir::LocId l, const Sets& nonterm) {
  const domain::ExactDomain& domain = abstract_.domain();
  const Procedure& procedure = abstract_.program().procedure(f);
  if (l == abstract_.exit(f)) return Bdd(false);
  Bdd result;
  for (std::size_t b : abstract_.blocks_from(f, l))
    result |= domain.pre(abstract_.block(f, b), nonterm[f.index()][procedure.blocks[b].to.index()]);
  for (std::size_t c : abstract_.calls_from(f, l)) {
    const CallStep& call = procedure.calls[c];
    result |= domain.pre(abstract_.into(f, c),
                         nonterm[call.callee.index()][abstract_.entry(call.callee).index()]);
    result |= domain.pre(
        abstract_.over(f, c), must_.exits(call.callee), nonterm[f.index()][call.to.index()]);
  }
  return result;
}

Bdd NonTermination::step_must(ir::ProcId f, ir::LocId l, const Sets& nonterm) {
  const Procedure& procedure = abstract_.program().procedure(f);
  if (l == abstract_.exit(f)) return Bdd(false);
  Bdd result = must_.blocks(f, l, nonterm);
  for (std::size_t c : abstract_.calls_from(f, l)) {
    const CallStep& call = procedure.calls[c];
    std::size_t entry = abstract_.entry(call.callee).index();
    result |= must_.into(f, c, nonterm[call.callee.index()][entry]);
    result |=
        must_.over(f, c, stay_[call.callee.index()][entry], nonterm[f.index()][call.to.index()]);
  }
  return result;
}

Bdd NonTermination::step_stay(ir::ProcId f, ir::LocId l, const Sets& stay) {
  const Procedure& procedure = abstract_.program().procedure(f);
  if (l == abstract_.exit(f)) return Bdd(true);
  Bdd result = must_.blocks(f, l, stay);
  for (std::size_t c : abstract_.calls_from(f, l)) {
    const CallStep& call = procedure.calls[c];
    result |= must_.over(f,
                         c,
                         stay[call.callee.index()][abstract_.entry(call.callee).index()],
                         stay[f.index()][call.to.index()]);
  }
  return result;
}

} // namespace kleene::engine::exact
