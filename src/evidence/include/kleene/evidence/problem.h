// SPDX-License-Identifier: Apache-2.0
// The question: a program, a property, and how its integers are read.
#pragma once
#include "kleene/ir/program.h"

#include <memory>
#include <optional>
#include <string_view>

namespace kleene::evidence {

enum class Property {
  UnreachCall, ///< no execution reaches a selected target
  Termination, ///< every execution is finite
  NoOverflow,  ///< no signed operation leaves the range of its type
};

/// As in verdicts: `unreach-call`, `termination`, `no-overflow`.
std::string_view name(Property property);

struct InductiveProof;

struct Problem {
  const ir::Program& program;
  Property property = Property::UnreachCall;
  ir::TargetSelection targets; ///< UnreachCall only
  IntegerModel integers = IntegerModel::Machine;
  /// Concurrent programs only: executions with more switches, or more rounds, do not count. With a
  /// bound there is no proof.
  std::optional<std::size_t> context_switches;
  std::optional<std::size_t> rounds;
  /// What other engines believe to hold: a start for a search, and nothing that judges look at.
  std::shared_ptr<const InductiveProof> hints;
};

} // namespace kleene::evidence
