// SPDX-License-Identifier: Apache-2.0
// What a formula says about one sequence of positions, from the definition of its operators.
#pragma once
#include "kleene/ltl/formula.h"

#include <set>

namespace kleene::ltl {

/// The atoms that hold at a position.
using Letter = std::set<std::string>;

/// The positions of the stem, then those of the loop again and again.
struct Word {
  std::vector<Letter> stem;
  std::vector<Letter> loop; ///< not empty
};

/// Whether the formula holds at the first position.
bool holds(const Formula& formula, const Word& word);

} // namespace kleene::ltl
