// SPDX-License-Identifier: Apache-2.0
// Random small programs that keep variables in memory: fixed objects, records, objects of procedures and
// of blocks, and of the heap, with accesses by name and through pointers. Every access is defined. The
// same seed gives the same program everywhere.
#pragma once
#include "kleene/ir/program.h"

#include <cstdint>

namespace kleene::transform {

ir::Program random_small_ir(std::uint64_t seed);
ir::Program random_memory_program(std::uint64_t seed);

} // namespace kleene::transform
