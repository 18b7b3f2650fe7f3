// SPDX-License-Identifier: Apache-2.0
// Conditions without memory, asked of a SAT solver. What was made of a term in bits is kept for the next question.
#pragma once
#include "kleene/bits/blaster.h"
#include "kleene/smt/solver.h"

#include <memory>
#include <unordered_map>

namespace kleene::engine::bmc {

class BitSession {
public:
  /// Unknown also for what cannot be said in bits.
  smt::Answer check(std::initializer_list<Term> conditions, double seconds, Budget& budget);
  /// Of a variable, in the model of the last check.
  Integer value(Term variable) const;

private:
  struct Gates {
    bits::Circuit circuit;
    bits::Blaster blaster{circuit};
    std::unordered_map<Term, bits::Word> inputs;
  };
  bits::Lit truth(Term condition);

  std::unique_ptr<Gates> gates_;
  std::unordered_map<VarId, Integer> model_;
};

} // namespace kleene::engine::bmc
