// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/summaries/analysis.h"

#include <algorithm>

#include "backward.h"
#include "forward.h"
#include "nonterm.h"
#include "places.h"

namespace kleene::engine::summaries {

PlaceSet PlaceSet::nowhere(const ir::Program& program) {
  PlaceSet result;
  for (const ir::Procedure& p : program.procedures)
    result.locations.emplace_back(p.locations.size(), false);
  return result;
}

PlaceSet PlaceSet::everywhere(const ir::Program& program) {
  return nowhere(program).complement();
}

PlaceSet PlaceSet::targets(const ir::Program& program, const ir::TargetSelection& selection) {
  PlaceSet result = nowhere(program);
  for (std::size_t p = 0; p < program.procedures.size(); ++p)
    for (std::size_t l = 0; l < program.procedures[p].locations.size(); ++l)
      result.locations[p][l] = selection.selects(program.procedures[p].locations[l]);
  return result;
}

PlaceSet PlaceSet::complement() const {
  PlaceSet result = *this;
  result.end = !end;
  for (std::vector<bool>& procedure : result.locations)
    procedure.flip();
  return result;
}

std::vector<bool> as_nodes(const PlaceSet& places) {
  std::vector<bool> result;
  for (const std::vector<bool>& procedure : places.locations)
    result.insert(result.end(), procedure.begin(), procedure.end());
  return result;
}

bool reaches_end(const domain::BooleanDomain& domain,
                 const ControlFlow& flow,
                 const ForwardReach& reach) {
  for (Node n = 0; n < flow.size(); ++n)
    if (!reach.pairs(n).is_false()
        && std::ranges::any_of(flow.outgoing(n), [&](Step s) { return flow.halts(s); }))
      return true;
  ir::ProcId main = domain.scope().program().entry;
  const Bdd& at_exit = reach.pairs(flow.exit(main));
  if (!domain.scope().called(main)) return !at_exit.is_false();
  return at_exit.intersects(domain.initial()); // by the first activation
}

bool reaches(const ir::Program& program,
             const PlaceSet& goal,
             Direction direction,
             Budget& budget,
             Observer& observer,
             BddLimits limits) {
  BddManager manager(budget, limits);
  domain::BooleanScope scope(program);
  domain::BooleanDomain domain(scope, manager);
  ControlFlow flow(scope);
  if (direction == Direction::Backward)
    return BackwardReach(domain, flow, as_nodes(goal), goal.end).run(observer);
  Places places{std::vector<bool>(flow.size(), true), as_nodes(goal)};
  ForwardReach reach(domain, flow, places);
  return reach.run(observer) || (goal.end && reaches_end(domain, flow, reach));
}

bool stays(const ir::Program& program,
           const PlaceSet& allowed,
           Direction direction,
           Budget& budget,
           Observer& observer) {
  BddManager manager(budget);
  domain::BooleanScope scope(program);
  domain::BooleanDomain domain(scope, manager);
  ControlFlow flow(scope);
  if (direction == Direction::Backward)
    return BackwardNonTermination(domain, flow, as_nodes(allowed), allowed.end).run(observer);
  Places places{as_nodes(allowed), std::vector<bool>(flow.size(), false)};
  ForwardReach reach(domain, flow, places);
  reach.run(observer);
  if (allowed.end && reaches_end(domain, flow, reach)) return true;
  NonTermination nonterm(domain, flow, reach);
  nonterm.run(observer);
  return nonterm.from_start();
}

} // namespace kleene::engine::summaries
