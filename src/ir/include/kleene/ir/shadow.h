// SPDX-License-Identifier: Apache-2.0
// Shadows: memory that says which bits of other memory nobody gave a value. A shadow is a Memory global with a byte
// of its own for each byte of the objects in a region, and is read and written at their addresses. It is zero at first. A Forget
// of it sets all bits; who does not follow objects leaves them open.
#pragma once
#include "kleene/ir/program.h"

namespace kleene::ir {

/// Adds the shadow of a region to the globals.
VarId add_shadow(Program& program, VarId region);

/// By VarId: the region that the variable is the shadow of; invalid if it is none.
std::vector<VarId> shadowed_regions(const Program& program);

} // namespace kleene::ir
