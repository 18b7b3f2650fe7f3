// SPDX-License-Identifier: Apache-2.0
#include "formulas.h"

#include <algorithm>
#include <numeric>

namespace kleene::engine::summaries {
namespace {

Term variable(const ir::Program& program, VarId v) {
  return program.terms->variable(v, Type::boolean());
}

Term entry_value(const ir::Program& program, VarId v) {
  return variable(program, evidence::entry_copy(program, v));
}

/// The globals that a procedure leaves alone have their entry values.
Term frame(const domain::BooleanScope& scope, ir::ProcId p) {
  const ir::Program& program = scope.program();
  if (!scope.called(p)) return program.terms->truth(true);
  std::vector<Term> equalities;
  const std::vector<VarId>& written = scope.written_globals(p);
  for (VarId g : program.globals)
    if (scope.matters(g) && std::ranges::find(written, g) == written.end())
      equalities.push_back(program.terms->eq(variable(program, g), entry_value(program, g)));
  return program.terms->conj(std::move(equalities));
}

/// Places for all variables: in the present order for those the engine carries, others behind.
std::vector<std::size_t> variable_order(const domain::BooleanSpace& space) {
  const ir::Program& program = space.scope().program();
  std::vector<std::size_t> by_level(space.currents().size());
  std::iota(by_level.begin(), by_level.end(), std::size_t{0});
  std::ranges::sort(by_level, {}, [&](std::size_t place) {
    return space.manager().level(space.currents()[place]);
  });
  std::vector<std::size_t> rank(by_level.size());
  for (std::size_t i = 0; i < by_level.size(); ++i)
    rank[by_level[i]] = i;
  std::vector<std::size_t> order(program.variables.size(), 0);
  std::size_t next = space.currents().size();
  for (VarId g : program.globals)
    order[g.index()] = space.position(g) ? rank[*space.position(g)] : next++;
  for (const ir::Procedure& p : program.procedures) {
    std::size_t local = next;
    for (const auto* list : {&p.parameters, &p.returns, &p.locals})
      for (VarId v : *list)
        order[v.index()] = space.position(v) ? rank[*space.position(v)] : local++;
  }
  return order;
}

} // namespace

Formulas::Formulas(const domain::BooleanDomain& domain, ir::ProcId p)
    : terms_(*domain.scope().program().terms) {
  const ir::Program& program = domain.scope().program();
  for (VarId v : domain.scope().carried(p)) {
    variables_[domain.space().current(v)] = variable(program, v);
    variables_[domain.space().entry(v)] = entry_value(program, v);
  }
  known_[Bdd(false).id()] = {Bdd(false), terms_.truth(false)};
  known_[Bdd(true).id()] = {Bdd(true), terms_.truth(true)};
}

/// `condition ? yes : no`, as a person would write it.
Term Formulas::choice(Term condition, Term yes, Term no) {
  if (yes.is_false()) return terms_.conj(terms_.negate(condition), no);
  if (no.is_false()) return terms_.conj(condition, yes);
  if (yes.is_true()) return terms_.disj(condition, no);
  if (no.is_true()) return terms_.disj(terms_.negate(condition), yes);
  if (yes == terms_.negate(no)) return terms_.eq(condition, yes);
  return terms_.ite(condition, yes, no);
}

Term Formulas::term(const Bdd& set) {
  std::vector<Bdd> open{set};
  while (!open.empty()) {
    Bdd node = open.back();
    if (known_.contains(node.id())) {
      open.pop_back();
      continue;
    }
    Bdd low = node.low();
    Bdd high = node.high();
    auto low_term = known_.find(low.id());
    auto high_term = known_.find(high.id());
    if (low_term == known_.end()) open.push_back(low);
    if (high_term == known_.end()) open.push_back(high);
    if (low_term == known_.end() || high_term == known_.end()) continue;
    Term condition = variables_.at(node.top());
    Term result = choice(condition, high_term->second.term, low_term->second.term);
    known_[node.id()] = {node, result};
    open.pop_back();
  }
  return known_.at(set.id()).term;
}

evidence::InductiveProof inductive_proof(const domain::BooleanDomain& domain,
                                         const ControlFlow& flow,
                                         const ForwardReach& reach) {
  evidence::InductiveProof proof;
  const ir::Program& program = domain.scope().program();
  proof.order = variable_order(domain.space());
  for (std::size_t f = 0; f < program.procedures.size(); ++f) {
    ir::ProcId p(f);
    proof.procedures.emplace_back();
    if (reach.pairs(flow.entry(p)).is_false()) continue;
    Formulas formulas(domain, p);
    Term unchanged = frame(domain.scope(), p);
    auto& claims = proof.procedures.back();
    for (std::size_t l = 0; l < program.procedures[f].locations.size(); ++l) {
      const Bdd& pairs = reach.pairs(flow.node(p, ir::LocId(l)));
      claims.invariants.push_back(
          pairs.is_false() ? Term() : program.terms->conj(formulas.term(pairs), unchanged));
    }
    if (!domain.scope().called(p))
      claims.summary = program.terms->truth(true);
    else
      claims.summary = claims.invariants[program.procedures[f].exit.index()];
  }
  return proof;
}

LayerWriter::LayerWriter(const domain::BooleanDomain& domain, const ControlFlow& flow)
    : domain_(domain), flow_(flow) {
  reach_.order = variable_order(domain.space());
}

void LayerWriter::add(Node n, const Bdd& pairs) {
  ir::ProcId p = flow_.procedure(n);
  auto writer = procedures_.find(p);
  if (writer == procedures_.end())
    writer =
        procedures_.emplace(p, Procedure{Formulas(domain_, p), frame(domain_.scope(), p)}).first;
  Term formula = domain_.scope().program().terms->conj(writer->second.formulas.term(pairs),
                                                       writer->second.unchanged);
  reach_.layers.push_back({p, flow_.location(n), formula});
}

} // namespace kleene::engine::summaries
