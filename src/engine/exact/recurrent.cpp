// SPDX-License-Identifier: Apache-2.0
#include "recurrent.h"

#include <algorithm>

namespace kleene::engine::exact {
namespace {

/// Formulas at cut points, carried backward to the locations between them.
class Between {
public:
  Between(const BlockProgram& program, ir::ProcId f, std::vector<Term>& formulas)
      : program_(program),
        terms_(program.terms()),
        cfg_(program.program().procedure(f)),
        outgoing_(cfg_.outgoing()),
        formulas_(formulas) {
    for (ir::LocId l : program.procedure(f).cuts)
      done_.insert(l);
  }

  void run() {
    for (std::size_t l = 0; l < cfg_.locations.size(); ++l)
      visit(ir::LocId(l));
  }

private:
  void visit(ir::LocId start) {
    std::vector<ir::LocId> work{start};
    while (!work.empty()) {
      ir::LocId l = work.back();
      if (done_.contains(l)) {
        work.pop_back();
        continue;
      }
      std::size_t before = work.size();
      for (std::size_t e : outgoing_[l.index()])
        if (!done_.contains(cfg_.edges[e].to)) work.push_back(cfg_.edges[e].to);
      if (work.size() > before) continue;
      std::vector<Term> ways;
      for (std::size_t e : outgoing_[l.index()])
        ways.push_back(way(cfg_.edges[e]));
      Term sum = terms_.disj(std::move(ways));
      formulas_[l.index()] = sum.is_false() ? Term() : sum;
      done_.insert(l);
    }
  }

  Term way(const ir::Edge& edge) {
    Term behind = formulas_[edge.to.index()];
    if (behind.null() || std::holds_alternative<ir::Halt>(edge.statement))
      return terms_.truth(false);
    if (const auto* assume = std::get_if<ir::Assume>(&edge.statement))
      return terms_.conj(assume->condition, behind);
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
    return depends ? terms_.truth(false) : behind;
  }

  const BlockProgram& program_;
  TermManager& terms_;
  const ir::Procedure& cfg_;
  std::vector<std::vector<std::size_t>> outgoing_;
  std::vector<Term>& formulas_;
  std::set<ir::LocId> done_;
};

class Writer {
public:
  Writer(const AbstractProgram& abstract, const Forward& reached, const NonTermination& nonterm)
      : abstract_(abstract),
        program_(abstract.program()),
        reached_(reached),
        nonterm_(nonterm),
        terms_(program_.terms()) {}

  evidence::RecurrentSet run() {
    evidence::RecurrentSet result;
    for (const Procedure& p : program_.procedures()) {
      std::size_t locations = program_.program().procedure(p.id).locations.size();
      std::vector<Term>& states = result.states.emplace_back(locations);
      evidence::InductiveProof::Procedure& pairs = result.calls.procedures.emplace_back();
      if (!program_.reachable(p.id)) continue;
      for (ir::LocId l : p.cuts)
        states[l.index()] = states_at(p.id, l);
      Between(program_, p.id, states).run();
      if (!nonterm_.stays(p.id, abstract_.entry(p.id)).is_false()) write_pairs(p, pairs);
    }
    result.procedure = program_.program().entry;
    result.location = abstract_.entry(result.procedure);
    return result;
  }

private:
  void write_pairs(const Procedure& p, evidence::InductiveProof::Procedure& pairs) {
    pairs.invariants.resize(program_.program().procedure(p.id).locations.size());
    for (ir::LocId l : p.cuts) {
      const Bdd& stays = nonterm_.stays(p.id, l);
      if (stays.is_false()) continue;
      std::vector<Term> parts = constants(p.id);
      parts.push_back(abstract_.domain().formula(stays));
      pairs.invariants[l.index()] = terms_.conj(std::move(parts));
    }
    pairs.summary = abstract_.domain().formula(reached_.states(p.id, abstract_.exit(p.id)));
    Between(program_, p.id, pairs.invariants).run();
  }

  std::vector<Term> constants(ir::ProcId f) const {
    std::vector<Term> result;
    for (VarId v : program_.program().procedure(f).parameters)
      if (program_.is_constant(v))
        result.push_back(terms_.eq(program_.variable(v), program_.entry_copy(v)));
    return result;
  }

  /// Without the entry: parameters that never change are said by themselves, the rest is forgotten.
  Term states_at(ir::ProcId f, ir::LocId l) {
    const Bdd& must = nonterm_.states(f, l).must;
    if (must.is_false()) return {};
    domain::PredicateList about_entry;
    Substitution own(terms_);
    for (VarId v : program_.program().procedure(f).parameters)
      if (program_.is_constant(v)) own.add(program_.entry_copy(v).variable(), program_.variable(v));
    for (Term p : abstract_.predicates(f, l))
      for (VarId v : variables_of(p))
        if (program_.is_entry_copy(v) && !program_.is_constant(program_.original(v))) {
          about_entry.push_back(p);
          break;
        }
    return own(abstract_.domain().formula(abstract_.domain().forget(must, about_entry)));
  }

  const AbstractProgram& abstract_;
  const BlockProgram& program_;
  const Forward& reached_;
  const NonTermination& nonterm_;
  TermManager& terms_;
};

} // namespace

evidence::RecurrentSet recurrent_set(const AbstractProgram& abstract,
                                     const Forward& reached,
                                     const NonTermination& nonterm) {
  return Writer(abstract, reached, nonterm).run();
}

} // namespace kleene::engine::exact
