// SPDX-License-Identifier: Apache-2.0
#include "backward.h"

#include <algorithm>

#include "scheduled.h"

namespace kleene::engine::leap {
namespace {

constexpr std::size_t most_policies = 8;
constexpr std::size_t most_shrinkings = 5;
constexpr std::size_t most_rehearsals = 4;

bool knows(const std::set<VarId>& known, Term t) {
  return std::ranges::all_of(variables_of(t), [&](VarId v) { return known.contains(v); });
}

} // namespace

Backward::Backward(const Tools& tools)
    : tools_(tools),
      program_(tools.problem.program),
      terms_(tools.effects.terms()),
      effects_(tools.effects) {}

std::optional<evidence::LeapChain> Backward::run(const Skeleton& skeleton) {
  skeleton_ = &skeleton;
  chain_ = {};
  changed_.clear();
  try {
    if (!from(0, start_of(effects_))) return std::nullopt;
  } catch (const NotCovered&) {
    return std::nullopt;
  }
  gather_leaps(effects_, chain_);
  return std::move(chain_);
}

Spot Backward::exit_of(std::size_t k) const {
  const Skeleton::Leap& at = skeleton_->leaps[k];
  return {at.site.procedure, at.exit, at.at.frames};
}

/// Goes along the edges to a leap, whatever is asked there, and over it.
bool Backward::from(std::size_t k, const Begin& begin) {
  if (k == skeleton_->leaps.size() || skeleton_->leaps[k].site.recursion) return false;
  Effect chain = begin.effect;
  effects_.extend(chain, skeleton_->segments[k], {});
  std::optional<Reached> reached = reached_by(chain);
  if (!reached) return false;
  std::size_t before = chain_.reached.size();
  chain_.reached.push_back(
      {{reached->at.procedure, reached->at.location, terms_.conj(reached->states)},
       {Way{skeleton_->segments[k], {}}},
       Way::no_leap});
  const Items& next = skeleton_->segments[k + 1];
  for (const Policy& policy : policies(effects_, {next}, {exit_of(k)}, {}, most_policies)) {
    Effect rest = effects_.run(next, exit_of(k), {}, chooser(policy));
    if (std::ranges::any_of(rest.conditions, [&](Term t) { return mentions(rest, t); })) continue;
    if (tools_.theorems.possible(rest.conditions) && leap(k, *reached, rest)) return true;
  }
  chain_.reached.resize(before);
  return false;
}

/// The states at the end of the chain, if formulas can say exactly which they are.
std::optional<Backward::Reached> Backward::reached_by(const Effect& chain) const {
  Facts facts = facts_at(chain, effects_, tools_.theorems.integers());
  if (!facts.complete || !tools_.theorems.possible(together(chain))) return std::nullopt;
  Reached reached{chain.end, facts.known, {}};
  for (Term t : facts.ranges)
    if (!tools_.theorems.valid(facts.known, t)) reached.states.push_back(t);
  for (const auto& [v, value] : chain.after.values())
    if (!mentions(chain, value)) reached.known.insert(v);
  for (Term t : reached.states)
    if (!knows(reached.known, t)) return std::nullopt;
  return reached;
}

bool Backward::leap(std::size_t k, const Reached& before, const Effect& rest) {
  const Skeleton::Leap& at = skeleton_->leaps[k];
  for (Loop& loop : scheduled(tools_, at.site, before.states, Split::ByEntry, most_policies)) {
    tools_.budget.check();
    loop.find_relevant(effects_, rest.conditions, before.states);
    for (Term t : before.states)
      for (VarId v : variables_of(t))
        if (!loop.changed.contains(v)) loop.relevant.insert(v);
    Found found;
    found.theorem = evidence::Leap::Theorem::Backward;
    found.loop = std::move(loop);
    found.claim.entry_place = found.loop.place(at.entry);
    found.claim.exit_place = found.loop.place(at.exit);
    found.claim.exit = terms_.conj(rest.conditions);
    for (Term t : before.states)
      if (over(found.loop.relevant, t)) found.claim.entry.push_back(t);
    if (with_region(found, rest.conditions) && go_on(k, found, before)) return true;
  }
  return false;
}

/// The region has to be as small as what is reached: congruences help.
bool Backward::with_region(Found& found, const std::vector<Term>& exits) {
  RegionHints hints{found.claim.entry, exits, &tools_.invariants, true, false};
  std::vector<Term> candidates = region_candidates(found.loop, hints, effects_);
  if (!find_region(found.loop, candidates, tools_.theorems, found.claim)) return false;
  auto bounds = tools_.theorems.fin(found.loop, found.claim);
  if (!bounds) return false;
  found.bounds = *bounds;
  for (std::size_t i = 0; !tools_.theorems.theorem_1(found.loop, found.claim); ++i)
    if (i == most_shrinkings || !shrink(found.claim, candidates)) return false;
  reduce(found);
  return tools_.machine == nullptr || tools_.machine->theorem_1(found.loop, found.claim);
}

/// Leaves the state of the last model, which comes from nowhere, out of the region and its exit port, together
/// with others that an atom has in common with it.
bool Backward::shrink(Claim& claim, const std::vector<Term>& candidates) {
  std::vector<Term> lacking;
  for (Term t : candidates)
    if (tools_.theorems.session().value(t).value_or(1) == 0) lacking.push_back(t);
  std::vector<Term>& region = claim.region[claim.exit_place];
  for (Term t : lacking) {
    bool keeps_entry =
        claim.entry_place != claim.exit_place || tools_.theorems.valid(claim.entry, t);
    std::vector<Term> exit = region;
    exit.push_back(claim.exit);
    exit.push_back(t);
    if (!keeps_entry || !tools_.theorems.possible(exit)) continue;
    region.push_back(t);
    return true;
  }
  return false;
}

/// Leaves out of the region what the theorem does not need.
void Backward::reduce(Found& found) {
  for (std::vector<Term>& region : found.claim.region)
    for (std::size_t at = region.size(); at-- > 0;) {
      Term atom = region[at];
      region.erase(region.begin() + static_cast<std::ptrdiff_t>(at));
      auto bounds = tools_.theorems.fin(found.loop, found.claim);
      if (bounds && tools_.theorems.theorem_1(found.loop, found.claim))
        found.bounds = *bounds;
      else
        region.insert(region.begin() + static_cast<std::ptrdiff_t>(at), atom);
    }
}

/// From one state behind the leap on with theorem 2; if that leads nowhere, over the next leap like this.
bool Backward::go_on(std::size_t k, const Found& found, const Reached& before) {
  const Claim& claim = found.claim;
  Reached behind{exit_of(k), claim.region[claim.exit_place], before.known};
  behind.states.push_back(claim.exit);
  for (Term t : before.states)
    if (std::ranges::none_of(variables_of(t),
                             [&](VarId v) { return found.loop.changed.contains(v); }))
      behind.states.push_back(t);
  std::vector<VarId> kept = found.loop.kept(program_, claim.exit_place);
  for (VarId v : found.loop.changed)
    if (std::ranges::find(kept, v) == kept.end()) behind.known.erase(v);
  std::size_t reached = chain_.reached.size();
  std::size_t number = effects_.add({to_evidence(program_, found), found.loop.changed});
  chain_.reached.push_back(
      {{behind.at.procedure, behind.at.location, terms_.conj(behind.states)}, {}, number});
  Skeleton tail;
  auto offset = static_cast<std::ptrdiff_t>(k + 1);
  tail.segments.assign(skeleton_->segments.begin() + offset, skeleton_->segments.end());
  tail.leaps.assign(skeleton_->leaps.begin() + offset, skeleton_->leaps.end());
  tail.end = skeleton_->end;
  Search search(tools_);
  if (search.run(tail, one_of(behind))) {
    changed_.insert(found.loop.changed.begin(), found.loop.changed.end());
    chain_.values = search.values();
    chain_.way = search.way();
    return true;
  }
  if (from(k + 1, one_of(behind))) {
    changed_.insert(found.loop.changed.begin(), found.loop.changed.end());
    return true;
  }
  chain_.reached.resize(reached);
  return false;
}

/// What the leaps do not change has the values that were chosen behind them.
std::vector<evidence::LeapChain> Backward::rehearsals(const evidence::LeapChain& chain) const {
  Begin begin = start_of(effects_);
  Effect first = begin.effect;
  effects_.extend(first, skeleton_->segments.front(), {});
  std::vector<Term> conditions = together(first);
  for (const auto& [v, value] : chain.values) {
    Term chosen = first.after.value(program_, v);
    if (changed_.contains(v) || !chosen.type().is_integer()) continue;
    conditions.push_back(terms_.eq(chosen, terms_.constant(chosen.type(), value)));
  }
  std::vector<evidence::LeapChain> result;
  while (result.size() < most_rehearsals && tools_.theorems.possible(conditions)) {
    evidence::LeapChain& next = result.emplace_back();
    next.leaps = chain.leaps;
    std::vector<Term> same;
    auto value_of = [&](Term t) {
      Integer value = tools_.theorems.session().value(t).value_or(0);
      Term constant =
          t.type().is_bool() ? terms_.truth(value != 0) : terms_.constant(t.type(), value);
      same.push_back(terms_.eq(t, constant));
      return constant;
    };
    for (const auto& [v, value] : begin.free)
      next.values.emplace_back(v, value_of(value).value());
    for (const Input& input : first.inputs)
      next.way.choices.push_back(value_of(input.value));
    next.way.choices.insert(
        next.way.choices.end(), chain.way.choices.begin(), chain.way.choices.end());
    conditions.push_back(terms_.negate(terms_.conj(same)));
  }
  return result;
}

Begin Backward::one_of(const Reached& reached) const {
  Begin begin;
  begin.effect = anywhere(
      effects_, reached.at, [&](VarId v) { return reached.known.contains(v); }, begin.free);
  begin.effect.conditions.clear();
  for (Term t : reached.states)
    begin.effect.conditions.push_back(begin.effect.after.apply(program_, t));
  return begin;
}

} // namespace kleene::engine::leap
