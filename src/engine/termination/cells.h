// SPDX-License-Identifier: Apache-2.0
// Loop heads taken apart by conditions: the states of a machine, phases, directions. Each case becomes a place of its
// own, so that ranks may differ from case to case; put together they are ranks of the places that were there before.
#pragma once
#include "kleene/smt/session.h"

#include <optional>

#include "measures.h"

namespace kleene::engine::termination {

struct Cells {
  System system;
  Numbers origin;         ///< by place: the one that it is a case of
  std::vector<Term> when; ///< by place: which case

  /// Ranks of the places that were taken apart, made of ranks of the cases.
  std::vector<std::vector<Term>> together(TermManager& terms,
                                          const std::vector<std::vector<Term>>& ranks) const;
};

/// Nothing if no place has more than one case, or if there are too many of them.
std::optional<Cells> cells_of(const evidence::Problem& problem,
                              const System& system,
                              const smt::SessionOptions& options,
                              Budget& budget);

} // namespace kleene::engine::termination
