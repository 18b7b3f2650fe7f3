// SPDX-License-Identifier: Apache-2.0
// Which steps of an execution matter: those whose values flow into the last decisions before its end.
#pragma once
#include "kleene/ir/interpreter.h"

#include <functional>
#include <vector>

namespace kleene::report {

/// Shows all steps of the execution, one after the other.
using ShowSteps = std::function<void(const std::function<void(const ir::Tracer::Step&)>&)>;

/// For each step whether it matters; empty if the execution is too long to be looked at.
std::vector<bool> steps_that_matter(const ir::Program& program, const ShowSteps& show);

} // namespace kleene::report
