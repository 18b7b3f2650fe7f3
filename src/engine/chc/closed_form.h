// SPDX-License-Identifier: Apache-2.0
// The effect of a loop-free procedure as formulas without quantifiers.
#pragma once
#include "region.h"

namespace kleene::engine::chc {

/// What a procedure does that is followed where it is called.
struct ClosedForm {
  Term precondition; ///< over the inputs at the entry: nothing fails inside
  Term summary;      ///< over entry copies of inputs, and outputs
};

/// The formulas, exactly, from what can happen between entry and exit. Nothing if values that are no
/// inputs matter and cannot be eliminated, or if memory changes.
std::optional<ClosedForm> closed_form(const ir::Program& program,
                                      ir::ProcId procedure,
                                      const ProcedureView& view,
                                      const Outcome& outcome);

} // namespace kleene::engine::chc
