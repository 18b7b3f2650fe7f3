// SPDX-License-Identifier: Apache-2.0
// The end of a search: values for what was left open, and only what is needed of the regions.
#include <algorithm>

#include "search.h"

namespace kleene::engine::leap {

/// Does the claim about a leap still hold, and does the way from it to the target?
bool Search::good(std::size_t k) {
  Found& found = found_[k];
  const Claim& c = found.claim;
  if (!theorems_->valid(c.entry, terms_.conj(c.region[c.entry_place]))) return false;
  auto bounds = theorems_->fin(found.loop, c);
  if (!bounds || !theorems_->theorem_2(found.loop, c) || !leads_on(k)) return false;
  found.bounds = *bounds;
  return true;
}

/// With the values of what is asked first: each leap, from that one on, leads into the next, and the last
/// one to the end, whatever state of its exit port it ends in.
bool Search::leads_on(std::size_t from) {
  std::vector<Term> asked = asked_first();
  Substitution chosen(terms_);
  for (std::size_t i = 0; i < asked.size() && one_state_; ++i)
    chosen.add(asked[i].variable(), values_[i]);
  Effect chain;
  for (const auto& [v, value] : first_.after.values())
    chain.after.set(v, chosen(value));
  chain.end = first_.end;
  std::vector<Term> known;
  for (Term t : together(first_))
    known.push_back(chosen(t));
  if (one_state_ && from == 0 && !theorems_->valid({}, terms_.conj(known))) return false;
  for (std::size_t k = 0; k < found_.size(); ++k) {
    const Found& found = found_[k];
    Term enters = chain.after.apply(program_, terms_.conj(found.claim.entry));
    bool asks = k > from || (k == 0 && one_state_);
    if (asks && !theorems_->valid(known, enters)) return false;
    known.push_back(enters);
    for (VarId v : found.loop.changed)
      chain.after.set(v, effects_.fresh()(program_.variable(v).type));
    for (Term t : found.claim.region[found.claim.exit_place])
      known.push_back(chain.after.apply(program_, t));
    known.push_back(chain.after.apply(program_, found.claim.exit));
    chain.end = exit_of(k);
    chain.conditions.clear();
    effects_.extend(chain, segments_[k + 1].items, chooser(segments_[k + 1].policy));
    if (k >= from && !theorems_->valid(known, terms_.conj(chain.conditions))) return false;
  }
  return promises_.empty()
         || theorems_->valid(known, chain.after.apply(program_, terms_.conj(promises_)));
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
  theorems_ = tools_.machine;
  bool holds = leads_on(0);
  for (std::size_t k = 0; k < found_.size() && holds; ++k)
    holds = good(k);
  theorems_ = &tools_.theorems;
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
bool Search::choose_small(std::vector<Term> conditions, const std::vector<Term>& asked) {
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
    values_.clear();
    for (Term t : asked) {
      std::optional<Integer> value = theorems_->session().value(t);
      if (!value) return false;
      values_.push_back(t.type().is_bool() ? terms_.truth(*value != 0)
                                           : terms_.constant(t.type(), *value));
    }
    return true;
  }
  return false;
}

bool Search::choose_first() {
  if (!one_state_) return true;
  std::vector<Term> conditions = together(first_);
  if (!found_.empty())
    for (Term t : found_.front().claim.entry)
      conditions.push_back(first_.after.apply(program_, t));
  conditions.insert(conditions.end(), demands_.begin(), demands_.end());
  return choose_small(std::move(conditions), asked_first());
}

bool Search::finish() {
  if (!choose_first() || !leads_on(0)) return false;
  for (std::size_t k = 0; k < found_.size(); ++k)
    reduce(k);
  estimate_rounds();
  return tools_.machine == nullptr || holds_with_machine_integers();
}

/// From the bounds of the regions, where they are known, and the largest steps.
void Search::estimate_rounds() {
  rounds_ = 0;
  std::vector<Term> asked = asked_first();
  Substitution chosen(terms_);
  for (std::size_t i = 0; i < asked.size() && one_state_; ++i)
    chosen.add(asked[i].variable(), values_[i]);
  symbolic::Simplifier simplifier(terms_, theorems_->integers());
  for (const Found& found : found_)
    for (const evidence::Leap::Bound& b : found.bounds) {
      Term width = terms_.binary(Op::Sub, b.high, b.low);
      Term value = tidy(simplifier, chosen(first_.after.apply(program_, width)));
      if (!value.is_constant()) continue;
      Integer step = 1;
      for (const Step& s : found.loop.steps)
        for_each_subterm(s.effect.after.value(program_, b.variable), [&](Term t) {
          if (!t.is_constant() || !t.type().is_integer()) return;
          step = std::max(step, t.value() < 0 ? -t.value() : t.value());
        });
      rounds_ = std::max(rounds_, value.value() / step);
    }
}

std::vector<std::pair<VarId, Integer>> Search::values() const {
  std::vector<std::pair<VarId, Integer>> result;
  for (std::size_t i = 0; i < free_.size(); ++i)
    result.emplace_back(free_[i].first, values_[i].value());
  return result;
}

Way Search::way() {
  Way way;
  for (std::size_t k = 0; k < segments_.size(); ++k) {
    const Segment& segment = segments_[k];
    way.items.insert(way.items.end(), segment.items.begin(), segment.items.end());
    if (k == 0 && one_state_) {
      way.choices.assign(values_.begin() + static_cast<std::ptrdiff_t>(free_.size()),
                         values_.end());
    } else {
      Effect passed =
          k == 0 ? first_
                 : effects_.run(segment.items, exit_of(k - 1), {}, chooser(segment.policy));
      for (Term t : choices(passed, segment.policy))
        way.choices.push_back(t);
    }
    if (k == found_.size()) continue;
    const Found& found = found_[k];
    way.items.push_back({{}, 0, effects_.add({to_evidence(program_, found), found.loop.changed})});
  }
  return way;
}

} // namespace kleene::engine::leap
