// SPDX-License-Identifier: Apache-2.0
// A start of the program inside a set of states.
#pragma once
#include "blocks.h"

namespace kleene::engine::exact {

/// The inputs of a start of the program that satisfies a formula of its entry; nothing if none was found.
std::optional<std::vector<evidence::Input>>
start_inside(const BlockProgram& program, Term states, IntegerModel model, Budget& budget);

} // namespace kleene::engine::exact
