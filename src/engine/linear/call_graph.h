// SPDX-License-Identifier: Apache-2.0
// Who calls whom, in groups of mutual recursion, among the procedures that can be reached.
#pragma once
#include "kleene/facts/call_graph.h"

#include <vector>

namespace kleene::engine::linear {

using facts::CallSite;

struct CallGraph {
  /// A maximal set of procedures that can call each other.
  struct Group {
    std::vector<ir::ProcId> members;
    bool recursive = false;
  };
  /// Callees before callers; only what can be reached from the entry procedure.
  std::vector<Group> groups;
  std::vector<std::size_t> group_of;        ///< per procedure; `npos` if unreachable
  std::vector<std::vector<CallSite>> sites; ///< per procedure: the calls of it
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);

  explicit CallGraph(const ir::Program& program);
  bool same_group(ir::ProcId a, ir::ProcId b) const {
    return group_of[a.index()] == group_of[b.index()];
  }
};

} // namespace kleene::engine::linear
