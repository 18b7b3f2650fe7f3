// SPDX-License-Identifier: Apache-2.0
// The judge of bounds, with more to say than bounded.h: who confirmed them.
#pragma once
#include "kleene/evidence/bounded.h"

namespace kleene::evidence {

struct BoundedJudgement : Judgement {
  std::string by; ///< who answered, for people: the solver that was given, or CaDiCaL
  /// If CaDiCaL did, and it was asked to be kept: the question as DIMACS, and the refutation as DRAT.
  std::string cnf;
  std::string refutation;
};

/// As `judge` of bounded.h.
BoundedJudgement judge_bounds(const Problem& problem,
                              const BoundedProof& proof,
                              smt::Solver& solver,
                              Budget& budget,
                              bool keep_refutation = false);

} // namespace kleene::evidence
