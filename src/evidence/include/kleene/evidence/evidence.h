// SPDX-License-Identifier: Apache-2.0
// All kinds of evidence. A new one is a type with a constant `kind` and a judge, and a line in this list:
// whatever has to be done for every kind does not compile until it is done for the new one.
#pragma once
#include "kleene/evidence/activations.h"
#include "kleene/evidence/all_runs.h"
#include "kleene/evidence/boolean.h"
#include "kleene/evidence/bounded.h"
#include "kleene/evidence/execution.h"
#include "kleene/evidence/inductive.h"
#include "kleene/evidence/lasso.h"
#include "kleene/evidence/layers.h"
#include "kleene/evidence/leap.h"
#include "kleene/evidence/must.h"
#include "kleene/evidence/ranking.h"
#include "kleene/evidence/recurrent.h"
#include "kleene/evidence/schedule.h"
#include "kleene/evidence/stacks.h"

#include <array>
#include <variant>

namespace kleene::evidence {

using Evidence = std::variant<Execution,
                              InductiveProof,
                              BoundedProof,
                              AllRuns,
                              RankedProof,
                              Lasso,
                              RecurrentSet,
                              Activations,
                              LayeredRecurrence,
                              LeapChain,
                              MustReach,
                              TerminationProof,
                              Schedule,
                              InterleavingProof,
                              StackProof,
                              ControlFlow>;

namespace detail {
template <class Variant>
struct KindsOf;
template <class... E>
struct KindsOf<std::variant<E...>> {
  static constexpr std::array<const KindEntry*, sizeof...(E)> table{&E::kind...};
};
} // namespace detail

/// What each kind says of itself, in the order of the list.
inline constexpr const auto& kinds = detail::KindsOf<Evidence>::table;

inline const KindEntry& kind_of(const Evidence& evidence) {
  return *kinds.at(evidence.index());
}

} // namespace kleene::evidence
