// SPDX-License-Identifier: Apache-2.0
// Random Linear Programs that always end and read only small inputs, so that every execution can be run.
#pragma once
#include "kleene/evidence/problem.h"

#include <cstdint>
#include <optional>
#include <string>

namespace kleene::engine::linear::test {

inline constexpr int smallest_input = -2;
inline constexpr int largest_input = 2;

std::string random_program(std::uint32_t seed);

/// Runs the program on all inputs: is a target reached? Nothing if there are too many executions, or
/// one of them is too long.
std::optional<bool> reaches_target(const evidence::Problem& problem);

} // namespace kleene::engine::linear::test
