// SPDX-License-Identifier: Apache-2.0
#include "validity_check.h"

#include <fmt/core.h>

namespace kleene::evidence {

std::string objection_to_validity(const Problem& problem) {
  if (!problem.asks_for_validity()) return {};
  for (const ir::Procedure& p : problem.program.procedures)
    for (const ir::Edge& e : p.edges) {
      if (!problem.is_target(p.locations[e.to.index()])) continue;
      bool asks = false;
      for (Term t : ir::evaluated_terms(e.statement))
        for_each_subterm(t, [&](Term s) {
          asks |= s.op() == Op::Valid || s.op() == Op::Writable || s.op() == Op::Freeable;
        });
      if (asks)
        return fmt::format("whether an address is valid at {} depends on the addresses of objects",
                           problem.program.files.describe(e.range));
    }
  return {};
}

} // namespace kleene::evidence
