// SPDX-License-Identifier: Apache-2.0
// Tells an observer that wants to know which predicates each round of refinement brought.
#pragma once
#include "kleene/support/observer.h"

#include "predicates.h"

namespace kleene::engine::exact {

class Narrator {
public:
  /// Keeps references to all.
  Narrator(const BlockProgram& program, const PredicateMap& predicates, Observer& observer);

  /// A round begins: names the predicates that are new since the last one.
  void round(std::size_t number, IntegerModel model);

private:
  std::size_t tell_new_predicates();

  const BlockProgram& program_;
  const PredicateMap& predicates_;
  Observer& observer_;
  std::vector<std::size_t> told_; ///< per procedure
};

} // namespace kleene::engine::exact
