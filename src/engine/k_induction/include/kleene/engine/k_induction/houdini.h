// SPDX-License-Identifier: Apache-2.0
// The part of a set of guesses that is inductive (Houdini; Flanagan and Leino, FME'01): all are assumed,
// those that an arrival refutes are dropped, until none is.
#pragma once
#include "kleene/engine/k_induction/unfold.h"
#include "kleene/smt/session.h"

namespace kleene::engine::k_induction {

/// A formula that may hold at a location, with a variable that says whether it is assumed.
struct Guess {
  Term formula;
  /// What is known where it holds: the same, and what it says for advised values of parameters.
  Term known;
  Term enabled;
  bool alive = true;
};

/// About procedures that call each other.
struct Guesses {
  std::map<std::pair<ir::ProcId, ir::LocId>, std::vector<Guess>> at; ///< heads, entries and exits

  /// `true` for what nobody guessed about; each guess only if it is enabled.
  Term assumed(TermManager& terms, ir::ProcId procedure, ir::LocId location) const;
  /// What is left.
  Term invariant(TermManager& terms, ir::ProcId procedure, ir::LocId location) const;
  /// The same, and what it says for advised values of parameters.
  Term known(TermManager& terms, ir::ProcId procedure, ir::LocId location) const;
  /// The variables of those that are left.
  std::vector<Term> enabled() const;
};

/// The ways from one place on, and what is known there. `known` may speak of guesses.
struct Start {
  Term known;
  Unfolded ways;
};

void keep_inductive(const ir::Program& program,
                    Guesses& guesses,
                    const std::vector<Start>& starts,
                    const smt::SessionOptions& options,
                    Budget& budget);

} // namespace kleene::engine::k_induction
