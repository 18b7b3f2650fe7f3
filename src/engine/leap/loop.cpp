// SPDX-License-Identifier: Apache-2.0
#include "loop.h"

#include <algorithm>

namespace kleene::engine::leap {
namespace {

/// Leaps in the order in which a judge looks at them: inner ones first.
class Gatherer {
public:
  Gatherer(const Effects& effects, std::vector<evidence::Leap>& leaps)
      : effects_(effects), leaps_(leaps) {}

  void renumber(Way& way) {
    for (Way::Item& item : way.items)
      if (item.leap != Way::no_leap) item.leap = number(item.leap);
  }

  std::size_t number(std::size_t in_table) {
    if (auto known = numbers_.find(in_table); known != numbers_.end()) return known->second;
    evidence::Leap leap = effects_.passed(in_table).leap;
    for (Way& step : leap.steps)
      renumber(step);
    leaps_.push_back(std::move(leap));
    return numbers_[in_table] = leaps_.size() - 1;
  }

private:
  const Effects& effects_;
  std::vector<evidence::Leap>& leaps_;
  std::map<std::size_t, std::size_t> numbers_;
};

} // namespace

std::size_t Loop::place(ir::LocId l) const {
  return static_cast<std::size_t>(std::ranges::find(site.places, l) - site.places.begin());
}

void Loop::add(const ir::Program& program, Way way, Effect effect, bool possible) {
  for (const auto& [v, value] : effect.after.values())
    changed.insert(v);
  if (!possible) return;
  const Way::Item& first = way.items.front();
  std::size_t from = place(program.procedure(first.procedure).edges[first.edge].from);
  std::size_t to = place(effect.end.location);
  steps.push_back({from, to, std::move(way), std::move(effect)});
}

void Loop::find_relevant(Effects& effects,
                         const std::vector<Term>& exits,
                         const std::vector<Term>& entry) {
  std::vector<VarId> work;
  auto read = [&](Term t) {
    for (VarId v : variables_of(t))
      if (effects.is_program_variable(v) && relevant.insert(v).second) work.push_back(v);
  };
  for (const Step& s : steps)
    for (Term t : together(s.effect))
      read(t);
  for (Term t : exits)
    read(t);
  while (!work.empty()) {
    VarId v = work.back();
    work.pop_back();
    for (const Step& s : steps)
      read(s.effect.after.value(effects.program(), v));
  }
  std::set<VarId> beside;
  for (Term t : entry) {
    std::vector<VarId> used = variables_of(t);
    bool touches = std::ranges::any_of(used, [&](VarId v) { return relevant.contains(v); });
    if (touches)
      for (VarId v : used)
        if (!changed.contains(v)) beside.insert(v);
  }
  relevant.insert(beside.begin(), beside.end());
}

std::vector<VarId> Loop::kept(const ir::Program& program, std::size_t place) const {
  const ir::Procedure& p = program.procedure(site.procedure);
  bool at_entry = site.recursion && site.places[place] == p.entry;
  std::vector<VarId> result;
  for (VarId v : changed) {
    ir::ProcId owner = program.variable(v).owner;
    bool visible = !owner.valid()
                   || (owner == site.procedure
                       && (!at_entry || std::ranges::find(p.parameters, v) != p.parameters.end()));
    if (visible && relevant.contains(v)) result.push_back(v);
  }
  return result;
}

evidence::Leap to_evidence(const ir::Program& program, const Found& found) {
  TermManager& terms = *program.terms;
  const Claim& claim = found.claim;
  const Site& site = found.loop.site;
  evidence::Leap leap;
  leap.theorem = found.theorem;
  for (std::size_t p = 0; p < claim.region.size(); ++p)
    leap.region.push_back({site.procedure, site.places[p], terms.conj(claim.region[p])});
  leap.entry = {site.procedure, site.places[claim.entry_place], terms.conj(claim.entry)};
  leap.exit = {site.procedure,
               site.places[claim.exit_place],
               terms.conj(terms.conj(claim.region[claim.exit_place]), claim.exit)};
  for (const Step& s : found.loop.steps)
    leap.steps.push_back(s.way);
  leap.bounds = found.bounds;
  std::set<VarId> kept;
  for (std::size_t p = 0; p < claim.region.size(); ++p)
    for (VarId v : found.loop.kept(program, p))
      kept.insert(v);
  for (VarId v : found.loop.changed)
    if (!kept.contains(v)) leap.hidden.push_back(v);
  return leap;
}

void gather_leaps(const Effects& effects, evidence::LeapChain& chain) {
  Gatherer gather(effects, chain.leaps);
  for (evidence::LeapChain::Reached& r : chain.reached) {
    for (Way& w : r.ways)
      gather.renumber(w);
    if (r.leap != Way::no_leap) r.leap = gather.number(r.leap);
  }
  gather.renumber(chain.way);
  if (chain.round) gather.renumber(chain.round->way);
}

} // namespace kleene::engine::leap
