// SPDX-License-Identifier: Apache-2.0
// Evidence about linear temporal logic is evidence about the termination of another program, in which an automaton
// follows the execution. What is checked beyond that evidence: that this program is the one that the formula
// leads to, and, of a loop that is gone round for ever, that its positions violate the formula, by the meaning of the
// operators and without any automaton.
#pragma once
#include "kleene/evidence/lasso.h"
#include "kleene/ltl/atoms.h"
#include "kleene/ltl/formula.h"

namespace kleene::evidence {

struct LtlClaim {
  const ir::Program& original;
  ltl::Formula formula; ///< what all executions should satisfy
  ltl::Atoms atoms;
  ltl::Positions positions = ltl::Positions::Changes;
  ltl::Acceptance acceptance = ltl::Acceptance::Places;
};

/// Why this is not the program whose executions violate the formula; empty if it is.
std::string objection_to_product(const LtlClaim& claim, const ir::Program& product);

/// Why the execution that a lasso of the product is does not violate the formula; empty if it does. Requires that
/// the judge of lassos accepted it.
std::string objection_to_word(const LtlClaim& claim,
                              const Problem& product,
                              const Lasso& lasso,
                              Budget& budget);

} // namespace kleene::evidence
