// SPDX-License-Identifier: Apache-2.0
// Which reads of variables may see an indeterminate value: one that was never assigned, or that a
// Havoc left unknown. Over-approximates; precise along the edges of a procedure for its own
// variables, one answer per variable for globals.
#pragma once
#include "kleene/ir/interpreter.h"

namespace kleene::ir {

struct DefiniteAssignment {
  /// Variables that need a mark at run time, by VarId: some read of them may be indeterminate.
  std::vector<bool> marked;
  /// Variables that may be read before they are written, by VarId; with
  /// Reading::zero_uninitialised they start as zero.
  std::vector<bool> read_early;
  /// By procedure and edge: the local variables whose read by that edge must ask the mark, sorted.
  /// Reads of marked globals always must.
  std::vector<std::vector<std::vector<VarId>>> reads;

  bool must_ask(ProcId procedure, std::size_t edge, VarId variable, const Program& program) const;
};

DefiniteAssignment definite_assignment(const Program& program, const Reading& reading);

} // namespace kleene::ir
