// SPDX-License-Identifier: Apache-2.0
// Invariants that are not linear: equations of degree two, guessed from executions, on top of invariants
// that are proved. What is guessed counts only if a judge accepts it.
#pragma once
#include "kleene/evidence/inductive.h"

#include "natural.h"

namespace kleene::engine::linear {

struct QuadraticGuess {
  /// The solution's invariants with the equations, at entries and heads of loops.
  evidence::InductiveProof proof;
  std::string example; ///< one of the equations, with its place
};

/// Nothing if executions satisfy no equation of degree two anywhere. `solution` is closed under all steps.
std::optional<QuadraticGuess>
guess_quadratic(const domain::PresburgerDomain& domain, const Solution& solution, Budget& budget);

} // namespace kleene::engine::linear
