// SPDX-License-Identifier: Apache-2.0
// Objects that an Alloc makes, and whose bytes are variables all the same (transform/promote.h).
#pragma once
#include "kleene/ir/program.h"

#include <map>

namespace kleene::ir {

/// The variables that hold bytes of the object that an Alloc makes: globals that come to life right behind it.
std::map<const Alloc*, std::vector<VarId>> object_cells(const Program& program);

} // namespace kleene::ir
