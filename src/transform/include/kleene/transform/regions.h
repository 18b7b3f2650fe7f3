// SPDX-License-Identifier: Apache-2.0
// Splits the one memory of a program into regions that no access can confuse, so that an engine sees
// several small memories instead of one large one. Front ends build with one Memory variable and call
// this once, last.
#pragma once
#include "kleene/transform/back.h"

#include <cstddef>
#include <vector>

namespace kleene::transform {

/// The edge of a procedure that carries an Alloc.
struct AllocSite {
  ir::ProcId procedure;
  std::size_t edge = 0;
};

struct Region {
  VarId variable;
  std::vector<ObjectId> objects;
  std::vector<AllocSite> allocations;
  bool external = false; ///< functions without body may write it
};

struct RegionSummary {
  /// Every region that an access can touch.
  std::vector<Region> regions;
  std::size_t accesses = 0;
  /// Accesses whose address comes from no object: they are invalid whenever they are executed.
  std::size_t pointless_accesses = 0;
};

struct Split : Transformed {
  RegionSummary summary;
};

/// Requires at most one variable of type Memory, `mem`; does nothing without one.
///
/// Afterwards every access (Load, Store, MemCopy, MemSet, Forget, Output to memory) names the region of
/// all the objects it can touch, and Objects and Allocs name theirs. A region is called after its object
/// if it has only one (`mem.a`), `mem.1`, `mem.2`, … otherwise. `mem` itself stays for what cannot
/// matter: objects that no access can touch, and accesses that can touch no object. A Havoc of `mem`
/// (a call of a function without body) becomes a Havoc of all regions that such functions can reach and
/// write. Variable::cell is set where every access has the same width and is aligned.
///
/// Rests on this: an address is computed from the address of the object it lies in. An integer that
/// only happens to be equal to an address (a constant, an input, an uninitialised value) leads nowhere.
/// AddressUse::confuses_objects of the result tells where that is not so: then leave the memory whole.
Split split_regions(ir::Program program);

} // namespace kleene::transform
