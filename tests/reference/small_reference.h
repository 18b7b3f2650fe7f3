// SPDX-License-Identifier: Apache-2.0
// The ground truth for programs over small integers: every state that an execution meets is tabulated,
// one by one, procedure by procedure. Slow and plain on purpose; shares nothing with what it judges.
#pragma once
#include <optional>

#include "small_program.h"

namespace kleene::reference {

struct SmallTruth {
  bool reaches_error = false; ///< some execution does
  bool runs_for_ever = false; ///< some execution does, in a loop or by recursion without end
};

/// Nothing if there are more than `most_states` states.
std::optional<SmallTruth> truth_about(const SmallProgram& program,
                                      std::size_t most_states = 200'000);

} // namespace kleene::reference
