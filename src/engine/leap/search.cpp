// SPDX-License-Identifier: Apache-2.0
#include "search.h"

#include <algorithm>

#include "scheduled.h"

namespace kleene::engine::leap {
namespace {

constexpr std::size_t most_tries = 160; ///< of regions, per skeleton
constexpr std::size_t most_policies = 16;
constexpr std::size_t most_shrinkings = 5;

/// The environment chooses something in a step.
bool asks(const std::vector<Loop>& loops) {
  return std::ranges::any_of(loops, [](const Loop& loop) {
    return std::ranges::any_of(loop.steps, [](const Step& s) { return !s.effect.inputs.empty(); });
  });
}

} // namespace

Begin start_of(Effects& effects) {
  const ir::Program& program = effects.program();
  const std::vector<VarId>& parameters = program.procedure(program.entry).parameters;
  auto chosen = [&](VarId v) {
    const ir::Variable& variable = program.variable(v);
    return variable.owner.valid() ? std::ranges::find(parameters, v) != parameters.end()
                                  : !variable.initial;
  };
  Begin begin;
  Spot at{program.entry, program.procedure(program.entry).entry, {}};
  begin.effect = anywhere(effects, at, chosen, begin.free);
  for (VarId g : program.globals)
    if (const ir::Variable& v = program.variable(g); v.initial && is_scalar(v.type))
      begin.effect.after.set(g, *v.initial);
  return begin;
}

Begin any_state(Effects& effects, const Spot& at, const std::vector<Term>& facts) {
  Begin begin;
  begin.one_state = false;
  begin.effect = anywhere(
      effects, at, [](VarId) { return false; }, begin.free);
  for (Term t : facts)
    begin.effect.conditions.push_back(begin.effect.after.apply(effects.program(), t));
  return begin;
}

Search::Search(const Tools& tools)
    : tools_(tools),
      program_(tools.problem.program),
      terms_(tools.effects.terms()),
      effects_(tools.effects),
      theorems_(&tools.theorems) {}

/// The search is done with unbounded integers, for machine integers too: the questions are easier, and what
/// is found there holds with machine integers if nothing overflows; that is asked in the end. It helps
/// to fix the values of variables that do not change.
bool Search::run(const Skeleton& skeleton, const Begin& begin, const Behind& behind) {
  skeleton_ = &skeleton;
  fix_ = tools_.machine != nullptr && begin.one_state && !skeleton.leaps.empty();
  if (attempt(begin, behind)) return true;
  if (!fix_) return false;
  fix_ = false;
  return attempt(begin, behind);
}

bool Search::attempt(const Begin& begin, const Behind& behind) {
  fixed_.clear();
  segments_.clear();
  for (const Items& items : skeleton_->segments)
    segments_.push_back({items, {}});
  found_.clear();
  demands_.clear();
  promises_.clear();
  free_ = begin.free;
  one_state_ = begin.one_state;
  behind_ = behind;
  tries_ = 0;
  try {
    return from_first(begin) && finish();
  } catch (const NotCovered&) {
    return false;
  }
}

/// Where one state is enough, what is asked on the first edges is chosen in the end.
bool Search::from_first(const Begin& begin) {
  Segment& first = segments_[0];
  std::vector<Policy> tried{{}};
  if (!one_state_) tried = policies(effects_, {first.items}, {begin.effect.end}, {}, most_policies);
  for (Policy& policy : tried) {
    first.policy = std::move(policy);
    first_ = begin.effect;
    effects_.extend(first_, first.items, chooser(first.policy));
    if (!theorems_->possible(together(first_))) continue;
    Effect chain = first_;
    bool done = skeleton_->leaps.empty() ? !behind_ || behind_(*this, chain) : leap(0, chain);
    if (done) return true;
  }
  return false;
}

Spot Search::exit_of(std::size_t k) const {
  const Skeleton::Leap& at = skeleton_->leaps[k];
  return {at.site.procedure, at.exit, at.site.recursion ? std::vector<OpenCall>() : at.at.frames};
}

/// What is chosen behind the loop decides its exit port.
bool Search::leap(std::size_t k, const Effect& before) {
  Spot exit = exit_of(k);
  Segment& next = segments_[k + 1];
  for (const Policy& policy : policies(effects_, {next.items}, {exit}, {}, most_policies)) {
    next.policy = policy;
    Effect behind = effects_.run(next.items, exit, {}, chooser(next.policy));
    bool sure =
        std::ranges::none_of(behind.conditions, [&](Term t) { return mentions(behind, t); });
    if (sure && theorems_->possible(behind.conditions) && any_schedule({k, before, behind}))
      return true;
  }
  return false;
}

/// What is chosen inside the loop decides its steps. Congruences and a round before the leap are tried last.
bool Search::any_schedule(const Gap& gap) {
  const Site& site = skeleton_->leaps[gap.k].site;
  std::vector<Term> facts = facts_at(gap.before, effects_, theorems_->integers()).known;
  for (Split split : {Split::ByEntry, Split::ByGuards}) {
    std::vector<Loop> loops = scheduled(tools_, site, facts, split, most_policies);
    for (bool congruences : {false, true})
      for (bool round : {false, true})
        for (const Loop& loop : loops) {
          tools_.budget.check();
          congruences_ = congruences;
          if (round ? after_a_round(gap, loop) : any_entry(gap, loop)) return true;
          if (tries_ >= most_tries) return false;
        }
    if (!asks(loops)) return false;
  }
  return false;
}

/// Goes round once before the leap: the first state may be one that others lead back to.
bool Search::after_a_round(const Gap& gap, const Loop& loop) {
  const Skeleton::Leap& at = skeleton_->leaps[gap.k];
  if (at.site.recursion) return false;
  bool free = gap.k == 0 && one_state_;
  Segment& segment = segments_[gap.k];
  const Segment as_it_was = segment;
  const Effect first = first_;
  for (const Step& s : loop.steps) {
    bool returns = at.site.places[s.from] == at.entry && at.site.places[s.to] == at.entry;
    if (!returns || !s.effect.given.empty()) continue;
    Policy policy;
    for (std::size_t i = 0; i < s.effect.inputs.size(); ++i) {
      const Input& input = s.effect.inputs[i];
      policy[{input.edge.procedure, input.edge.edge, input.variable}] = s.way.choices[i];
    }
    Effect longer = gap.before;
    effects_.extend(longer, s.way.items, free ? Chooser() : chooser(policy));
    auto old = static_cast<std::ptrdiff_t>(gap.before.conditions.size());
    std::vector<Term> added(longer.conditions.begin() + old, longer.conditions.end());
    bool taken = free ? theorems_->possible(longer.conditions)
                      : theorems_->valid(gap.before.conditions, terms_.conj(added));
    if (!taken) continue;
    segment.items.insert(segment.items.end(), s.way.items.begin(), s.way.items.end());
    segment.policy.insert(policy.begin(), policy.end());
    if (gap.k == 0) first_ = longer;
    if (any_entry({gap.k, longer, gap.behind}, loop)) return true;
    segment = as_it_was;
    first_ = first;
  }
  return false;
}

/// e: what is known at the entry. x: what the edges behind the loop ask for.
Found Search::ports(const Gap& gap, Loop loop) {
  std::vector<Term> facts = facts_at(gap.before, effects_, theorems_->integers()).known;
  loop.find_relevant(effects_, gap.behind.conditions, facts);
  const Skeleton::Leap& at = skeleton_->leaps[gap.k];
  Found found;
  found.loop = std::move(loop);
  found.claim.entry_place = found.loop.place(at.entry);
  found.claim.exit_place = found.loop.place(at.exit);
  found.claim.exit = terms_.conj(gap.behind.conditions);
  for (Term t : facts)
    if (over(found.loop.relevant, t)) found.claim.entry.push_back(t);
  return found;
}

/// Entry ports, widest first: all that arrives, only where the loop goes round at least once, one choice of what
/// does not change, a single state.
bool Search::any_entry(const Gap& gap, Loop loop) {
  const Found ports = this->ports(gap, std::move(loop));
  std::vector<Term> rounds;
  for (const Step& s : ports.loop.steps)
    if (s.from == ports.claim.entry_place) rounds.push_back(terms_.conj(s.effect.conditions));
  Term all = terms_.truth(true);
  Term enters = terms_.disj(rounds);
  bool can_say = over(ports.loop.relevant, enters);
  if (!fix_ && with_entry(gap, ports, all)) return true;
  if (!fix_ && can_say && with_entry(gap, ports, enters)) return true;
  if (!one_state_) return false;
  Term fixed = fixed_values(gap.before, ports.loop, false);
  for (Term t : conjuncts(terms_, {fixed}))
    fixed_.insert(t);
  if ((fix_ || !fixed.is_true()) && with_entry(gap, ports, fixed)) return true;
  if (fix_ && can_say && with_entry(gap, ports, terms_.conj(fixed, enters))) return true;
  if (gap.k > 0) return false;
  Term state = fixed_values(gap.before, ports.loop, true);
  return state != fixed && with_entry(gap, ports, state);
}

/// One value for each variable, if the environment chose it before the first leap; of those that the loop
/// changes only if so wished.
Term Search::fixed_values(const Effect& chain, const Loop& loop, bool changed) {
  std::vector<Term> asked = asked_first();
  std::vector<Term> conditions = together(chain);
  conditions.insert(conditions.end(), demands_.begin(), demands_.end());
  if (!choose_small(conditions, asked)) return terms_.truth(true);
  Substitution chosen(terms_);
  for (std::size_t i = 0; i < asked.size(); ++i)
    chosen.add(asked[i].variable(), values_[i]);
  std::vector<Term> fixed;
  symbolic::Simplifier simplifier(terms_, theorems_->integers());
  for (VarId v : loop.relevant) {
    if (!changed && loop.changed.contains(v)) continue;
    Term value = tidy(simplifier, chosen(chain.after.value(program_, v)));
    if (value.is_constant() && !chain.after.value(program_, v).is_constant())
      fixed.push_back(terms_.eq(effects_.variable(v), value));
  }
  return terms_.conj(fixed);
}

/// The leap from a narrower entry port, and the rest of the chain behind it.
bool Search::with_entry(const Gap& gap, const Found& ports, Term narrower) {
  if (++tries_ > most_tries) return false;
  Found found = ports;
  if (!narrower.is_true())
    for (Term t : conjuncts(terms_, {narrower}))
      found.claim.entry.push_back(t);
  if (!theorem_2(gap, found)) return false;
  const std::size_t demands = demands_.size();
  const std::vector<Found> leaps = found_;
  Effect before = gap.before;
  if (!narrower.is_true()) {
    if (!fits_before(gap, narrower)) return false;
    before.conditions.push_back(before.after.apply(program_, narrower));
  }
  if (go_on(gap.k, before, found)) return true;
  demands_.resize(demands);
  found_ = leaps;
  return false;
}

/// e -> x by theorem 2, for e != 0 and the strongest region a that e lies in and the steps keep.
bool Search::theorem_2(const Gap& gap, Found& found) {
  Claim& claim = found.claim;
  if (!theorems_->possible(claim.entry)) return false;
  RegionHints hints{claim.entry, gap.behind.conditions, &tools_.invariants, congruences_, false};
  std::vector<Term> candidates = region_candidates(found.loop, hints, effects_);
  if (!find_region(found.loop, candidates, *theorems_, claim)) return false;
  auto bounds = theorems_->fin(found.loop, claim);
  if (!bounds || !theorems_->theorem_2(found.loop, claim)) return false;
  found.bounds = *bounds;
  return true;
}

/// Everything that arrives has to be in the narrower entry port. Behind a leap, states that are not may be
/// left out of its exit port if theorem 2 holds without them.
bool Search::fits_before(const Gap& gap, Term narrower) {
  const std::size_t k = gap.k;
  Term here = gap.before.after.apply(program_, narrower);
  if ((k == 0 && one_state_) || !mentions(gap.before, here)) {
    demands_.push_back(here);
    return true;
  }
  if (theorems_->valid(together(gap.before), here)) return true;
  if (k == 0) return true;
  Segment& segment = segments_[k];
  Effect between = effects_.run(segment.items, exit_of(k - 1), {}, chooser(segment.policy));
  Term wanted = between.after.apply(program_, narrower);
  if (mentions(between, wanted)) return false;
  Found shrunk = found_[k - 1];
  if (!theorems_->shrink_exit(shrunk, conjuncts(terms_, {wanted}), most_shrinkings)) return false;
  found_[k - 1] = std::move(shrunk);
  return true;
}

/// Behind the leap, everything that it changes is only known to be in the exit port.
bool Search::go_on(std::size_t k, const Effect& before, const Found& found) {
  found_.resize(k);
  found_.push_back(found);
  Effect next = before;
  for (VarId v : found.loop.changed) {
    next.unknowns.push_back(effects_.fresh()(program_.variable(v).type));
    next.after.set(v, next.unknowns.back());
  }
  next.end = exit_of(k);
  for (Term t : found.claim.region[found.claim.exit_place])
    next.conditions.push_back(next.after.apply(program_, t));
  effects_.extend(next, segments_[k + 1].items, chooser(segments_[k + 1].policy));
  if (!theorems_->possible(together(next))) return false;
  if (k + 1 < skeleton_->leaps.size()) return leap(k + 1, next);
  return !behind_ || behind_(*this, next);
}

} // namespace kleene::engine::leap
