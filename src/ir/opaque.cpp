// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/opaque.h"

#include <algorithm>

namespace kleene::ir {

bool is_opaque(const Location& location) {
  return location.target && location.target->kind == TargetKind::Opaque;
}

std::vector<OpaquePlace> opaque_places(const Program& program) {
  std::vector<OpaquePlace> result;
  for (const Procedure& p : program.procedures)
    for (const Edge& e : p.edges) {
      const Location& to = p.locations[e.to.index()];
      if (!is_opaque(to) || e.from == e.to) continue;
      OpaquePlace place{to.target->function, e.range};
      auto same = [&](const OpaquePlace& other) {
        return other.construct == place.construct && other.range == place.range;
      };
      if (std::ranges::none_of(result, same)) result.push_back(std::move(place));
    }
  return result;
}

} // namespace kleene::ir
