// SPDX-License-Identifier: Apache-2.0
// Invariants and summaries as evidence that no target is reached, or no operation overflows. The judge
// asks a solver, path by path, whether they are inductive; it knows nothing of how they were found.
//
// A formula speaks about the variables of the program and about their values at the entry of the
// procedure: the copy of variable v is the variable `entry_copy(program, v)`. An invariant relates the
// two at a location; a summary relates them at the exit, and speaks about globals and returns only.
// A formula may also speak about parameters, which stand for all values at once: what is stated holds
// for each of them. So can something be said about all elements of an array.
#pragma once
#include "kleene/evidence/kind.h"
#include "kleene/evidence/problem.h"
#include "kleene/smt/solver.h"

#include <string>
#include <vector>

namespace kleene::evidence {

/// A variable of its own, beyond those of the program.
VarId entry_copy(const ir::Program& program, VarId variable);
/// The variable that stands for the i-th parameter.
VarId parameter(const ir::Program& program, std::size_t i);
/// The program with these variables: `x$entry` and `any$0` in evidence files, `x@entry` and `k` for
/// people.
ir::Program with_entry_copies(const ir::Program& program, const std::vector<Type>& parameters = {});

struct InductiveProof {
  static constexpr KindEntry kind{"invariants",
                                  Shows::PropertyHolds,
                                  {"invariants and summaries", about::safety},
                                  {lines::proof}};
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
  /// For k-induction: what is stated may rest on what was stated at the k places passed before it, and on
  /// no target having been reached on the way, instead of the one place before it.
  std::size_t k = 1;
  std::vector<Type> parameters;
  /// Advice for judges: values that parameters should have where a formula is used, as terms over the
  /// variables of one procedure. Judges also take the value for which something has to be shown.
  std::vector<Term> instances;
  /// Everything is said about the program with its live objects, see live_program.h.
  bool live_objects = false;
  /// Everything is said about the program that knows which objects are valid, see object_program.h.
  bool known_objects = false;
  /// Advice for judges that build decision diagrams: where each variable should stand. May be empty.
  std::vector<std::size_t> order;
};

/// The program that the proof speaks about.
ir::Program subject(const ir::Program& program, const InductiveProof& proof);

struct Judgement {
  /// Why the proof is not accepted; empty if it is.
  std::string objection;
  std::size_t questions = 0; ///< that the solver was asked
  /// The questions as SMT-LIB 2 text: each must be unsatisfiable.
  std::string script;

  bool accepted() const { return objection.empty(); }
};

/// Accepts a proof if
///   the initial states satisfy the invariant at the start;                 (start)
///   every path from one stated location to the next leads from the
///   invariant of the first into that of the second;                        (step)
///   a call leads into the invariant at the callee's entry;                 (enter)
///   and over the callee's summary on behind the call;                      (step)
///   what arrives at an exit satisfies the summary, if it is used;          (exit)
///   no path leads to a selected target, or, for the property no-overflow,
///   to a signed operation that overflows.                                  (target, overflow)
/// The paths of a proof that is not sparse are single edges. Integers are read as the problem says.
/// What statements mean is over-approximated where memory makes it necessary, never otherwise:
/// every execution of the program is one of those checked.
/// Anything the solver does not answer, and any formula that has no text, is an objection.
Judgement
judge(const Problem& problem, const InductiveProof& proof, smt::Solver& solver, Budget& budget);

} // namespace kleene::evidence
