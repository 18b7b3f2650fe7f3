// SPDX-License-Identifier: Apache-2.0
// Random Linear Programs that always end and read only small inputs, so that every execution can be run.
#pragma once
#include <cstdint>
#include <string>

namespace kleene::engine::linear::test {

inline constexpr int smallest_input = -2;
inline constexpr int largest_input = 2;

std::string random_program(std::uint32_t seed);

} // namespace kleene::engine::linear::test
