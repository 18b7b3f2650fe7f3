// SPDX-License-Identifier: Apache-2.0
// Conditions without memory, asked of a SAT solver: for what an SMT solver takes too long for.
#pragma once
#include "kleene/logic/term.h"
#include "kleene/smt/solver.h"

#include <unordered_map>

namespace kleene::engine::bmc {

class BitSession {
public:
  /// Unknown also for what cannot be said in bits.
  smt::Answer check(std::initializer_list<Term> conditions, double seconds, Budget& budget);
  /// Of a variable, in the model of the last check.
  Integer value(Term variable) const;

private:
  std::unordered_map<VarId, Integer> model_;
};

} // namespace kleene::engine::bmc
