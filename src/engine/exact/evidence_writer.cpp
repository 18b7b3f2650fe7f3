// SPDX-License-Identifier: Apache-2.0
#include "evidence_writer.h"

#include <algorithm>

namespace kleene::engine::exact {

EvidenceWriter::EvidenceWriter(const AbstractProgram& abstract)
    : abstract_(abstract), program_(abstract.program()), terms_(program_.terms()) {}

Term EvidenceWriter::current(ir::ProcId f, Term t) const {
  Substitution own(terms_);
  for (VarId v : program_.program().procedure(f).parameters)
    if (program_.is_constant(v)) own.add(program_.entry_copy(v).variable(), program_.variable(v));
  return own(t);
}

Term EvidenceWriter::states(ir::ProcId f, ir::LocId l, const Bdd& set) const {
  if (set.is_false()) return {};
  domain::PredicateList about_entry;
  for (Term p : abstract_.predicates(f, l))
    if (std::ranges::any_of(variables_of(p), [&](VarId v) {
          return program_.is_entry_copy(v) && !program_.is_constant(program_.original(v));
        }))
      about_entry.push_back(p);
  std::vector<Term> parts = abstract_.facts().at(f, l);
  parts.push_back(abstract_.domain().formula(abstract_.domain().forget(set, about_entry)));
  return current(f, terms_.conj(std::move(parts)));
}

Term EvidenceWriter::pairs(ir::ProcId f, ir::LocId l, const Bdd& set) const {
  if (set.is_false()) return {};
  std::vector<Term> parts = abstract_.facts().at(f, l);
  for (VarId v : program_.program().procedure(f).parameters)
    if (program_.is_constant(v))
      parts.push_back(terms_.eq(program_.variable(v), program_.entry_copy(v)));
  parts.push_back(abstract_.domain().formula(set));
  return terms_.conj(std::move(parts));
}

Term EvidenceWriter::summary(ir::ProcId f, const Bdd& exit) const {
  std::vector<Term> parts = abstract_.facts().at_exit(f);
  parts.push_back(abstract_.domain().formula(exit));
  return terms_.conj(std::move(parts));
}

Term EvidenceWriter::value_before(const ir::Edge& edge, Term behind) const {
  if (behind.null() || std::holds_alternative<ir::Halt>(edge.statement)) return {};
  if (const auto* assign = std::get_if<ir::Assign>(&edge.statement)) {
    Substitution after(terms_);
    for (std::size_t i = 0; i < assign->targets.size(); ++i)
      after.add(assign->targets[i], assign->values[i]);
    return after(behind);
  }
  // What else is written there has values that we do not know.
  std::vector<VarId> spoken = variables_of(behind);
  std::vector<VarId> written = ir::written_variables(edge.statement);
  bool depends = std::ranges::any_of(
      written, [&](VarId v) { return std::ranges::find(spoken, v) != spoken.end(); });
  return depends ? Term() : behind;
}

Term EvidenceWriter::before(const ir::Edge& edge, Term behind) const {
  Term result = value_before(edge, behind);
  if (result.null()) return {};
  if (const auto* assume = std::get_if<ir::Assume>(&edge.statement))
    result = terms_.conj(assume->condition, result);
  return result.is_false() ? Term() : result;
}

void EvidenceWriter::fill_between(ir::ProcId f, std::vector<Term>& formulas) const {
  const ir::Procedure& cfg = program_.program().procedure(f);
  std::vector<std::vector<std::size_t>> outgoing = cfg.outgoing();
  std::set<ir::LocId> done(program_.procedure(f).cuts.begin(), program_.procedure(f).cuts.end());
  for (std::size_t start = 0; start < cfg.locations.size(); ++start) {
    std::vector<ir::LocId> work{ir::LocId(start)};
    while (!work.empty()) {
      ir::LocId l = work.back();
      if (done.contains(l)) {
        work.pop_back();
        continue;
      }
      std::size_t waiting = work.size();
      for (std::size_t e : outgoing[l.index()])
        if (!done.contains(cfg.edges[e].to)) work.push_back(cfg.edges[e].to);
      if (work.size() > waiting) continue;
      std::vector<Term> ways;
      for (std::size_t e : outgoing[l.index()])
        if (Term way = before(cfg.edges[e], formulas[cfg.edges[e].to.index()]); !way.null())
          ways.push_back(way);
      formulas[l.index()] = ways.empty() ? Term() : terms_.disj(std::move(ways));
      done.insert(l);
    }
  }
}

std::vector<evidence::Choice> EvidenceWriter::choices(const MustSide& must) const {
  std::vector<evidence::Choice> result;
  for (const Procedure& p : program_.procedures()) {
    const std::vector<ir::Edge>& edges = program_.program().procedure(p.id).edges;
    for (std::size_t e = 0; e < edges.size(); ++e) {
      const auto* havoc = std::get_if<ir::Havoc>(&edges[e].statement);
      if (havoc == nullptr || havoc->choice != ir::Choice::Input) continue;
      const std::vector<std::size_t>& blocks = abstract_.blocks_from(p.id, edges[e].from);
      if (blocks.size() != 1 || p.blocks[blocks.front()].to != edges[e].to) continue;
      const Values& written = p.blocks[blocks.front()].move.values;
      for (const Values& chosen : must.choices(p.id, edges[e].from)) {
        evidence::Choice choice{p.id, e, {}};
        for (VarId v : havoc->variables) {
          auto fresh = written.find(v);
          if (fresh == written.end() || !fresh->second.is_variable()) break;
          auto value = chosen.find(fresh->second.variable());
          if (value == chosen.end()) break;
          choice.values.push_back(current(p.id, value->second));
        }
        bool in_scope = std::ranges::none_of(choice.values, [&](Term t) {
          return std::ranges::any_of(variables_of(t), [&](VarId v) {
            return v.index() >= program_.program().variables.size();
          });
        });
        if (in_scope && choice.values.size() == havoc->variables.size())
          result.push_back(std::move(choice));
      }
    }
  }
  return result;
}

} // namespace kleene::engine::exact
