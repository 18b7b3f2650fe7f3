// SPDX-License-Identifier: Apache-2.0
// One procedure with everything it calls as a graph, whose variables do not belong to a thread yet.
#pragma once
#include "kleene/ir/unfold.h"

namespace kleene::ir {

struct ThreadTemplate {
  struct Start {
    std::size_t step = 0;
    ProcId callee;
    std::vector<Term> arguments;
    bool repeated = false; ///< the step lies on a cycle
  };
  std::vector<ThreadPoint> points;
  std::vector<ThreadStep> steps;
  std::vector<Start> starts;
  std::vector<VarId> variables; ///< of the procedures, as far as they occur
  std::vector<VarId> live_at_entry;
  bool complete = true; ///< as in Unfolding
  bool exact = true;
};

/// Which procedures call which, perhaps through others.
std::vector<std::vector<bool>> callees_of(const Program& program);

/// Adds variables to the program where a procedure is active more than once.
Result<ThreadTemplate> unfold_procedure(Program& program,
                                        ProcId root,
                                        const UnfoldOptions& options,
                                        const std::vector<std::vector<bool>>& callees);

} // namespace kleene::ir
