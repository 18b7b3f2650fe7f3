// SPDX-License-Identifier: Apache-2.0
// Who calls whom.
#pragma once
#include "kleene/fixpoint/order.h"
#include "kleene/ir/program.h"

#include <vector>

namespace kleene::facts {

struct CallSite {
  ir::ProcId caller;
  std::size_t edge = 0; ///< index in the caller's edges
};

class CallGraph {
public:
  explicit CallGraph(const ir::Program& program);

  /// By procedure, once for each call.
  const fixpoint::Graph& callees() const { return callees_; }
  /// The calls of a procedure, those in procedures that are never reached included.
  const std::vector<CallSite>& sites(ir::ProcId f) const { return sites_[f.index()]; }
  bool called(ir::ProcId f) const { return !sites(f).empty(); }
  /// From the entry procedure, which can be reached itself.
  bool reachable(ir::ProcId f) const { return reachable_[f.index()]; }
  /// It can call itself, perhaps through others.
  bool recursive(ir::ProcId f) const { return recursive_[f.index()]; }

  /// Procedures that can call each other share a number; that of a callee is never greater.
  const std::vector<std::size_t>& ranks() const { return ranks_; }
  bool same_group(ir::ProcId f, ir::ProcId g) const {
    return ranks_[f.index()] == ranks_[g.index()];
  }
  /// Those groups, callees first; members in the order of the program.
  const std::vector<std::vector<ir::ProcId>>& groups() const { return groups_; }
  /// All procedures, group by group.
  std::vector<ir::ProcId> callees_first() const;

private:
  void find_reachable(ir::ProcId entry);

  fixpoint::Graph callees_;
  std::vector<std::vector<CallSite>> sites_;
  std::vector<bool> reachable_;
  std::vector<bool> recursive_;
  std::vector<std::size_t> ranks_;
  std::vector<std::vector<ir::ProcId>> groups_;
};

} // namespace kleene::facts
