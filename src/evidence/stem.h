// SPDX-License-Identifier: Apache-2.0
// The stem of an execution that a set of states carries on: run in the interpreter, up to its last state.
#pragma once
#include "kleene/evidence/trace.h"

#include <map>

namespace kleene::evidence {

/// Where a stem ends: the place, and the values of the scalars that are known there.
struct StemEnd {
  std::string objection; ///< why it does not run; empty if it does
  ir::ProcId procedure;
  ir::LocId location;
  std::map<VarId, Integer> globals;
  std::map<VarId, Integer> locals;
};

/// Runs exactly `stem.steps` steps; fills in the trace, if there is one.
StemEnd
run_stem(const Problem& problem, const Execution& stem, Budget& budget, Trace* trace = nullptr);

} // namespace kleene::evidence
