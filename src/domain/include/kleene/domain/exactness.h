// SPDX-License-Identifier: Apache-2.0
// How a computed set relates to the one it stands for. The flag travels with every value: a proof may
// use Exact and Over values, a refutation Exact and Under ones.
#pragma once
#include "kleene/support/invariant.h"

#include <cstdint>

namespace kleene::domain {

enum class Exactness : std::uint8_t { Exact, Over, Under };

/// Of a value made by a monotone operation from two values. Mixing Over and Under has no meaning: a bug.
inline Exactness combine(Exactness a, Exactness b) {
  if (a == Exactness::Exact) return b;
  KL_INVARIANT(b == Exactness::Exact || a == b,
               "an over-approximation should not be mixed with an under-approximation");
  return a;
}

} // namespace kleene::domain
