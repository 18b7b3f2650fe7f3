// SPDX-License-Identifier: Apache-2.0
#include "proof.h"

namespace kleene::engine::exact {

Term known_at(const AbstractProgram& abstract, ir::ProcId f, ir::LocId l, const Bdd& states) {
  std::vector<Term> parts = abstract.facts().at(f, l);
  parts.push_back(abstract.domain().formula(states));
  return abstract.program().terms().conj(std::move(parts));
}

Move step_over(const AbstractProgram& abstract, const CallStep& call, const Bdd& exits) {
  Substitution leave(abstract.program().terms());
  for (const auto& [v, t] : call.leave)
    leave.add(v, t);
  Move move{{}, call.results};
  for (Term t : abstract.facts().at_exit(call.callee))
    move.condition.push_back(leave(t));
  move.condition.push_back(leave(abstract.domain().formula(exits)));
  return move;
}

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
      parts.push_back(known_at(abstract, p.id, l, reached.states(p.id, l)));
      mine.invariants[l.index()] = terms.conj(std::move(parts));
    }
    std::vector<Term> summary = abstract.facts().at_exit(p.id);
    summary.push_back(abstract.domain().formula(reached.states(p.id, cfg.exit)));
    mine.summary = terms.conj(std::move(summary));
  }
  return proof;
}

} // namespace kleene::engine::exact
