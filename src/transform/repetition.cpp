// SPDX-License-Identifier: Apache-2.0
#include "repetition.h"

#include "kleene/facts/loops.h"
#include "kleene/support/graph.h"

namespace kleene::transform {

bool Repetition::repeats(ir::ProcId procedure, std::size_t edge) const {
  const ir::Procedure& p = program_.procedure(procedure);
  std::size_t from = p.edges[edge].from.index();
  return leads_to(facts::control_flow(p), from, from);
}

bool Repetition::once(ir::ProcId procedure) const {
  if (recursive(procedure)) return false;
  const auto& sites = calls_.sites(procedure);
  if (sites.empty()) return true;
  return sites.size() == 1 && procedure != program_.entry
         && !repeats(sites[0].caller, sites[0].edge) && once(sites[0].caller);
}

} // namespace kleene::transform
