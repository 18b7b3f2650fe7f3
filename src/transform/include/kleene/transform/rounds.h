// SPDX-License-Identifier: Apache-2.0
// Threads that take turns, as a sequential program (Lal, Reps 2008): whatever decides sequential programs
// then decides concurrent ones, for a number of rounds.
//
// The threads are run one after the other, each through all of its rounds. The values of the shared
// variables at the beginning of every round but the first are guessed; each thread goes on, at a switch,
// with what the thread before it left in that round; and behind the last thread the guesses are
// compared with what has become of the round before. An error counts only if they were right.
#pragma once
#include "kleene/support/result.h"
#include "kleene/transform/back.h"

#include <optional>
#include <set>
#include <vector>

namespace kleene::transform {

/// The procedures are those of the concurrent program, but for one more at the end, which is the entry.
struct Sequentialised : Transformed {
  ir::TargetSelection targets;
  /// Per procedure: edges by which a thread goes on in the next round.
  std::vector<std::set<std::size_t>> next_round;
  /// Per procedure: edges that are taken when a target is reached.
  std::vector<std::set<std::size_t>> hits;
  /// Per procedure: edges by which a thread stops. What it does from there on, up to the end of its run,
  /// is no step of the concurrent program.
  std::vector<std::set<std::size_t>> stops;
  /// Edges of the entry that run a thread (0: the entry procedure of the concurrent program).
  std::vector<std::pair<std::size_t, std::size_t>> runs; ///< edge and thread
};

/// Requires Program::threads and at least one round. The error says what is in the way.
Result<Sequentialised>
sequentialise(const ir::Program& program, const ir::TargetSelection& targets, std::size_t rounds);

} // namespace kleene::transform
