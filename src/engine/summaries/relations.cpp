// SPDX-License-Identifier: Apache-2.0
#include "relations.h"

namespace kleene::engine::summaries {

Bdd Backward::pre(Node k, const Sets& X) const {
  Bdd result;
  for (Step step : flow_.outgoing(k)) {
    if (flow_.call(step) != nullptr) continue;
    if (flow_.halts(step)) {
      if (end_) return Bdd(true);
    } else if (const Bdd& after = X[flow_.to(step)]; !after.is_false()) {
      result |= domain_.pre(step, after);
    }
  }
  return result;
}

} // namespace kleene::engine::summaries
