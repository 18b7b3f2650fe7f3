// SPDX-License-Identifier: Apache-2.0
// Sets of states from which a program must be able to go on to a target, as evidence that it is reached.
// Each state has a step to one of lower rank, so the argument is as short for an execution of a thousand
// million steps, or for one that calls a procedure so often, as for one of three.
#pragma once
#include "kleene/evidence/execution.h"
#include "kleene/evidence/inductive.h"
#include "kleene/evidence/kind.h"

#include <vector>

namespace kleene::evidence {

/// Something that the environment may choose at an edge with inputs: it need not be searched for.
struct Choice {
  ir::ProcId procedure;
  std::size_t edge = 0;     ///< its number in the procedure
  std::vector<Term> values; ///< one per variable, over the values before
};

/// States at a location, with their ranks: tuples of integers, compared lexicographically.
struct MustLayer {
  ir::ProcId procedure;
  ir::LocId location;
  Term states;
  std::vector<Term> rank; ///< of one length and of the same types everywhere
};

struct MustReach {
  static constexpr KindEntry kind{"must-sets",
                                  Shows::Violation,
                                  {"sets of states that lead to a target", about::reach},
                                  {lines::stem, "leads returns rank summary"}};
  /// From these a target is reached, without returning from the procedure; over current values.
  std::vector<MustLayer> layers;
  /// From these the exit of the procedure is reached; over current values and entry copies.
  std::vector<MustLayer> calls;
  /// Per procedure: what holds when it returns so, as in InductiveProof; null: nothing.
  std::vector<Term> summaries;
  /// Where some are given for an edge, the environment has to choose one of them.
  std::vector<Choice> choices;
  Execution stem;       ///< ends in a state of the layers
  ir::ProcId procedure; ///< where it ends
  ir::LocId location;
};

/// Accepts if the stem, run in the interpreter, ends at its place in a state of some layer, and a solver
/// confirms that
///   every state of a layer that is not at a selected target has an edge that leads on to a layer
///   with a lower rank, whatever the values are that nobody knows;                   (step)
///   a call leads into a layer of the callee's entry, or into one of `calls`, and then whatever the
///   summary allows leads on behind the call;                                        (step)
///   every state of `calls` has such an edge as well, where a call that returns begins with a lower rank
///   than the state that makes it,                                                   (step)
///   or is at the exit and satisfies the summary.                                    (exit)
/// A rank is lower if it is less in the first component that differs, which is not negative before.
Judgement
judge(const Problem& problem, const MustReach& reach, smt::Solver& solver, Budget& budget);

} // namespace kleene::evidence
