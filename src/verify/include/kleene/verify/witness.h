// SPDX-License-Identifier: Apache-2.0
// Confirms SV-COMP witnesses. A violation witness guides the search for an execution, which counts as always; the
// invariants of a correctness witness have to be proved together with the program.
#pragma once
#include "kleene/frontend/task/witness.h"
#include "kleene/verify/portfolio.h"
#include "kleene/verify/question.h"

namespace kleene::verify {

/// How what is found is put into words.
struct WitnessWords {
  /// The engine is null where the values of the witness are the execution already.
  std::function<Outcome(const engine::Engine* engine, const Question&, const Accepted&)> accepted;
  /// An execution of the program with its invariants asserted that refutes one of them.
  std::function<Outcome(const engine::Engine& engine,
                        const evidence::Problem& asserted,
                        const evidence::Replay&,
                        const evidence::Trace&)>
      refuted;
  /// A part of the witness that is not used.
  std::function<void(const std::string& part)> ignored;
};

struct WitnessResult {
  /// The answer, or the execution that refutes an invariant.
  std::optional<Told> told;
  const engine::Engine* engine = nullptr; ///< that found it; null: a replay of the witness
  std::string unknown;                    ///< why the witness is not confirmed; empty if it is
  std::optional<Diagnostic> error;
  std::vector<Obstacle> obstacles;
};

/// Requires: the program is C with machine integers and without threads.
WitnessResult confirm(const Question& question,
                      const frontend::task::Witness& witness,
                      const WitnessWords& words,
                      const PortfolioOptions& options);

} // namespace kleene::verify
