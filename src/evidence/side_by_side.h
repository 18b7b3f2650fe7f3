// SPDX-License-Identifier: Apache-2.0
// Questions put to two solvers at once, as text to an SMT solver and in bits to a SAT solver whose refutation is checked.
// The first that refutes them decides. That one of them finds a model says little: each way of asking leaves out facts that
// the other has.
#pragma once
#include "kleene/evidence/bounded_judgement.h"

#include "questions.h"

namespace kleene::evidence {

struct SideBySide {
  std::string_view what;        ///< is asked, for people
  bool keep_refutation = false; ///< in the judgement
};

/// As `answer`; `by` says who answered.
void answer_side_by_side(const Problem& problem,
                         const Formula& formula,
                         const Obligations& obligations,
                         smt::Solver& solver,
                         Budget& budget,
                         const SideBySide& options,
                         BoundedJudgement& judgement);

} // namespace kleene::evidence
