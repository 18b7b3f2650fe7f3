// SPDX-License-Identifier: Apache-2.0
#include "search.h"

#include "kleene/domain/atoms.h"
#include "kleene/symbolic/simplifier.h"

#include <algorithm>

namespace kleene::engine::leap {
namespace {

constexpr std::size_t most_tries = 160; ///< of regions, per skeleton
constexpr std::size_t most_policies = 16;
constexpr std::size_t most_predicates = 8;

/// The term with everything computed that is known.
Term tidy(symbolic::Simplifier& simplifier, Term root) {
  std::unordered_map<Term, Term> done;
  for_each_subterm(root, [&](Term t) {
    std::vector<Term> args;
    for (Term a : t.args())
      args.push_back(done.at(a));
    done[t] = args.empty() ? t : simplifier.rebuild(t, args);
  });
  return done.at(root);
}

/// A comparison with the least or greatest value of a type: says nothing about a chosen value.
bool is_range_of_type(Term t) {
  while (t.op() == Op::Not)
    t = t.arg(0);
  if (t.op() != Op::Le && t.op() != Op::Lt) return false;
  return std::ranges::any_of(t.args(), [](Term side) {
    return side.is_constant() && side.type().is_machine()
           && (side.value() == min_value(side.type()) || side.value() == max_value(side.type()));
  });
}

bool mentions(const Effect& effect, Term t) {
  std::vector<VarId> used = variables_of(t);
  return std::ranges::any_of(
      effect.unknowns, [&](Term u) { return std::ranges::find(used, u.variable()) != used.end(); });
}

} // namespace

Search::Search(const evidence::Problem& problem,
               Effects& effects,
               Ways& ways,
               Theorems& theorems,
               Theorems* machine,
               const analysis::Invariants& invariants,
               Budget& budget)
    : problem_(problem),
      program_(problem.program),
      terms_(effects.terms()),
      effects_(effects),
      ways_(ways),
      theorems_(&theorems),
      machine_(machine),
      invariants_(invariants),
      budget_(budget) {}

/// Every variable has a value of its own: nothing in the terms of the chain is a variable of the program.
Effect Search::start() {
  Effect effect;
  effect.end = {program_.entry, program_.procedure(program_.entry).entry, {}};
  free_.clear();
  const std::vector<VarId>& parameters = program_.procedure(program_.entry).parameters;
  for (std::size_t i = 0; i < program_.variables.size(); ++i) {
    const ir::Variable& v = program_.variables[i];
    if (!is_scalar(v.type)) continue;
    if (!v.owner.valid() && v.initial) {
      effect.after.set(VarId(i), *v.initial);
      continue;
    }
    Term value = effects_.fresh()(v.type);
    effect.after.set(VarId(i), value);
    bool chosen = !v.owner.valid() || std::ranges::find(parameters, VarId(i)) != parameters.end();
    if (!chosen) {
      effect.unknowns.push_back(value);
      continue;
    }
    free_.emplace_back(VarId(i), value);
    if (v.type.is_machine() && v.type.is_signed()) {
      effect.conditions.push_back(terms_.le(terms_.constant(v.type, min_value(v.type)), value));
      effect.conditions.push_back(terms_.le(value, terms_.constant(v.type, max_value(v.type))));
    }
  }
  return effect;
}

/// The search is done with unbounded integers, for machine integers too: the questions are easier, and what
/// is found there holds with machine integers if nothing overflows; that is asked in the end. It helps
/// to fix the values of variables that do not change.
std::optional<evidence::LeapChain> Search::run(const Skeleton& skeleton) {
  fix_ = machine_ != nullptr;
  std::optional<evidence::LeapChain> chain = attempt(skeleton);
  if (chain || machine_ == nullptr) return chain;
  fix_ = false;
  return attempt(skeleton);
}

std::optional<evidence::LeapChain> Search::attempt(const Skeleton& skeleton) {
  skeleton_ = &skeleton;
  fixed_.clear();
  segments_.clear();
  for (const Items& items : skeleton.segments)
    segments_.push_back({items, {}});
  found_.clear();
  demands_.clear();
  tries_ = 0;
  try {
    Effect chain = start();
    effects_.extend(chain, segments_[0].items, {});
    first_ = chain;
    if (!theorems_->possible(chain.conditions) || !leap(0, chain)) return std::nullopt;
    return finish();
  } catch (const NotCovered&) {
    return std::nullopt;
  }
}

/// Tries ways to choose what is asked on the edges behind the leap.
bool Search::leap(std::size_t k, const Effect& chain) {
  const Skeleton::Leap& at = skeleton_->leaps[k];
  std::vector<Frame> frames = at.site.recursion ? std::vector<Frame>() : at.at.frames;
  Spot exit{at.site.procedure, at.exit, frames};
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
  std::optional<std::vector<Items>> paths = ways_.steps(at.site);
  if (!paths || paths->empty()) return false;
  std::vector<Spot> starts;
  for (const Items& p : *paths)
    starts.push_back({p.front().procedure,
                      program_.procedure(p.front().procedure).edges[p.front().edge].from,
                      {}});
  std::vector<Term> predicates;
  for (Term t : entry_facts(chain)) {
    bool equality = t.op() == Op::Eq && t.arg(1).arity() == 0;
    if (equality && predicates.size() < most_predicates) predicates.push_back(t);
  }
  std::vector<Loop> loops;
  for (const Policy& policy : policies(effects_, *paths, starts, predicates, most_policies))
    if (Loop loop = loop_of(at, *paths, policy); !loop.steps.empty()) loops.push_back(loop);
  for (bool congruences : {false, true})
    for (bool round : {false, true})
      for (const Loop& loop : loops) {
        budget_.check();
        congruences_ = congruences;
        bool done = round ? after_a_round(k, chain, rest, loop) : schedule(k, chain, rest, loop);
        if (done) return true;
        if (tries_ >= most_tries) return false;
      }
  return false;
}

/// Goes round once before the leap: the first state may be one that others lead back to.
bool Search::after_a_round(std::size_t k,
                           const Effect& chain,
                           const Effect& rest,
                           const Loop& loop) {
  const Skeleton::Leap& at = skeleton_->leaps[k];
  if (at.site.recursion) return false;
  Segment before = segments_[k];
  Effect first = first_;
  for (const Step& s : loop.steps) {
    bool returns = at.site.places[s.from] == at.entry && at.site.places[s.to] == at.entry;
    if (!returns) continue;
    Effect longer = chain;
    Policy policy;
    for (std::size_t i = 0; i < s.effect.inputs.size(); ++i) {
      const Input& input = s.effect.inputs[i];
      policy[{input.edge.procedure, input.edge.edge, input.variable}] = s.way.choices[i];
    }
    effects_.extend(longer, s.way.items, k == 0 ? Chooser() : chooser(policy));
    std::vector<Term> added(longer.conditions.begin()
                                + static_cast<std::ptrdiff_t>(chain.conditions.size()),
                            longer.conditions.end());
    bool taken = k == 0 ? theorems_->possible(longer.conditions)
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

Loop Search::loop_of(const Skeleton::Leap& at,
                     const std::vector<Items>& paths,
                     const Policy& policy) {
  Loop loop;
  loop.site = at.site;
  auto place = [&](ir::LocId l) {
    return static_cast<std::size_t>(std::ranges::find(at.site.places, l) - at.site.places.begin());
  };
  for (const Items& items : paths) {
    ir::LocId from = program_.procedure(items.front().procedure).edges[items.front().edge].from;
    Effect effect = effects_.run(items, {items.front().procedure, from, {}}, {}, chooser(policy));
    for (const auto& [v, value] : effect.after.values())
      loop.changed.insert(v);
    if (!theorems_->possible(effect.conditions)) continue;
    Way way{items, choices(effect, policy)};
    loop.steps.push_back({place(from), place(effect.end.location), way, std::move(effect)});
  }
  return loop;
}

/// What the conditions of steps and of the exit read, and whatever that is computed from.
void Search::find_relevant(Loop& loop, const Effect& rest, const std::vector<Term>& entry) const {
  std::vector<VarId> work;
  auto read = [&](Term t) {
    for (VarId v : variables_of(t))
      if (effects_.is_program_variable(v) && loop.relevant.insert(v).second) work.push_back(v);
  };
  for (const Step& s : loop.steps)
    for (Term t : s.effect.conditions)
      read(t);
  for (Term t : rest.conditions)
    read(t);
  while (!work.empty()) {
    VarId v = work.back();
    work.pop_back();
    for (const Step& s : loop.steps)
      read(s.effect.after.value(program_, v));
  }
  std::set<VarId> beside;
  for (Term t : entry) {
    std::vector<VarId> used = variables_of(t);
    bool touches = std::ranges::any_of(used, [&](VarId v) { return loop.relevant.contains(v); });
    if (touches)
      for (VarId v : used)
        if (!loop.changed.contains(v)) beside.insert(v);
  }
  loop.relevant.insert(beside.begin(), beside.end());
}

/// What is known at the end of the chain, over the variables of the program: values that nobody wrote into
/// one of them are eliminated where that is easy, otherwise what rests on them is left out.
std::vector<Term> Search::entry_facts(const Effect& chain) const {
  std::unordered_map<VarId, Term> names;
  std::vector<std::pair<VarId, Term>> equations;
  for (const auto& [v, value] : chain.after.values()) {
    ir::ProcId owner = program_.variable(v).owner;
    bool visible =
        !owner.valid() || owner == chain.end.procedure
        || std::ranges::any_of(chain.end.frames, [&](const Frame& f) { return f.caller == owner; });
    if (!visible || !is_scalar(program_.variable(v).type)) continue;
    bool fresh = value.is_variable() && !names.contains(value.variable());
    if (fresh)
      names[value.variable()] = effects_.variable(v);
    else
      equations.emplace_back(v, value);
  }
  auto renamed = [&](Term t) { return Substitution(terms_, names)(t); };
  for (const auto& [v, value] : equations) {
    Term equation = terms_.eq(effects_.variable(v), renamed(value));
    for (VarId used : variables_of(equation)) {
      if (effects_.is_program_variable(used) || names.contains(used)) continue;
      Term open = terms_.variable(used, equation.arg(0).type());
      Term solved = domain::solution(terms_, equation, open, 0);
      if (solved.null()) continue;
      names[used] = solved;
      for (auto& [name, term] : names)
        term = Substitution(terms_, {{used, solved}})(term);
      break;
    }
  }
  std::vector<Term> facts;
  for (const auto& [v, value] : equations)
    facts.push_back(terms_.eq(effects_.variable(v), renamed(value)));
  for (Term t : chain.conditions)
    facts.push_back(renamed(t));
  std::vector<Term> result;
  symbolic::Simplifier simplifier(terms_, theorems_->integers());
  for (Term t : conjuncts(terms_, facts)) {
    bool known = std::ranges::all_of(variables_of(t),
                                     [&](VarId v) { return effects_.is_program_variable(v); });
    if (!known) continue;
    Term simple = tidy(simplifier, t);
    bool says_something =
        !domain::normal_atom(terms_, simple, theorems_->integers()).atom.is_constant();
    if (says_something && !is_range_of_type(simple)) result.push_back(simple);
  }
  return result;
}

std::vector<Term> Search::project(const Effect& chain, const Loop& loop) const {
  std::vector<Term> result;
  for (Term t : entry_facts(chain))
    if (over(loop.relevant, t)) result.push_back(t);
  return result;
}

/// Tries the entry as it is, only where the loop goes round at least once, and for one choice of what does
/// not change.
bool Search::schedule(std::size_t k, const Effect& chain, const Effect& rest, Loop loop) {
  find_relevant(loop, rest, entry_facts(chain));
  Found found;
  found.loop = std::move(loop);
  const Skeleton::Leap& at = skeleton_->leaps[k];
  auto place = [&](ir::LocId l) {
    return static_cast<std::size_t>(std::ranges::find(at.site.places, l) - at.site.places.begin());
  };
  found.claim.entry_place = place(at.entry);
  found.claim.exit_place = place(at.exit);
  found.claim.exit = terms_.conj(rest.conditions);
  found.claim.entry = project(chain, found.loop);
  std::vector<Term> rounds;
  for (const Step& s : found.loop.steps)
    if (s.from == found.claim.entry_place) rounds.push_back(terms_.conj(s.effect.conditions));
  Term enters = terms_.disj(rounds);
  Term yes = terms_.truth(true);
  bool narrower = over(found.loop.relevant, enters);
  if (!fix_ && with_region(k, chain, rest, found, yes)) return true;
  if (!fix_ && narrower && with_region(k, chain, rest, found, enters)) return true;
  Term fixed = fixed_parameters(chain, found.loop);
  if (fixed.is_true() && !fix_) return false;
  for (Term t : conjuncts(terms_, {fixed}))
    fixed_.insert(t);
  if (with_region(k, chain, rest, found, fixed)) return true;
  return fix_ && narrower && with_region(k, chain, rest, found, terms_.conj(fixed, enters));
}

/// One value for each variable that the loop does not change, if the environment chose it before the first
/// leap.
Term Search::fixed_parameters(const Effect& chain, const Loop& loop) {
  std::vector<Term> asked = asked_first();
  std::vector<Term> conditions = chain.conditions;
  conditions.insert(conditions.end(), demands_.begin(), demands_.end());
  if (!choose_small(conditions, asked, values_)) return terms_.truth(true);
  Substitution chosen(terms_);
  for (std::size_t i = 0; i < asked.size(); ++i)
    chosen.add(asked[i].variable(), values_[i]);
  std::vector<Term> fixed;
  symbolic::Simplifier simplifier(terms_, theorems_->integers());
  for (VarId v : loop.relevant) {
    if (loop.changed.contains(v)) continue;
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
  RegionHints hints{found.claim.entry, rest.conditions, &invariants_, congruences_};
  std::vector<Term> candidates = region_candidates(found.loop, hints, effects_);
  if (!find_region(found.loop, candidates, *theorems_, found.claim)) return false;
  auto bounds = theorems_->bounds(found.loop, found.claim);
  if (!bounds || !theorems_->forward(found.loop, found.claim)) return false;
  found.bounds = *bounds;
  std::size_t demands = demands_.size();
  if (!extra.is_true() && !fits_before(k, chain, extra)) return false;
  if (go_on(k, chain, found)) return true;
  demands_.resize(demands);
  return false;
}

/// A narrower entry: everything that arrives has to be in it.
bool Search::fits_before(std::size_t k, const Effect& chain, Term extra) {
  Term here = chain.after.apply(program_, extra);
  if (k == 0 || !mentions(chain, here)) {
    demands_.push_back(here);
    return true;
  }
  return theorems_->valid(chain.conditions, here);
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
  const Skeleton::Leap& at = skeleton_->leaps[k];
  next.end = {
      at.site.procedure, at.exit, at.site.recursion ? std::vector<Frame>() : chain.end.frames};
  for (Term t : found.claim.region[found.claim.exit_place])
    next.conditions.push_back(next.after.apply(program_, t));
  effects_.extend(next, segments_[k + 1].items, chooser(segments_[k + 1].policy));
  if (!theorems_->possible(next.conditions)) return false;
  return k + 1 == skeleton_->leaps.size() || leap(k + 1, next);
}

/// Does the claim about a leap still hold, and does the way from it to the target?
bool Search::good(std::size_t k) {
  Found& found = found_[k];
  const Claim& c = found.claim;
  if (!theorems_->valid(c.entry, terms_.conj(c.region[c.entry_place]))) return false;
  auto bounds = theorems_->bounds(found.loop, c);
  if (!bounds || !theorems_->forward(found.loop, c) || !leads_on(k)) return false;
  found.bounds = *bounds;
  return true;
}

/// With the values of what is asked first: each leap, from that one on, leads into the next, and the last
/// one to the target, whatever state of its exit port it ends in.
bool Search::leads_on(std::size_t from) {
  std::vector<Term> asked = asked_first();
  Substitution chosen(terms_);
  for (std::size_t i = 0; i < asked.size(); ++i)
    chosen.add(asked[i].variable(), values_[i]);
  Effect chain;
  for (const auto& [v, value] : first_.after.values())
    chain.after.set(v, chosen(value));
  chain.end = first_.end;
  std::vector<Term> known;
  for (std::size_t k = 0; k < found_.size(); ++k) {
    const Found& found = found_[k];
    const Skeleton::Leap& at = skeleton_->leaps[k];
    Term enters = chain.after.apply(program_, terms_.conj(found.claim.entry));
    if (k > from && !theorems_->valid(known, enters)) return false;
    if (k == 0 && !theorems_->valid(known, enters)) return false;
    for (VarId v : found.loop.changed)
      chain.after.set(v, effects_.fresh()(program_.variable(v).type));
    for (Term t : found.claim.region[found.claim.exit_place])
      known.push_back(chain.after.apply(program_, t));
    known.push_back(chain.after.apply(program_, found.claim.exit));
    chain.end.location = at.exit;
    if (at.site.recursion) chain.end.frames.clear();
    chain.conditions.clear();
    effects_.extend(chain, segments_[k + 1].items, chooser(segments_[k + 1].policy));
    if (k >= from && !theorems_->valid(known, terms_.conj(chain.conditions))) return false;
  }
  return true;
}

/// Leaves out of a leap what neither its theorem nor the way behind it needs.
void Search::reduce(std::size_t k) {
  auto without = [&](auto&& list_of) {
    for (std::size_t size = std::max<std::size_t>(1, list_of(found_[k].claim).size() / 2); size > 0;
         size /= 2)
      for (std::size_t at = list_of(found_[k].claim).size(); at > 0;) {
        std::size_t count = std::min(size, at);
        at -= count;
        Found kept = found_[k];
        std::vector<Term>& list = list_of(found_[k].claim);
        std::vector<Term> shorter;
        for (std::size_t i = 0; i < list.size(); ++i)
          if (i < at || i >= at + count || fixed_.contains(list[i])) shorter.push_back(list[i]);
        if (shorter.size() == list.size()) continue;
        list = std::move(shorter);
        if (!good(k)) found_[k] = std::move(kept);
      }
  };
  for (std::size_t p = 0; p < found_[k].claim.region.size(); ++p)
    without([p](Claim& c) -> std::vector<Term>& { return c.region[p]; });
  without([](Claim& c) -> std::vector<Term>& { return c.entry; });
}

bool Search::holds_with_machine_integers() {
  std::swap(theorems_, machine_);
  bool holds = leads_on(0);
  for (std::size_t k = 0; k < found_.size() && holds; ++k)
    holds = good(k);
  std::swap(theorems_, machine_);
  return holds;
}

std::vector<Term> Search::asked_first() const {
  std::vector<Term> asked;
  for (const auto& [v, value] : free_)
    asked.push_back(value);
  for (const Input& input : first_.inputs)
    asked.push_back(input.value);
  return asked;
}

/// Values for terms: small ones, for the sake of whoever runs it.
bool Search::choose_small(std::vector<Term> conditions,
                          const std::vector<Term>& asked,
                          std::vector<Term>& values) {
  for (unsigned bits : {3U, 6U, 10U, 14U, 17U, 20U, 24U, 28U, 64U}) {
    std::vector<Term> small = conditions;
    for (Term t : asked) {
      if (!t.type().is_integer() || bits == 64) continue;
      Integer limit = Integer(1) << bits;
      if (t.type().is_machine() && !fits(t.type(), limit)) continue;
      small.push_back(terms_.le(t, terms_.constant(t.type(), limit)));
      if (t.type().is_signed()) small.push_back(terms_.le(terms_.constant(t.type(), -limit), t));
    }
    if (!theorems_->possible(small)) continue;
    values.clear();
    for (Term t : asked) {
      std::optional<Integer> value = theorems_->session().value(t);
      if (!value) return false;
      values.push_back(t.type().is_bool() ? terms_.truth(*value != 0)
                                          : terms_.constant(t.type(), *value));
    }
    return true;
  }
  return false;
}

bool Search::choose_first() {
  std::vector<Term> conditions = first_.conditions;
  for (Term t : found_.front().claim.entry)
    conditions.push_back(first_.after.apply(program_, t));
  conditions.insert(conditions.end(), demands_.begin(), demands_.end());
  return choose_small(std::move(conditions), asked_first(), values_);
}

evidence::Leap Search::to_evidence(const Skeleton::Leap& at, const Found& found) const {
  evidence::Leap leap;
  const Claim& claim = found.claim;
  for (std::size_t p = 0; p < claim.region.size(); ++p)
    leap.region.push_back({at.site.procedure, at.site.places[p], terms_.conj(claim.region[p])});
  leap.entry = {at.site.procedure, at.entry, terms_.conj(claim.entry)};
  leap.exit = {at.site.procedure,
               at.exit,
               terms_.conj(terms_.conj(claim.region[claim.exit_place]), claim.exit)};
  for (const Step& s : found.loop.steps)
    leap.steps.push_back(s.way);
  leap.bounds = found.bounds;
  std::set<VarId> kept;
  for (std::size_t p = 0; p < claim.region.size(); ++p)
    for (VarId v : found.loop.kept(program_, p))
      kept.insert(v);
  for (VarId v : found.loop.changed)
    if (!kept.contains(v)) leap.hidden.push_back(v);
  return leap;
}

std::optional<evidence::LeapChain> Search::finish() {
  if (!choose_first() || !leads_on(0)) return std::nullopt;
  for (std::size_t k = 0; k < found_.size(); ++k)
    reduce(k);
  if (machine_ != nullptr && !holds_with_machine_integers()) return std::nullopt;
  evidence::LeapChain chain;
  for (std::size_t i = 0; i < free_.size(); ++i)
    chain.values.emplace_back(free_[i].first, values_[i].value());
  for (std::size_t k = 0; k < segments_.size(); ++k) {
    const Items& items = segments_[k].items;
    chain.way.items.insert(chain.way.items.end(), items.begin(), items.end());
    if (k < found_.size()) chain.way.items.push_back({{}, 0, k});
  }
  chain.way.choices.assign(values_.begin() + static_cast<std::ptrdiff_t>(free_.size()),
                           values_.end());
  for (std::size_t k = 1; k < segments_.size(); ++k) {
    const Skeleton::Leap& at = skeleton_->leaps[k - 1];
    std::vector<Frame> frames = at.site.recursion ? std::vector<Frame>() : at.at.frames;
    Effect rest = effects_.run(
        segments_[k].items, {at.site.procedure, at.exit, frames}, {}, chooser(segments_[k].policy));
    for (Term t : choices(rest, segments_[k].policy))
      chain.way.choices.push_back(t);
  }
  for (std::size_t k = 0; k < found_.size(); ++k)
    chain.leaps.push_back(to_evidence(skeleton_->leaps[k], found_[k]));
  return chain;
}

} // namespace kleene::engine::leap
