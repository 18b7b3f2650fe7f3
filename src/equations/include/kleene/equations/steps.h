// SPDX-License-Identifier: Apache-2.0
// One step, seen from where it leads to. With X a set of states for every node of the control flow:
//
//   pre[k](X)   the states at k from which a statement leads into X
//   into[c](X)  those from which the call c enters its callee in X(en_f); the caller is forgotten
//   over[c](X)  those from which the call c, stepped over, leads into X behind it
//
// From below ("must") the same symbols mean that whatever may happen leads there.
#pragma once
#include <concepts>

namespace kleene::equations {

template <class R>
concept BackwardRelations = requires(R& r, const typename R::Node& k, const typename R::Sets& X) {
  typename R::Set;
  { r.pre(k, X) } -> std::convertible_to<typename R::Set>;
  { r.into(*r.calls(k).begin(), X) } -> std::convertible_to<typename R::Set>;
  { r.over(*r.calls(k).begin(), X) } -> std::convertible_to<typename R::Set>;
};

/// pre[k](X) ∪ ⋃ over[c](X): the steps within one activation of a procedure (natural semantics).
template <BackwardRelations R>
typename R::Set steps_inside(R& r, const typename R::Node& k, const typename R::Sets& X) {
  typename R::Set result = r.pre(k, X);
  for (const auto& c : r.calls(k))
    result = result | r.over(c, X);
  return result;
}

/// pre[k](X) ∪ ⋃ into[c](X) ∪ over[c](X): the steps on top of the stack (mixed semantics).
template <BackwardRelations R>
typename R::Set steps_into(R& r, const typename R::Node& k, const typename R::Sets& X) {
  typename R::Set result = steps_inside(r, k, X);
  for (const auto& c : r.calls(k))
    result = result | r.into(c, X);
  return result;
}

} // namespace kleene::equations
