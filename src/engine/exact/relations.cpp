// SPDX-License-Identifier: Apache-2.0
#include "relations.h"

namespace kleene::engine::exact {

std::vector<Relations::Call> Relations::calls(const ir::ProgramPoint& k) const {
  std::vector<Call> result;
  for (std::size_t c : abstract_.calls_from(k.procedure, k.location))
    result.push_back({k.procedure, c});
  return result;
}

const Bdd& Relations::inside(const Call& c, const Sets& X) const {
  ir::ProcId callee = step(c).callee;
  return set(X, {callee, abstract_.entry(callee)});
}

const Bdd& Relations::behind(const Call& c, const Sets& X) const {
  return set(X, {c.caller, step(c).to});
}

Bdd MayRelations::pre(const ir::ProgramPoint& k, const Sets& X) const {
  auto [f, l] = k;
  Bdd result;
  for (std::size_t b : abstract_.blocks_from(f, l)) {
    ir::LocId to = abstract_.program().procedure(f).blocks[b].to;
    result |= abstract_.domain().pre(abstract_.block(f, b), set(X, {f, to}));
  }
  return result;
}

Bdd MayRelations::into(const Call& c, const Sets& X) const {
  return abstract_.domain().pre(abstract_.into(c.caller, c.index), inside(c, X));
}

Bdd MayRelations::over(const Call& c, const Sets& X) const {
  return abstract_.domain().pre(
      abstract_.over(c.caller, c.index), must_.exits(step(c).callee), behind(c, X));
}

} // namespace kleene::engine::exact
