// SPDX-License-Identifier: Apache-2.0
// Regions of loops: out of many candidate atoms, the ones that the entry has and that every step keeps.
#pragma once
#include "kleene/analysis/invariants.h"

#include "theorems.h"

namespace kleene::engine::leap {

struct RegionHints {
  std::vector<Term> entry; ///< what holds on entry
  std::vector<Term> exits; ///< conditions for leaving
  const analysis::Invariants* invariants = nullptr;
  bool congruences = false;
  bool signs = false; ///< of single variables
};

/// Comparisons from guards, entries and exits, moved by the size of steps, and what is known anyway.
std::vector<Term> region_candidates(const Loop& loop, const RegionHints& hints, Effects& effects);

/// Fills in the region of a claim: the strongest conjunction of candidates that holds on entry and is
/// kept by all steps. Nothing if the solver gives up.
bool find_region(const Loop& loop,
                 const std::vector<Term>& candidates,
                 Theorems& theorems,
                 Claim& claim);

/// The variables in a formula that are ones of the program.
bool over(const std::set<VarId>& variables, Term formula);

} // namespace kleene::engine::leap
