// SPDX-License-Identifier: Apache-2.0
// The program with one more global memory that says which heap objects are alive: the cell at an address
// is 1 if a live heap object begins there, and 0 otherwise. So formulas can speak of all live objects.
// What the program does is unchanged; that a new object begins where no live one does, is aligned and not
// null is stated where it is made. For proofs only: an interpreter has one memory for all addresses, where these
// cells would be in the way.
#pragma once
#include "kleene/transform/back.h"

namespace kleene::transform {

Transformed with_live_objects(const ir::Program& program);
/// The memory that says so: the last variable of such a program.
VarId live_objects(const ir::Program& program);
/// Has it such a memory already, perhaps with sizes instead of ones?
bool has_live_objects(const ir::Program& program);
bool allocates_on_heap(const ir::Program& program);

} // namespace kleene::transform
