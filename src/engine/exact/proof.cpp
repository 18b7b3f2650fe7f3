// SPDX-License-Identifier: Apache-2.0
#include "proof.h"

namespace kleene::engine::exact {

evidence::InductiveProof proof_of(const AbstractProgram& abstract, const Forward& reached) {
  const BlockProgram& program = abstract.program();
  TermManager& terms = program.terms();
  evidence::InductiveProof proof;
  proof.sparse = true;
  for (const Procedure& p : program.procedures()) {
    const ir::Procedure& cfg = program.program().procedure(p.id);
    evidence::InductiveProof::Procedure& mine = proof.procedures.emplace_back();
    if (!program.reachable(p.id) || reached.states(p.id, cfg.entry).is_false()) continue;
    // Constant parameters were written as their entry copies.
    std::vector<Term> constants;
    for (VarId v : cfg.parameters)
      if (program.is_constant(v))
        constants.push_back(terms.eq(program.variable(v), program.entry_copy(v)));
    mine.invariants.resize(cfg.locations.size());
    for (ir::LocId l : p.cuts) {
      std::vector<Term> parts = constants;
      const std::vector<Term>& facts = abstract.facts().at(p.id, l);
      parts.insert(parts.end(), facts.begin(), facts.end());
      parts.push_back(abstract.domain().formula(reached.states(p.id, l)));
      mine.invariants[l.index()] = terms.conj(std::move(parts));
    }
    std::vector<Term> summary = abstract.facts().at_exit(p.id);
    summary.push_back(abstract.domain().formula(reached.states(p.id, cfg.exit)));
    mine.summary = terms.conj(std::move(summary));
  }
  return proof;
}

} // namespace kleene::engine::exact
