// SPDX-License-Identifier: Apache-2.0
// Bounds of loops and recursion as evidence: if no execution can go beyond them, then unfolding the
// program that far shows everything that it can do.
#pragma once
#include "kleene/evidence/inductive.h"
#include "kleene/evidence/kind.h"

namespace kleene::evidence {

struct BoundedProof {
  static constexpr KindEntry kind{
      "bounds",
      Shows::PropertyHolds,
      {.noun = "bounds of loops and recursion", .events = about::everything, .ends = true},
      {"rounds depth"}};
  std::size_t rounds =
      0;                 ///< how often an execution comes back to the head of a loop it has entered
  std::size_t depth = 1; ///< how many activations of one procedure are on the stack
};

/// Unfolds the program by itself, with calls inlined, and accepts if no execution goes beyond the bounds
/// and none violates the property. Every property can be judged: within bounds executions end.
/// Statements mean what they mean for `judge` of inductive.h.
Judgement
judge(const Problem& problem, const BoundedProof& proof, smt::Solver& solver, Budget& budget);

} // namespace kleene::evidence
