// SPDX-License-Identifier: Apache-2.0
#include "kleene/verify/vacuity.h"

#include "kleene/analysis/invariants.h"
#include "kleene/analysis/vacuity.h"
#include "kleene/ir/opaque.h"

#include <algorithm>

namespace kleene::verify {
namespace {

/// Per procedure and location: whether something could fail there. What is not modelled may fail in any way.
using Sites = std::vector<std::vector<bool>>;

bool may_overflow(const ir::Program& program, const ir::Statement& statement) {
  const analysis::Facts anything{.reachable = true, .ranges = {}, .floats = {}};
  return std::ranges::any_of(ir::evaluated_terms(statement),
                             [&](Term t) { return analysis::may_overflow(program, anything, t); });
}

Sites sites_of(const evidence::Problem& problem) {
  Sites result;
  for (const ir::Procedure& p : problem.program.procedures) {
    std::vector<bool>& sites = result.emplace_back(p.locations.size());
    bool overflows = problem.events().overflows;
    for (std::size_t l = 0; l < sites.size(); ++l)
      sites[l] =
          overflows ? ir::is_opaque(p.locations[l]) : problem.targets.selects(p.locations[l]);
    for (const ir::Edge& edge : p.edges)
      if (overflows && may_overflow(problem.program, edge.statement))
        sites[edge.from.index()] = true;
  }
  return result;
}

} // namespace

std::string vacuity(const evidence::Problem& problem, Budget& budget) {
  constexpr double seconds = 2;
  const ir::Program& program = problem.program;
  if (problem.events().no_end) return {};
  Sites sites = sites_of(problem);
  auto is_site = [&](ir::ProcId p, ir::LocId l) { return bool(sites[p.index()][l.index()]); };
  Budget slice = budget.slice(seconds);
  try {
    return analysis::why_vacuous(program, problem.integers, is_site, slice);
  } catch (const ResourceOut&) {
    return {};
  }
}

} // namespace kleene::verify
