// SPDX-License-Identifier: Apache-2.0
#include "kleene/transform/branch_sites.h"

#include "kleene/ir/text.h"

#include <algorithm>

namespace kleene::transform {
namespace {

const ir::Assume* guard(const ir::Edge& edge) {
  const auto* assume = std::get_if<ir::Assume>(&edge.statement);
  return assume != nullptr && assume->kind == ir::AssumeKind::Guard ? assume : nullptr;
}

/// A place of the source; what is done when a function is entered, before its first statement, is none.
bool in_source(const ir::Procedure& p, const SourceRange& range) {
  return range.known() && (range.file != p.range.file || range.begin != p.range.begin);
}

/// The edges of a location, if each is an outcome of one decision.
bool decides(const ir::Procedure& p, const std::vector<std::size_t>& edges) {
  return edges.size() > 1 && std::ranges::all_of(edges, [&](std::size_t e) {
           const ir::Assume* assume = guard(p.edges[e]);
           return assume != nullptr && !assume->condition.is_constant()
                  && in_source(p, p.edges[e].range);
         });
}

} // namespace

std::vector<Branch> branches_of(const ir::Program& program) {
  std::vector<Branch> result;
  for (std::size_t i = 0; i < program.procedures.size(); ++i) {
    const ir::Procedure& p = program.procedures[i];
    if (p.library) continue;
    for (const std::vector<std::size_t>& edges : p.outgoing())
      if (decides(p, edges))
        for (std::size_t e : edges)
          result.push_back({ir::ProcId(i),
                            e,
                            ir::to_string(guard(p.edges[e])->condition, program),
                            p.edges[e].range});
  }
  return result;
}

Checked with_branch_sites(const ir::Program& program,
                          const std::vector<Branch>& branches,
                          const std::set<std::size_t>& dropped) {
  Checked result{{program, Back(program)}, {}};
  for (std::size_t i = 0; i < branches.size(); ++i) {
    const Branch& branch = branches[i];
    CheckSite site{Property::UnreachCall, branch.what, branch.range, branch.procedure, {}};
    if (!dropped.contains(i)) {
      ir::Procedure& p = result.transformed.program.procedure(branch.procedure);
      site.location = p.add_location();
      ir::LocId to = p.edges[branch.edge].to;
      ir::Location& place = p.locations[site.location.index()];
      place.labels.emplace_back(branch_label);
      place.interior = p.locations[to.index()].interior;
      p.edges[branch.edge].to = site.location;
      p.add_edge(site.location, to, ir::Skip{}, branch.range);
    }
    result.sites.push_back(std::move(site));
  }
  return result;
}

} // namespace kleene::transform
