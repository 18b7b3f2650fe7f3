// SPDX-License-Identifier: Apache-2.0
// Invariants and summaries as evidence that no target is reached. The judge asks a solver, edge by
// edge, whether they are inductive; it knows nothing of how they were found.
//
// A formula speaks about the variables of the program and about their values at the entry of the
// procedure: the copy of variable v is the variable `entry_copy(program, v)`. An invariant relates the
// two at a location; a summary relates them at the exit, and speaks about globals and returns only.
#pragma once
#include "kleene/evidence/problem.h"
#include "kleene/smt/solver.h"

#include <string>
#include <vector>

namespace kleene::evidence {

/// A variable of its own, beyond those of the program.
VarId entry_copy(const ir::Program& program, VarId variable);

struct InductiveProof {
  struct Procedure {
    std::vector<Term> invariants; ///< per location; null: see `sparse`
    Term summary;                 ///< null: see `sparse`
  };
  std::vector<Procedure> procedures; ///< as in the program; empty invariants: never called
  /// What a null term means. If false, it is the formula false: the location is never reached, the
  /// procedure never returns. If true, nothing is stated: the judge passes through the location by
  /// itself, so every cycle of a procedure must have a location where something is stated. An entry
  /// where nothing is stated may be entered in any state, an unstated summary allows any return.
  bool sparse = false;
  /// Advice for judges that build decision diagrams: where each variable should stand. May be empty.
  std::vector<std::size_t> order;
};

struct Judgement {
  /// Why the proof is not accepted; empty if it is.
  std::string objection;
  std::size_t questions = 0; ///< that the solver was asked
  /// The questions as SMT-LIB 2 text: each must be unsatisfiable.
  std::string script;

  bool accepted() const { return objection.empty(); }
};

/// Accepts a proof if, over unbounded integers (unsigned types wrap):
///   the initial states satisfy the invariant at the start;                 (start)
///   every edge leads from its source's invariant into its target's;        (edge)
///   a call leads into the invariant at the callee's entry;                 (enter)
///   and over the callee's summary into the invariant behind the call;      (over)
///   the invariant at an exit implies the summary;                          (exit)
///   the invariant at a selected target is unsatisfiable.                   (target)
/// In a sparse proof, `edge` is asked of the paths between stated locations.
/// Anything the solver does not answer, and anything that has no formula, is an objection.
Judgement
judge(const Problem& problem, const InductiveProof& proof, smt::Solver& solver, Budget& budget);

} // namespace kleene::evidence
