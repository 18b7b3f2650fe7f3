// SPDX-License-Identifier: Apache-2.0
// A program restricted to executions that come by given places, in a given order: a counter is woven into
// it. It has some of the executions of the original, with the same inputs.
#pragma once
#include "kleene/transform/back.h"

#include <optional>
#include <utility>
#include <vector>

namespace kleene::transform {

/// Something that an execution comes by while it is in a segment of its way: a location, or behind an
/// edge, where the condition holds. It moves the execution on to the next segment, or must not happen.
struct Waymark {
  ir::ProcId procedure;
  std::optional<ir::LocId> location; ///< none: behind the edge
  std::size_t edge = 0;
  std::size_t segment = 0;
  bool avoid = false;
  Term condition;
};

struct Course {
  std::vector<Waymark> marks;
  std::size_t segments = 0;
  /// The first segment of the cycle: behind the last segment comes this one.
  std::size_t cycle = 0;
};

struct Followed : Transformed {
  VarId segment; ///< how far it has come: segments that are behind it
  VarId rounds;  ///< of the cycle; invalid if they are not counted
};

/// The targets can be reached only when all segments were passed. Requires: no mark is at a target, behind
/// which nothing happens, or at an exit.
Followed
follow(const ir::Program& program, const ir::TargetSelection& targets, const Course& course);
/// Nothing is left out: the rounds of the cycle are counted.
Followed follow_counting_rounds(const ir::Program& program, const Course& course);
/// An execution ends where it passes too many loops and calls without getting round the cycle.
Followed follow_for_ever(const ir::Program& program, const Course& course);

/// A place where something is claimed: it should have a value, and be true.
struct Claim {
  ir::ProcId procedure;
  ir::LocId location;
  Term defined;
  Term holds;
  /// Behind it these variables get these values, or keep what they have: so they remember any one visit.
  std::vector<std::pair<VarId, Term>> kept;
};
/// The same executions, with a way to a location with this label, and back, wherever a claim does not
/// hold. At most one claim for each location.
Transformed
assert_claims(const ir::Program& program, const std::vector<Claim>& claims, std::string_view label);

} // namespace kleene::transform
