// SPDX-License-Identifier: Apache-2.0
#include "kleene/domain/exact_domain.h"

#include "kleene/logic/substitute.h"

namespace kleene::domain {
namespace {

// A state before a step is one that exists, and so is one at the exit of a callee; whether both go together
// has to be asked.
constexpr unsigned before_step = 1;
constexpr unsigned at_exit = 2;

Substitution substitution(TermManager& terms, const Values& values) {
  Substitution result(terms);
  for (const auto& [v, t] : values)
    result.add(v, t);
  return result;
}

} // namespace

ExactDomain::ExactDomain(TermManager& terms,
                         BddManager& manager,
                         smt::Session& session,
                         IntegerModel model)
    : terms_(terms), manager_(manager), alpha_(terms, manager, session, model) {}

const ExactDomain::Copies& ExactDomain::copies(Term predicate) {
  if (auto known = copies_.find(predicate); known != copies_.end()) return known->second;
  std::vector<VarBlock> blocks = manager_.add_interleaved(3, 1);
  Copies fresh{blocks[0][0], blocks[1][0], blocks[2][0]};
  next_to_now_.add(fresh.next, fresh.now);
  now_to_next_.add(fresh.now, fresh.next);
  now_to_exit_.add(fresh.now, fresh.exit);
  exit_to_now_.add(fresh.exit, fresh.now);
  now_set_ = now_set_ | VarSet(fresh.now);
  next_set_ = next_set_ | VarSet(fresh.next);
  exit_set_ = exit_set_ | VarSet(fresh.exit);
  predicate_of_[fresh.now] = predicate;
  return copies_.emplace(predicate, fresh).first->second;
}

Bdd ExactDomain::relation(const PredicateList& before,
                          const Move& move,
                          const PredicateList& after) {
  PartialRelation all;
  extend(all, Bdd(true), before, move, after, {});
  return all.steps;
}

void ExactDomain::extend(PartialRelation& relation,
                         const Bdd& states,
                         const PredicateList& before,
                         const Move& move,
                         const PredicateList& after,
                         std::span<const Term> known) {
  if (states.subset_of(relation.covered)) return;
  std::vector<PredicateView> views;
  for (Term p : before)
    views.push_back({p, copies(p).now, before_step});
  Substitution moved = substitution(terms_, move.values);
  for (Term q : after)
    views.push_back({moved(q), copies(q).next});
  extend(relation, states, alpha_.within(states - relation.covered, views, move.condition, known));
}

void ExactDomain::extend(PartialRelation& relation,
                         const Bdd& states,
                         const Bdd& exits,
                         const Call& call) {
  Bdd pairs = states & now_to_exit_(exits);
  if (pairs.subset_of(relation.covered)) return;
  std::vector<PredicateView> views;
  for (Term p : call.before)
    views.push_back({p, copies(p).now, before_step});
  Substitution left = substitution(terms_, call.leave);
  for (Term p : call.exit)
    views.push_back({left(p), copies(p).exit, at_exit});
  Substitution returned = substitution(terms_, call.results);
  for (Term q : call.after)
    views.push_back({returned(q), copies(q).next});
  std::vector<Term> known(call.known.begin(), call.known.end());
  for (Term t : call.known_at_exit)
    known.push_back(left(t));
  extend(relation, pairs, alpha_.within(pairs - relation.covered, views, {}, known));
}

void ExactDomain::extend(PartialRelation& relation, const Bdd& states, const Alpha::Within& more) {
  relation.steps |= more.valuations;
  relation.covered = more.complete ? Bdd(true) : relation.covered | states;
}

Bdd ExactDomain::possible(const PredicateList& before, const std::vector<Term>& condition) {
  std::vector<PredicateView> views;
  for (Term p : before)
    views.push_back({p, copies(p).now, before_step});
  return alpha_(views, condition);
}

Bdd ExactDomain::post(const Bdd& states, const Bdd& relation) const {
  return next_to_now_(and_exists(states, relation, now_set_));
}

Bdd ExactDomain::pre(const Bdd& relation, const Bdd& states) const {
  return and_exists(relation, now_to_next_(states), next_set_);
}

Bdd ExactDomain::post(const Bdd& states, const Bdd& exits, const Bdd& relation) const {
  Bdd both = and_exists(now_to_exit_(exits), relation, exit_set_);
  return post(states, both);
}

Bdd ExactDomain::pre(const Bdd& relation, const Bdd& exits, const Bdd& states) const {
  return pre(and_exists(now_to_exit_(exits), relation, exit_set_), states);
}

Bdd ExactDomain::exits_between(const Bdd& before, const Bdd& after, const Bdd& relation) const {
  Bdd middle = and_exists(relation & before, now_to_next_(after), now_set_ | next_set_);
  return exit_to_now_(middle);
}

Term ExactDomain::formula(const Bdd& states) {
  return as_formula(terms_, states, [&](BddVar v) { return predicate_of_.at(v); });
}

Bdd ExactDomain::forget(const Bdd& states, const PredicateList& predicates) const {
  VarSet gone;
  for (Term p : predicates)
    if (auto known = copies_.find(p); known != copies_.end())
      gone = gone | VarSet(known->second.now);
  return states.exists(gone);
}

Bdd ExactDomain::pick(const Bdd& states, const PredicateList& predicates) const {
  Bdd result = states;
  for (Term p : predicates) {
    auto known = copies_.find(p);
    if (known == copies_.end()) continue;
    Bdd low = result & manager_.literal(known->second.now, false);
    result = low.is_false() ? result & manager_.literal(known->second.now, true) : low;
  }
  return result;
}

} // namespace kleene::domain
