// SPDX-License-Identifier: Apache-2.0
#include "endless.h"

#include <algorithm>

#include "scheduled.h"

namespace kleene::engine::leap {
namespace {

constexpr std::size_t most_policies = 8;
constexpr std::size_t most_tries = 16; ///< of sets, per round
constexpr unsigned most_demands = 2;
constexpr std::size_t most_ends = 2; ///< of a stem, under different schedules

bool same(const Way& a, const Way& b) {
  auto same_item = [](const Way::Item& x, const Way::Item& y) {
    return x.procedure == y.procedure && x.edge == y.edge && x.leap == y.leap;
  };
  return a.choices == b.choices && std::ranges::equal(a.items, b.items, same_item);
}

} // namespace

Endless::Endless(const Tools& tools)
    : tools_(tools), program_(tools.problem.program), terms_(tools.effects.terms()) {}

std::optional<evidence::LeapChain> Endless::run(const Site& site) {
  site_ = site;
  auto behind = [&](Search& stem, const Effect& end) { return goes_round(stem, end); };
  for (const Skeleton& skeleton : tools_.ways.to_loop(site)) {
    Search stem(tools_);
    ends_ = 0;
    if (!stem.run(skeleton, start_of(tools_.effects), behind)) continue;
    evidence::LeapChain chain;
    chain.values = stem.values();
    chain.way = stem.way();
    chain.round = evidence::LeapChain::Round{
        {site.procedure, site.places.front(), terms_.conj(states_)}, round_};
    gather_leaps(tools_.effects, chain);
    return chain;
  }
  return std::nullopt;
}

/// Every step of the loop back to its head may be the round.
bool Endless::goes_round(Search& stem, const Effect& end) {
  if (++ends_ > most_ends) return false;
  Facts facts = facts_at(end, tools_.effects, IntegerModel::Math);
  std::vector<Way> tried;
  for (const Loop& loop : scheduled(tools_, site_, facts.known, Split::ByEntry, most_policies))
    for (const Step& step : loop.steps) {
      if (std::ranges::any_of(tried, [&](const Way& w) { return same(w, step.way); })) continue;
      tried.push_back(step.way);
      if (!recurs(step, end, facts)) continue;
      round_ = step.way;
      for (Term t : demands_)
        stem.demand(end.after.apply(program_, t));
      stem.promise(states_);
      return true;
    }
  return false;
}

bool Endless::recurs(const Step& round, const Effect& end, const Facts& facts) {
  Loop loop;
  loop.site = site_;
  loop.add(program_, round.way, round.effect, true);
  loop.find_relevant(tools_.effects, {}, facts.known);
  Claim claim;
  claim.exit = terms_.truth(true);
  for (Term t : facts.known)
    if (over(loop.relevant, t)) claim.entry.push_back(t);
  // Unbounded integers first: only what is found there is asked with machine integers.
  if (!settles(tools_.theorems, loop, end, claim)) return false;
  if (tools_.machine == nullptr || leads_back(*tools_.machine, round, states_)) return true;
  return settles(*tools_.machine, loop, end, claim);
}

/// With what is known anyway; else where the round passes.
bool Endless::settles(Theorems& theorems, const Loop& loop, const Effect& end, const Claim& entry) {
  const Step& round = loop.steps.front();
  tries_ = 0;
  demands_.clear();
  Claim claim = entry;
  bool found = strengthen(theorems, loop, end, claim, 0);
  if (!found) {
    claim = entry;
    for (Term t : conjuncts(terms_, round.effect.conditions))
      if (!mentions(round.effect, t) && !mentions(end, end.after.apply(program_, t)))
        demands_.push_back(t);
    claim.entry.insert(claim.entry.end(), demands_.begin(), demands_.end());
    found = possible_there(theorems, end) && strengthen(theorems, loop, end, claim, most_demands);
  }
  if (!found) return false;
  states_ = claim.region.front();
  reduce(theorems, round, states_);
  return true;
}

bool Endless::possible_there(Theorems& theorems, const Effect& end) const {
  std::vector<Term> conditions = together(end);
  for (Term d : demands_)
    conditions.push_back(end.after.apply(program_, d));
  return theorems.possible(conditions);
}

/// The strongest set that the stem leads into and that rounds keep; where the round does not lead back, what a
/// model lacks is demanded of the stem.
bool Endless::strengthen(
    Theorems& theorems, const Loop& loop, const Effect& end, Claim& claim, unsigned depth) {
  if (++tries_ > most_tries) return false;
  RegionHints hints{claim.entry, {}, &tools_.invariants, false, true};
  std::vector<Term> candidates = region_candidates(loop, hints, tools_.effects);
  if (!find_region(loop, candidates, theorems, claim)) return false;
  if (leads_back(theorems, loop.steps.front(), claim.region.front())) return true;
  if (depth == 0) return false;
  std::vector<Term> lacking;
  for (Term t : candidates)
    if (theorems.session().value(t).value_or(1) == 0) lacking.push_back(t);
  for (Term t : lacking) {
    if (mentions(end, end.after.apply(program_, t))) continue;
    claim.entry.push_back(t);
    demands_.push_back(t);
    if (possible_there(theorems, end) && strengthen(theorems, loop, end, claim, depth - 1))
      return true;
    claim.entry.pop_back();
    demands_.pop_back();
  }
  return false;
}

bool Endless::leads_back(Theorems& theorems, const Step& round, const std::vector<Term>& states) {
  Term back = round.effect.after.apply(program_, terms_.conj(states));
  return theorems.valid(states, along(terms_, round.effect, back));
}

/// Leaves out what the round does not need.
void Endless::reduce(Theorems& theorems, const Step& round, std::vector<Term>& states) {
  for (std::size_t size = std::max<std::size_t>(1, states.size() / 2); size > 0; size /= 2)
    for (std::size_t at = states.size(); at > 0;) {
      std::size_t count = std::min(size, at);
      at -= count;
      std::vector<Term> fewer = states;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(at),
                  fewer.begin() + static_cast<std::ptrdiff_t>(at + count));
      if (leads_back(theorems, round, fewer)) states = std::move(fewer);
    }
}

} // namespace kleene::engine::leap
