// SPDX-License-Identifier: Apache-2.0
// Random programs for tests of everything that must work on all programs. They are valid, use every
// operator and statement sooner or later, and have odd names and texts; they need not mean anything.
#pragma once
#include "kleene/ir/program.h"

#include <random>

namespace kleene::ir {

Program random_program(std::uint32_t seed);

} // namespace kleene::ir
