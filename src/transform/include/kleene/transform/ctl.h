// SPDX-License-Identifier: Apache-2.0
// Questions of CTL about labels as questions about other programs: is a place of a formula reached, does
// the program end, and what is left of it where a formula holds. Requires: no threads.
#pragma once
#include "kleene/support/result.h"
#include "kleene/transform/back.h"

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kleene::transform {

/// Does a formula hold at a place with these labels? END, where a program stays after it has returned or
/// halted, has the label END alone.
using PlaceFormula = std::function<bool(const std::vector<std::string>& labels)>;

/// A label that no program has, for places asked for that no label of the source tells.
inline constexpr std::string_view goal_label = "the place asked for";

struct Marked : Transformed {
  ir::TargetSelection targets; ///< the places asked for; opaque places are targets, too
};

/// Is a place reached where the formula holds? Such places have a label that no other place of the source
/// has, if there is one, or else `goal_label`, and no other places have labels. If END is such a place, so
/// are the places just before it. The error says why END cannot be told.
Result<Marked> mark_places(const ir::Program& program, const PlaceFormula& formula);
/// Does the program end? The places just before END have `goal_label`.
Result<Marked> mark_end(const ir::Program& program);
/// The program without the places where the formula does not hold: it goes on for ever, or ends, if the
/// program does so where the formula holds.
Transformed restrict_to(const ir::Program& program, const PlaceFormula& formula);

} // namespace kleene::transform
