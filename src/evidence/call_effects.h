// SPDX-License-Identifier: Apache-2.0
// What calls of a procedure may do, whatever they call in turn.
#pragma once
#include "kleene/ir/program.h"

namespace kleene::evidence {

struct CallEffects {
  explicit CallEffects(const ir::Program& program);

  std::vector<std::vector<VarId>> written; ///< per procedure: globals that may change
  std::vector<bool> frees;                 ///< per procedure: may end the life of heap objects
  std::vector<bool> called;                ///< per procedure: some edge of the program calls it
};

} // namespace kleene::evidence
