// SPDX-License-Identifier: Apache-2.0
// Memory that is used like variables becomes variables: an object of which there is at most one at a
// time, and every access to which is at a fixed offset and does not overlap another one (a local
// variable whose address is taken, a record on the heap that main makes once). Engines follow variables
// far better than bytes.
#pragma once
#include "kleene/transform/back.h"

#include <string>
#include <unordered_map>

namespace kleene::transform {

/// How the source names what lies at an address, for people: `s->state`.
using AccessNames = std::unordered_map<Term, std::string>;

struct Promoted : Transformed {
  std::size_t cells = 0; ///< new globals
};

/// Requires at most one variable of type Memory, `mem`; to be called before split_regions. The objects
/// themselves, their addresses and the checks of accesses stay; only contents move, into new globals.
///
/// Rests on the same as split_regions: an integer that only happens to be equal to an address leads
/// nowhere.
///
/// The new variables are shown as one of their accesses is named; those without a name are temporary.
Promoted promote_objects(ir::Program program, AccessNames names = {});

} // namespace kleene::transform
