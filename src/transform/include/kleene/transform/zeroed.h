// SPDX-License-Identifier: Apache-2.0
// One choice that the environment has under Program::free_uninitialised, as a program of its own: what
// comes to life without a value is zero. Its executions are executions of the original with the same
// inputs; that it is correct says nothing about the original.
#pragma once
#include "kleene/transform/back.h"

namespace kleene::transform {

Transformed zeroed(const ir::Program& program);

} // namespace kleene::transform
