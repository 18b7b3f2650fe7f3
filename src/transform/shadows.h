// SPDX-License-Identifier: Apache-2.0
// A program that follows which bits of its values nobody gave: every variable and region for which that is not clear
// has a shadow, and an execution ends before a branch, an address or a library call depends on such bits.
#pragma once
#include "kleene/ir/program.h"

#include <functional>

#include "uninitialised_flow.h"

namespace kleene::transform {

class Shadows {
public:
  /// A use: the edges that leave the location evaluate something that must not depend on open bits.
  struct Use {
    ir::ProcId procedure;
    ir::LocId location;
    std::vector<Term> terms; ///< what must not
    SourceRange range;
  };

  /// Looks at the program, and keeps a reference to it.
  explicit Shadows(const ir::Program& original);

  /// Places where open bits may be used; at all others they are not.
  const std::vector<Use>& uses() const { return uses_; }

  /// `program` is a copy of the original. `site` gives for each use the location that is reached where the use is of open
  /// bits; invalid: executions just end there.
  void write(ir::Program& program, const std::function<ir::LocId(std::size_t use)>& site);

private:
  class Writer;

  void find_uses(ir::ProcId p);
  void collect_needed(ir::ProcId p);

  const ir::Program& original_;
  UninitialisedFlow flow_;
  std::vector<Use> uses_;
  std::vector<bool> needed_; ///< scalars that have a shadow, by VarId
};

} // namespace kleene::transform
