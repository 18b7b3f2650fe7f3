// SPDX-License-Identifier: Apache-2.0
// The program that a proof about live objects speaks of. Engines have code of their own for it
// (transform/live_objects.h): here is what is believed.
//
// One more global memory, the last variable: its cell at an address is 1 if a live heap object begins
// there, and 0 otherwise. Behind an Alloc on the heap come an assumption, that the new object begins where
// no live one does, is aligned and not null, and the change of its cell; behind a Free, the change of
// the cell. Old locations and edges keep their numbers; the new locations, in the order of these edges,
// come behind them.
#pragma once
#include "kleene/ir/program.h"

namespace kleene::evidence {

ir::Program live_program(const ir::Program& program);

} // namespace kleene::evidence
