// SPDX-License-Identifier: Apache-2.0
// A recurrent set as evidence against termination: states each of which has a step that stays in the
// set, and inputs that lead into it. Unlike a lasso it covers executions that never repeat a state.
#pragma once
#include "kleene/evidence/kind.h"
#include "kleene/evidence/must.h"

namespace kleene::evidence {

struct RecurrentSet {
  static constexpr KindEntry kind{"recurrent-set",
                                  Shows::Violation,
                                  {"a recurrent set", about::end},
                                  {lines::proof, lines::stem, "in"}};
  /// Per procedure and location: a formula over its variables and the globals; null: no state there.
  /// A procedure that is in one of these states never returns.
  std::vector<std::vector<Term>> states;
  /// What is said of calls that may return: pairs of entry and state that are not left before the
  /// exit, and as summary what holds of the result then. Nothing is said about whether they do return:
  /// if not, they never end. No procedures: no call is stepped over.
  InductiveProof calls;
  std::vector<Choice> choices; ///< as in MustReach
  Execution stem;              ///< ends in a state of the set
  ir::ProcId procedure;        ///< where it ends
  ir::LocId location;
};

/// Accepts if the stem, run in the interpreter, ends at its place in a state of the set, and if a solver
/// confirms that from every state of the set some edge leads on within it:
///   a call leads into `states` of the callee, with whatever values its locals have, or
///   into `calls` of the callee, and whatever result its summary allows leads on behind the call;
///   every pair of `calls` has such an edge as well, or is at the exit and satisfies the summary.
Judgement
judge(const Problem& problem, const RecurrentSet& set, smt::Solver& solver, Budget& budget);

} // namespace kleene::evidence
