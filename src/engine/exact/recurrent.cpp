// SPDX-License-Identifier: Apache-2.0
#include "recurrent.h"

#include "evidence_writer.h"

namespace kleene::engine::exact {

evidence::RecurrentSet
recurrent_set(const AbstractProgram& abstract, const Forward& reached, NonTermination& nonterm) {
  const BlockProgram& program = abstract.program();
  EvidenceWriter written(abstract);
  evidence::RecurrentSet result;
  for (const Procedure& p : program.procedures()) {
    std::size_t locations = program.program().procedure(p.id).locations.size();
    std::vector<Term>& states = result.states.emplace_back(locations);
    evidence::InductiveProof::Procedure& pairs = result.calls.procedures.emplace_back();
    if (!program.reachable(p.id)) continue;
    for (ir::LocId l : p.cuts)
      states[l.index()] = written.states(p.id, l, nonterm.states(p.id, l).must);
    written.fill_between(p.id, states);
    if (nonterm.stays(p.id, abstract.entry(p.id)).is_false()) continue;
    pairs.invariants.resize(locations);
    for (ir::LocId l : p.cuts)
      pairs.invariants[l.index()] = written.pairs(p.id, l, nonterm.stays(p.id, l));
    pairs.summary = written.summary(p.id, reached.states(p.id, abstract.exit(p.id)));
    written.fill_between(p.id, pairs.invariants);
  }
  result.choices = written.choices(nonterm.must_side());
  result.procedure = program.program().entry;
  result.location = abstract.entry(result.procedure);
  return result;
}

} // namespace kleene::engine::exact
