// SPDX-License-Identifier: Apache-2.0
#include "given_pairs.h"

#include "kleene/domain/boolean_value.h"
#include "kleene/evidence/inductive.h"

#include <algorithm>
#include <unordered_map>

namespace kleene::engine::summaries {
namespace {

/// Formulas of one procedure.
class Reader {
public:
  Reader(const domain::BooleanDomain& domain, ir::ProcId p) : space_(domain.space()) {
    const ir::Program& program = domain.scope().program();
    for (VarId v : domain.scope().carried(p)) {
      places_[v] = space_.current(v);
      places_[evidence::entry_copy(program, v)] = space_.entry(v);
    }
    // What the procedure does not carry gets a place all the same, and is forgotten afterwards.
    for (VarId g : program.globals)
      if (space_.position(g)) {
        places_.try_emplace(g, space_.current(g));
        places_.try_emplace(evidence::entry_copy(program, g), space_.entry(g));
      }
  }

  Bdd value(Term t) {
    return domain::boolean_value(
        t, values_, [this](VarId v) { return space_.manager().variable(places_.at(v)); });
  }

private:
  const domain::BooleanSpace& space_;
  std::unordered_map<VarId, BddVar> places_;
  domain::BooleanValues values_;
};

/// The variables of a set that pairs at this place do not speak of.
VarSet not_carried(const domain::BooleanDomain& domain, ir::ProcId p, ir::LocId l, const Bdd& set) {
  const domain::BooleanScope& scope = domain.scope();
  std::vector<BddVar> kept;
  for (VarId v : scope.live(p, l))
    kept.push_back(domain.space().current(v));
  if (scope.called(p))
    for (VarId v : scope.inputs(p))
      kept.push_back(domain.space().entry(v));
  VarSet others;
  for (BddVar v : set.support().variables())
    if (std::ranges::find(kept, v) == kept.end()) others = others | VarBlock({v}).set();
  return others;
}

} // namespace

std::vector<Bdd> given_pairs(const domain::BooleanDomain& domain,
                             const ControlFlow& flow,
                             const std::vector<std::vector<Term>>& pairs) {
  std::vector<Bdd> result(flow.size());
  for (std::size_t f = 0; f < pairs.size(); ++f) {
    ir::ProcId p(f);
    if (!domain.scope().used(p)) continue;
    Reader reader(domain, p);
    for (std::size_t l = 0; l < pairs[f].size(); ++l) {
      if (pairs[f][l].null()) continue;
      Bdd set = reader.value(pairs[f][l]);
      result[flow.node(p, ir::LocId(l))] = set.exists(not_carried(domain, p, ir::LocId(l), set));
    }
  }
  return result;
}

} // namespace kleene::engine::summaries
