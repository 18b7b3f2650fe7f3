// SPDX-License-Identifier: Apache-2.0
// Which globals a call of a procedure may read or change, its callees included. A global outside the
// changed ones is the same after the call as before.
#pragma once
#include "kleene/facts/call_graph.h"

#include <vector>

namespace kleene::facts {

class ModRef {
public:
  explicit ModRef(const ir::Program& program);
  ModRef(const ir::Program& program, const CallGraph& calls);

  const std::vector<VarId>& modified(ir::ProcId f) const { return modified_[f.index()]; }
  /// Read or changed.
  const std::vector<VarId>& used(ir::ProcId f) const { return used_[f.index()]; }
  bool modifies(ir::ProcId f, VarId global) const;

private:
  std::vector<std::vector<VarId>> modified_; ///< sorted
  std::vector<std::vector<VarId>> used_;
};

} // namespace kleene::facts
