// SPDX-License-Identifier: Apache-2.0
// What procedures do, from the entries that are reached (BEBOP; GETAFIX, PLDI'09, section 4.2):
//
//   P(k)   pairs of a reachable entry state of the procedure and a state at k it leads to
//   ρ(f)   = P(ex_f), the summary
//
//   P(en_main) ⊇ {(e, e) : e initial}
//   P(l)       ⊇ post[k→l](P(k))                                                       statements
//   P(en_f)    ⊇ {(e, e) : e ∈ into[k→l](P(k))}                               step into a call of f
//   P(l)       ⊇ over[k→l](P(k), ρ(f))                                        step over a call of f
//
// the least solution. Every operator distributes over unions, so only what is new has to be followed.
#pragma once
#include <concepts>

namespace kleene::equations {

/// How pairs come about: at the beginning of an activation, or by a step from others.
enum class Rule { Start, Step };

template <class R>
concept ForwardRelations = requires(R& r, const typename R::Node& k, const typename R::Set& fresh) {
  { r.is_call(*r.outgoing(k).begin()) } -> std::same_as<bool>;
  { r.post(*r.outgoing(k).begin(), fresh) } -> std::convertible_to<typename R::Set>;
  { r.into(*r.outgoing(k).begin(), fresh) } -> std::convertible_to<typename R::Set>;
  { r.over(*r.outgoing(k).begin(), fresh) } -> std::convertible_to<typename R::Set>;
};

/// Whatever follows from new pairs at k by one rule: `add(node, pairs, rule)`.
///   r.summary(k, fresh)   what new pairs at an exit add to ρ
///   r.resume(c, gained)   over[c](P(k), gained): callers go on with what ρ gained
template <ForwardRelations R, class Add>
void follow(R& r, const typename R::Node& k, const typename R::Set& fresh, Add&& add) {
  for (const auto& step : r.outgoing(k)) {
    if (!r.is_call(step)) {
      add(r.to(step), r.post(step, fresh), Rule::Step);
      continue;
    }
    add(r.entry(step), r.into(step, fresh), Rule::Start);
    add(r.to(step), r.over(step, fresh), Rule::Step);
  }
  if (!r.is_exit(k)) return;
  const auto gained = r.summary(k, fresh);
  if (R::is_empty(gained)) return;
  for (const auto& call : r.callers(k))
    add(r.to(call), r.resume(call, gained), Rule::Step);
}

} // namespace kleene::equations
