// SPDX-License-Identifier: Apache-2.0
// A recurrent set as evidence against termination: states each of which has a step that stays in the
// set, and inputs that lead into it. Unlike a lasso it covers executions that never repeat a state.
#pragma once
#include "kleene/evidence/execution.h"
#include "kleene/evidence/inductive.h"

namespace kleene::evidence {

struct RecurrentSet {
  /// Per procedure and location: a formula over its variables and the globals; null: no state there.
  std::vector<std::vector<Term>> states;
  Execution stem;       ///< ends in a state of the set
  ir::ProcId procedure; ///< where it ends
  ir::LocId location;
};

/// Accepts if the stem, run in the interpreter, ends at its place in a state of the set, and if a solver
/// confirms that from every state of the set some edge leads on within it. Calls lead into the callee,
/// with whatever values its locals have; nothing is said about calls that return.
Judgement
judge(const Problem& problem, const RecurrentSet& set, smt::Solver& solver, Budget& budget);

} // namespace kleene::evidence
