// SPDX-License-Identifier: Apache-2.0
// A program together with an automaton for a formula of linear temporal logic: its executions are those of the
// program whose positions the automaton follows. See doc/ltl.md for what exactly is added; judges have code of
// their own for it (evidence/ltl_program).
#pragma once
#include "kleene/ltl/atoms.h"
#include "kleene/ltl/formula.h"
#include "kleene/transform/back.h"

namespace kleene::transform {

struct LtlQuestion {
  ltl::Formula violation; ///< what violating executions satisfy; negations at atoms only
  const ltl::Atoms& atoms;
  ltl::Positions positions = ltl::Positions::Changes;
  ltl::Acceptance acceptance = ltl::Acceptance::Places;
};

/// Requires: no threads; with positions at statements, these are marked (ir::SourceMark).
Transformed ltl_product(const ir::Program& program, const LtlQuestion& question);

} // namespace kleene::transform
