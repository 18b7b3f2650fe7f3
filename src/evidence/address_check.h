// SPDX-License-Identifier: Apache-2.0
// Executions in the interpreter have particular addresses. Those that could go another way if objects lay
// elsewhere are no evidence, unless they run natively.
#pragma once
#include "kleene/evidence/problem.h"
#include "kleene/ir/address_use.h"
#include "kleene/ir/interpreter.h"

#include <optional>
#include <string>

namespace kleene::evidence {

/// A program that takes a way to `target` where the interpreter meets a comparison that depends on where
/// objects lie; nothing if it has no such comparison.
struct CheckedComparisons {
  explicit CheckedComparisons(const Problem& problem);

  std::optional<ir::Program> program;
  std::string objection; ///< what no run can settle; empty if there is nothing of that kind
  static constexpr const char* target = "(an address decides)";
};

/// Why the run of the program on these inputs says nothing about other placements; empty if it does.
std::string objection_to_addresses(const Problem& problem,
                                   const ir::InputList& inputs,
                                   const ir::Reading& reading,
                                   const ir::RunOptions& options);

} // namespace kleene::evidence
