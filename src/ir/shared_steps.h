// SPDX-License-Identifier: Apache-2.0
// Where turns of threads begin: see threads.h.
#pragma once
#include "kleene/ir/program.h"

namespace kleene::ir {

/// By procedure and location: a turn ends before the edges that leave it. The check that an address is valid
/// and the access that follows it are one step.
std::vector<std::vector<bool>> shared_steps(const Program& program);

/// The global variables that an edge reads, and those that it writes; without memory.
struct SharedVariables {
  std::vector<VarId> reads;
  std::vector<VarId> writes;
  bool number = false; ///< reads self_variable
};
SharedVariables shared_variables(const Program& program, const Statement& statement);

} // namespace kleene::ir
