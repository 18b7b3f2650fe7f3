// SPDX-License-Identifier: Apache-2.0
#include "search.h"

#include "kleene/domain/atoms.h"

#include <algorithm>

namespace kleene::engine::leap {
namespace {

constexpr std::size_t most_tries = 160; ///< of regions, per skeleton
constexpr std::size_t most_policies = 16;
constexpr std::size_t most_predicates = 8;
constexpr std::size_t most_shrinkings = 5;

Spot start_of_step(const ir::Program& program, const Way::Item& first) {
  return {first.procedure, program.procedure(first.procedure).edges[first.edge].from, {}};
}

/// The environment chooses something in a step.
bool asks(const std::vector<Loop>& loops) {
  return std::ranges::any_of(loops, [](const Loop& loop) {
    return std::ranges::any_of(loop.steps, [](const Step& s) { return !s.effect.inputs.empty(); });
  });
}

/// What the loop cannot change.
std::vector<Term>
stable_facts(const Tools& tools, const Site& site, const std::vector<Term>& facts) {
  std::set<VarId> written = tools.ways.written(site);
  std::vector<Term> stable;
  for (Term t : facts)
    if (std::ranges::none_of(variables_of(t), [&](VarId v) { return written.contains(v); }))
      stable.push_back(t);
  return stable;
}

/// What variables were at the entry.
std::vector<Term> entry_predicates(const std::vector<Term>& facts) {
  std::vector<Term> found;
  for (Term t : facts)
    if (t.op() == Op::Eq && t.arg(1).arity() == 0 && found.size() < most_predicates)
      found.push_back(t);
  return found;
}

std::vector<Term> guard_predicates(Effects& effects,
                                   const std::vector<Items>& paths,
                                   const std::vector<Spot>& starts) {
  std::vector<Term> found;
  for (std::size_t i = 0; i < paths.size(); ++i)
    for (Term t : effects.run(paths[i], starts[i], {}, {}).conditions)
      for (Term atom : domain::atoms_of(effects.terms(), t)) {
        bool known = std::ranges::all_of(variables_of(atom),
                                         [&](VarId v) { return effects.is_program_variable(v); });
        bool is_new = std::ranges::find(found, atom) == found.end();
        if (known && is_new && found.size() < most_predicates) found.push_back(atom);
      }
  return found;
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
  return {at.site.procedure, at.exit, at.site.recursion ? std::vector<Frame>() : at.at.frames};
}

/// Tries ways to choose what is asked on the edges behind the leap.
bool Search::leap(std::size_t k, const Effect& chain) {
  Spot exit = exit_of(k);
  Segment& next = segments_[k + 1];
  for (const Policy& policy : policies(effects_, {next.items}, {exit}, {}, most_policies)) {
    next.policy = policy;
    Effect rest = effects_.run(next.items, exit, {}, chooser(next.policy));
    if (std::ranges::any_of(rest.conditions, [&](Term t) { return mentions(rest, t); })) continue;
    if (!theorems_->possible(rest.conditions)) continue;
    if (leap_to(k, chain, rest)) return true;
  }
  return false;
}

/// Tries schedules inside the loop.
bool Search::leap_to(std::size_t k, const Effect& chain, const Effect& rest) {
  const Skeleton::Leap& at = skeleton_->leaps[k];
  std::vector<Term> facts = facts_at(chain, effects_, theorems_->integers()).known;
  for (Split split : {Split::ByEntry, Split::ByGuards}) {
    std::vector<Loop> loops = scheduled(tools_, at.site, facts, split, most_policies);
    for (bool congruences : {false, true})
      for (bool round : {false, true})
        for (const Loop& loop : loops) {
          tools_.budget.check();
          congruences_ = congruences;
          bool done = round ? after_a_round(k, chain, rest, loop) : schedule(k, chain, rest, loop);
          if (done) return true;
          if (tries_ >= most_tries) return false;
        }
    if (!asks(loops)) return false;
  }
  return false;
}

std::vector<Loop> Search::scheduled(const Tools& tools,
                                    const Site& site,
                                    const std::vector<Term>& facts,
                                    Split split,
                                    std::size_t most) {
  const ir::Program& program = tools.problem.program;
  std::optional<std::vector<Skeleton>> paths = tools.ways.steps(site);
  if (!paths) return {};
  std::vector<Items> plain;
  std::vector<Spot> starts;
  std::vector<Way> over_loops;
  std::vector<Term> stable;
  for (const Skeleton& path : *paths) {
    if (path.leaps.empty()) {
      plain.push_back(path.segments[0]);
      starts.push_back(start_of_step(program, plain.back().front()));
      continue;
    }
    if (stable.empty()) stable = stable_facts(tools, site, facts);
    if (std::optional<Way> way = inside(tools, path, stable)) over_loops.push_back(*way);
  }
  std::vector<Loop> loops;
  std::vector<Term> predicates = entry_predicates(facts);
  if (split == Split::ByGuards) predicates = guard_predicates(tools.effects, plain, starts);
  for (const Policy& policy : policies(tools.effects, plain, starts, predicates, most)) {
    Loop loop;
    loop.site = site;
    auto add = [&](Way way, Effect effect) {
      bool possible = tools.theorems.possible(together(effect));
      loop.add(program, std::move(way), std::move(effect), possible);
    };
    for (std::size_t i = 0; i < plain.size(); ++i) {
      Effect effect = tools.effects.run(plain[i], starts[i], {}, chooser(policy));
      add({plain[i], choices(effect, policy)}, effect);
    }
    for (const Way& way : over_loops)
      add(way,
          tools.effects.run(
              way.items, start_of_step(program, way.items.front()), {}, chooser(way)));
    if (!loop.steps.empty()) loops.push_back(std::move(loop));
  }
  return loops;
}

std::optional<Way>
Search::inside(const Tools& tools, const Skeleton& round, const std::vector<Term>& facts) {
  const Items& first = round.segments.front();
  Spot at = start_of_step(tools.problem.program, first.front());
  Search search(tools);
  if (!search.run(round, any_state(tools.effects, at, facts))) return std::nullopt;
  return search.way();
}

/// Goes round once before the leap: the first state may be one that others lead back to.
bool Search::after_a_round(std::size_t k,
                           const Effect& chain,
                           const Effect& rest,
                           const Loop& loop) {
  const Skeleton::Leap& at = skeleton_->leaps[k];
  if (at.site.recursion) return false;
  bool free = k == 0 && one_state_;
  Segment before = segments_[k];
  Effect first = first_;
  for (const Step& s : loop.steps) {
    bool returns = at.site.places[s.from] == at.entry && at.site.places[s.to] == at.entry;
    if (!returns || !s.effect.given.empty()) continue;
    Effect longer = chain;
    Policy policy;
    for (std::size_t i = 0; i < s.effect.inputs.size(); ++i) {
      const Input& input = s.effect.inputs[i];
      policy[{input.edge.procedure, input.edge.edge, input.variable}] = s.way.choices[i];
    }
    effects_.extend(longer, s.way.items, free ? Chooser() : chooser(policy));
    std::vector<Term> added(longer.conditions.begin()
                                + static_cast<std::ptrdiff_t>(chain.conditions.size()),
                            longer.conditions.end());
    bool taken = free ? theorems_->possible(longer.conditions)
                      : theorems_->valid(chain.conditions, terms_.conj(added));
    if (!taken) continue;
    Segment& segment = segments_[k];
    segment.items.insert(segment.items.end(), s.way.items.begin(), s.way.items.end());
    segment.policy.insert(policy.begin(), policy.end());
    if (k == 0) first_ = longer;
    if (schedule(k, longer, rest, loop)) return true;
    segments_[k] = before;
    first_ = first;
  }
  return false;
}

/// Tries the entry as it is, only where the loop goes round at least once, for one choice of what does not
/// change, and for a single state.
bool Search::schedule(std::size_t k, const Effect& chain, const Effect& rest, Loop loop) {
  std::vector<Term> facts = facts_at(chain, effects_, theorems_->integers()).known;
  loop.find_relevant(effects_, rest.conditions, facts);
  Found found;
  found.loop = std::move(loop);
  const Skeleton::Leap& at = skeleton_->leaps[k];
  found.claim.entry_place = found.loop.place(at.entry);
  found.claim.exit_place = found.loop.place(at.exit);
  found.claim.exit = terms_.conj(rest.conditions);
  for (Term t : facts)
    if (over(found.loop.relevant, t)) found.claim.entry.push_back(t);
  std::vector<Term> rounds;
  for (const Step& s : found.loop.steps)
    if (s.from == found.claim.entry_place) rounds.push_back(terms_.conj(s.effect.conditions));
  Term enters = terms_.disj(rounds);
  Term yes = terms_.truth(true);
  bool narrower = over(found.loop.relevant, enters);
  if (!fix_ && with_region(k, chain, rest, found, yes)) return true;
  if (!fix_ && narrower && with_region(k, chain, rest, found, enters)) return true;
  if (!one_state_) return false;
  Term fixed = fixed_values(chain, found.loop, false);
  for (Term t : conjuncts(terms_, {fixed}))
    fixed_.insert(t);
  if ((fix_ || !fixed.is_true()) && with_region(k, chain, rest, found, fixed)) return true;
  if (fix_ && narrower && with_region(k, chain, rest, found, terms_.conj(fixed, enters)))
    return true;
  if (k > 0) return false;
  Term start = fixed_values(chain, found.loop, true);
  return start != fixed && with_region(k, chain, rest, found, start);
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

bool Search::with_region(
    std::size_t k, const Effect& chain, const Effect& rest, Found found, Term extra) {
  if (++tries_ > most_tries) return false;
  if (!extra.is_true())
    for (Term t : conjuncts(terms_, {extra}))
      found.claim.entry.push_back(t);
  if (!theorems_->possible(found.claim.entry)) return false;
  RegionHints hints{found.claim.entry, rest.conditions, &tools_.invariants, congruences_, false};
  std::vector<Term> candidates = region_candidates(found.loop, hints, effects_);
  if (!find_region(found.loop, candidates, *theorems_, found.claim)) return false;
  auto bounds = theorems_->bounds(found.loop, found.claim);
  if (!bounds || !theorems_->forward(found.loop, found.claim)) return false;
  found.bounds = *bounds;
  std::size_t demands = demands_.size();
  std::vector<Found> before = found_;
  Effect narrower = chain;
  if (!extra.is_true()) {
    if (!fits_before(k, chain, extra)) return false;
    narrower.conditions.push_back(chain.after.apply(program_, extra));
  }
  if (go_on(k, narrower, found)) return true;
  demands_.resize(demands);
  found_ = std::move(before);
  return false;
}

/// A narrower entry: everything that arrives has to be in it. Behind a leap, states that are not may be left
/// out of its exit port if it still leads there.
bool Search::fits_before(std::size_t k, const Effect& chain, Term extra) {
  Term here = chain.after.apply(program_, extra);
  if ((k == 0 && one_state_) || !mentions(chain, here)) {
    demands_.push_back(here);
    return true;
  }
  if (theorems_->valid(together(chain), here)) return true;
  if (k == 0) return true;
  Segment& segment = segments_[k];
  Effect between = effects_.run(segment.items, exit_of(k - 1), {}, chooser(segment.policy));
  Term wanted = between.after.apply(program_, extra);
  if (mentions(between, wanted)) return false;
  Found shrunk = found_[k - 1];
  if (!theorems_->shrink_exit(shrunk, conjuncts(terms_, {wanted}), most_shrinkings)) return false;
  found_[k - 1] = std::move(shrunk);
  return true;
}

/// Behind the leap, everything that it changes is only known to be in the exit port.
bool Search::go_on(std::size_t k, const Effect& chain, const Found& found) {
  found_.resize(k);
  found_.push_back(found);
  Effect next = chain;
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
