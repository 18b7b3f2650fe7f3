// SPDX-License-Identifier: Apache-2.0
// Ranges and congruences that hold at locations whatever the predicates say (analysis/invariants.h), in the
// words of the procedures. They spare predicates, and become part of every proof.
#pragma once
#include "blocks.h"

namespace kleene::engine::exact {

class Facts {
public:
  /// Nothing is known.
  explicit Facts(const BlockProgram& program);
  Facts(const BlockProgram& program, IntegerModel model, Budget& budget);

  /// As a conjunction.
  const std::vector<Term>& at(ir::ProcId f, ir::LocId l) const {
    return facts_[f.index()][l.index()];
  }
  /// What holds at the exit of results and globals.
  const std::vector<Term>& at_exit(ir::ProcId f) const { return at_exit_[f.index()]; }

private:
  std::vector<std::vector<std::vector<Term>>> facts_;
  std::vector<std::vector<Term>> at_exit_;
};

} // namespace kleene::engine::exact
