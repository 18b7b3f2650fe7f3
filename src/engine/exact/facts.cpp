// SPDX-License-Identifier: Apache-2.0
#include "facts.h"

#include "kleene/analysis/invariants.h"

#include <algorithm>

namespace kleene::engine::exact {

Facts::Facts(const BlockProgram& program) : at_exit_(program.procedures().size()) {
  for (const ir::Procedure& p : program.program().procedures)
    facts_.emplace_back(p.locations.size());
}

Facts::Facts(const BlockProgram& program, IntegerModel model, Budget& budget) : Facts(program) {
  const ir::Program& ir = program.program();
  analysis::Invariants invariants = analysis::invariants(ir, model, budget);
  for (const Procedure& p : program.procedures()) {
    const ir::Procedure& cfg = ir.procedure(p.id);
    for (ir::LocId l : p.cuts) {
      Term formula = analysis::formula(ir, model, invariants[p.id.index()][l.index()]);
      facts_[p.id.index()][l.index()] = conjuncts(program.in_own_words(p.id, formula));
    }
    for (Term t : at(p.id, cfg.exit)) {
      bool can_be_seen = std::ranges::all_of(variables_of(t), [&](VarId v) {
        return program.is_entry_copy(v) || !ir.variable(v).owner.valid()
               || std::ranges::find(cfg.returns, v) != cfg.returns.end();
      });
      if (can_be_seen) at_exit_[p.id.index()].push_back(t);
    }
  }
}

} // namespace kleene::engine::exact
