// SPDX-License-Identifier: Apache-2.0
// Ranks of states as evidence that every execution ends: integers that become less from one place where
// something is stated to the next, and from every call to the callee's entry.
#pragma once
#include "kleene/evidence/inductive.h"
#include "kleene/evidence/kind.h"

namespace kleene::evidence {

struct TerminationProof {
  static constexpr KindEntry kind{"ranking",
                                  Shows::PropertyHolds,
                                  {"ranks of loops and calls", about::end},
                                  {lines::proof, "rank"}};
  InductiveProof invariants; ///< of one step; something is stated at every entry
  /// Per procedure and location where something is stated: a tuple of integers over current values and
  /// entry copies, of one length and of the same types everywhere, compared lexicographically.
  std::vector<std::vector<std::vector<Term>>> ranks;
};

/// Accepts if the invariants are inductive (as `judge` of inductive.h says, but for targets), and
///   every path from one stated location to the next leads to a lower rank;        (rank)
///   a call leads to a lower rank at the callee's entry.                           (rank)
/// A rank is lower if it is less in the first component that differs, which is not negative before. So
/// neither can an activation go on for ever, nor can calls become ever deeper.
Judgement
judge(const Problem& problem, const TerminationProof& proof, smt::Solver& solver, Budget& budget);

} // namespace kleene::evidence
