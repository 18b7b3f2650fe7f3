// SPDX-License-Identifier: Apache-2.0
// Whether programs that were made to ask a formula of CTL about labels are the right ones. Evidence is judged on
// them, so they are looked at here, edge by edge, by code that has no part in making them. An objection is empty if
// there is none.
#pragma once
#include "kleene/ir/program.h"

#include <functional>
#include <string>
#include <vector>

namespace kleene::evidence {

/// Does the formula hold at a place with these labels?
using HoldsAt = std::function<bool(const std::vector<std::string>& labels)>;

/// `marked` should do what `original` does, and its targets be the places where the formula holds, the opaque ones,
/// and, if it holds `at_end`, where a program stays at last, places just before that.
std::string objection_to_marks(const ir::Program& original,
                               const ir::Program& marked,
                               const ir::TargetSelection& targets,
                               const HoldsAt& formula,
                               bool at_end);

/// `inside` should do what `original` does as long as the formula holds, and never more.
std::string
objection_to_rest(const ir::Program& original, const ir::Program& inside, const HoldsAt& formula);

} // namespace kleene::evidence
