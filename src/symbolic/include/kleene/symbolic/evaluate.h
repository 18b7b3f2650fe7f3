// SPDX-License-Identifier: Apache-2.0
// The value of a term under an assignment of its variables: what a solver's model says about the rest.
#pragma once
#include "kleene/logic/term.h"

#include <functional>
#include <unordered_map>

namespace kleene::symbolic {

/// Remembers what it computed, so that terms that share subterms cost each of them once. Terms over
/// memory are not for it. What has no value (a division by zero in a branch that is not taken) is 0.
class Evaluator {
public:
  Evaluator(IntegerModel model, std::function<Integer(Term)> variable)
      : model_(model), variable_(std::move(variable)) {}

  Integer operator()(Term t);

private:
  Integer compute(Term t);

  IntegerModel model_;
  std::function<Integer(Term)> variable_;
  std::unordered_map<Term, Integer> known_;
};

} // namespace kleene::symbolic
