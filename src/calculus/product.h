// SPDX-License-Identifier: Apache-2.0
// Conjunctions under an existential quantifier, multiplied in an order that keeps results small:
// a variable is quantified as soon as the last conjunct that has it is multiplied in, and the next
// variable to get rid of is the one whose conjuncts are the smallest together.
#pragma once
#include "kleene/bdd/bdd.h"

#include <unordered_map>
#include <vector>

namespace kleene::calculus {

class Product {
public:
  /// exists variables. conjuncts[0] & conjuncts[1] & …
  Bdd exists(std::vector<Bdd> conjuncts, const VarSet& variables);
  static Bdd conjunction(std::vector<Bdd> conjuncts);
  static Bdd disjunction(std::vector<Bdd> disjuncts);

private:
  struct Measure {
    /// By the index of the variable.
    std::vector<bool> support;
    std::size_t nodes = 0;
    bool has(BddVar v) const { return v.index() < support.size() && support[v.index()]; }
  };
  const Measure& measure(const Bdd& f);
  /// Multiplies the conjuncts of one of the open variables and quantifies what occurs nowhere else.
  /// Returns false if no conjunct has an open variable.
  bool eliminate(std::vector<Bdd>& conjuncts, std::vector<BddVar>& open);

  /// Of constants, which come again in every round.
  std::unordered_map<Bdd, Measure> measures_;
};

} // namespace kleene::calculus
