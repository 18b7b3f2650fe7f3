// SPDX-License-Identifier: Apache-2.0
#include "call_graph.h"

#include <algorithm>

namespace kleene::engine::linear {

CallGraph::CallGraph(const ir::Program& program)
    : group_of(program.procedures.size(), npos), sites(program.procedures.size()) {
  facts::CallGraph calls(program);
  auto used = [&](ir::ProcId p) { return calls.reachable(p); };
  for (const std::vector<ir::ProcId>& all : calls.groups()) {
    Group group;
    std::ranges::copy_if(all, std::back_inserter(group.members), used);
    if (group.members.empty()) continue;
    group.recursive = calls.recursive(group.members.front());
    for (ir::ProcId p : group.members) {
      group_of[p.index()] = groups.size();
      std::ranges::copy_if(calls.sites(p),
                           std::back_inserter(sites[p.index()]),
                           [&](const CallSite& site) { return used(site.caller); });
    }
    groups.push_back(std::move(group));
  }
}

} // namespace kleene::engine::linear
