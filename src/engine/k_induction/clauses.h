// SPDX-License-Identifier: Apache-2.0
// Contracts that people wrote, as the program checks them (witness/contracts.h): in a chain behind the entry of a procedure, and in one
// before its exit. They are guesses like others, and good ones.
#pragma once
#include "kleene/ir/program.h"

#include <vector>

namespace kleene::engine::k_induction {

struct Clauses {
  std::vector<Term> required; ///< over globals and parameters
  std::vector<Term> ensured;  ///< over globals and returns, and entry copies
};
Clauses clauses_of(const ir::Program& program, ir::ProcId f);

} // namespace kleene::engine::k_induction
