// SPDX-License-Identifier: Apache-2.0
// The program that knows which objects are valid, for proofs by invariants. A formula over variables cannot
// ask whether an address is valid; here the program remembers enough to tell in many cases.
//
// For each Alloc edge that an access may go to, in the order of procedures and edges, three globals:
//   base, size, live   the object that it made last: where it begins, its bytes, and whether it still lives.
// Where heap objects may be made again and again, one more memory comes last: its cell at an address is 0, or
// one more than the size of the live heap object that begins there.
// An edge to a failing check, which asks whether an address is not valid, asks instead whether it is in none of
// the objects that are remembered. So there are more executions than in the original, never fewer: whoever
// excludes these targets has excluded those of the original. What holds of live objects at every moment (they do
// not wrap around, two of them do not begin at one place) is assumed where it is needed.
//
// Old locations and edges keep their numbers; new ones come behind them. A procedure that begins with a loop is
// entered at a new location before it.
#pragma once
#include "kleene/ir/program.h"

namespace kleene::evidence {

/// Does it ask for more than the original answers? Otherwise there is no such program.
bool has_object_program(const ir::Program& program);
/// Requires has_object_program. Engines that look for invariants get this one, too.
ir::Program object_program(const ir::Program& program);

/// What such a program remembers of an Alloc.
struct RememberedObject {
  VarId base;
  VarId size;
  VarId live;
  VarId region;
};
/// Nothing in other programs.
std::vector<RememberedObject> remembered_objects(const ir::Program& program);

} // namespace kleene::evidence
