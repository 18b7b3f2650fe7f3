// SPDX-License-Identifier: Apache-2.0
// Random recursive programs over small integers. The same seed gives the same program everywhere.
#pragma once
#include <cstdint>

#include "small_program.h"

namespace kleene::reference {

/// With `bits`, a range of that many bits, where arithmetic wraps; otherwise a range for C.
SmallProgram random_small_program(std::uint64_t seed, unsigned bits = 0);
/// Some of the values that its environment chooses become values that we do not know.
SmallProgram with_unknowns(SmallProgram program, std::uint64_t seed);
/// The values that we do not know are this one, all of them.
SmallProgram with_unknowns_decided(SmallProgram program, int value);
/// The C text, with a way of picking values that depends on the seed too.
std::string random_c_program(std::uint64_t seed);

} // namespace kleene::reference
