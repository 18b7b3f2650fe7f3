// SPDX-License-Identifier: Apache-2.0
// The question: a program, a property, and how its integers are read.
#pragma once
#include "kleene/ir/program.h"
#include "kleene/property/property.h"

#include <memory>
#include <optional>
#include <string_view>

namespace kleene::evidence {

using kleene::Property;

struct InductiveProof;

struct Problem {
  const ir::Program& program;
  Property property = Property::UnreachCall;
  ir::TargetSelection targets; ///< where the property is about targets
  IntegerModel integers = IntegerModel::Machine;
  /// Concurrent programs only: executions with more switches, or more rounds, do not count. With a
  /// bound there is no proof.
  std::optional<std::size_t> context_switches;
  std::optional<std::size_t> rounds;
  /// What other engines believe to hold: a start for a search, and nothing that judges look at.
  std::shared_ptr<const InductiveProof> hints;

  /// What violates the property.
  const Events& events() const { return entry(property).violated_by; }
  bool is_target(const ir::Location& location) const {
    return events().targets && targets.selects(location);
  }
  /// The selected targets if they violate the property; otherwise none but those that always count.
  ir::TargetSelection forbidden_targets() const {
    return events().targets ? targets : ir::TargetSelection{};
  }

  /// Whether accesses and frees are valid is part of the question.
  bool asks_for_validity() const {
    return targets.checks.contains(Property::ValidDeref)
           || targets.checks.contains(Property::ValidFree)
           || targets.checks.contains(Property::DefBehavior);
  }

  /// The same question about another program. What is believed about this one is left behind.
  Problem about(const ir::Program& other) const {
    return {other, property, targets, integers, context_switches, rounds, {}};
  }
  /// Another question about another program, of the same integers.
  Problem
  asking(Property other_property, ir::TargetSelection selected, const ir::Program& other) const {
    return {other, other_property, std::move(selected), integers, context_switches, rounds, {}};
  }
};

} // namespace kleene::evidence
