// SPDX-License-Identifier: Apache-2.0
// Where executions lead, seen from where they lead to:
//
//   G(k) = everything at a goal, otherwise pre[k](G) ∪ ⋃ into[c](G) ∪ over[c](G)        least
//   T(k) = everything at an exit, otherwise pre[k](T) ∪ ⋃ over[c](T)                    least
//
// G are the states from which a goal can be reached, T those from which the procedure returns. The
// greatest solution of the second system, Stay, holds the states that return or run for ever.
#pragma once
#include "kleene/equations/steps.h"

namespace kleene::equations {

/// The right side of G.
template <BackwardRelations R>
typename R::Set reach(R& r, const typename R::Node& k, const typename R::Sets& G, bool goal) {
  return goal ? r.everything(k) : steps_into(r, k, G);
}

/// The right side of T, and of Stay.
template <BackwardRelations R>
typename R::Set returns(R& r, const typename R::Node& k, const typename R::Sets& T) {
  return r.is_exit(k) ? r.everything(k) : steps_inside(r, k, T);
}

} // namespace kleene::equations
