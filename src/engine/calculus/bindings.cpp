// SPDX-License-Identifier: Apache-2.0
#include "bindings.h"

#include "kleene/support/invariant.h"

#include <unordered_map>

namespace kleene::engine::calculus {
namespace {

namespace language = kleene::calculus;

/// Makes the clauses of one relation.
class ClauseMaker {
public:
  ClauseMaker(const ProgramRelations& relations,
              BddManager& manager,
              const std::vector<language::TypedBlock>& formals)
      : relations_(relations), manager_(manager) {
    for (const language::TypedBlock& formal : formals) {
      std::vector<BddVar> bits = formal.component("G").bits.variables();
      std::vector<BddVar> locals = formal.component("L").bits.variables();
      bits.insert(bits.end(), locals.begin(), locals.end());
      states_.push_back(std::move(bits));
    }
  }

  language::InputClause clause(const ProgramClause& from) {
    language::InputClause result;
    for (const ir::ProgramPoint& place : from.places) {
      if (relations_.module_count() > 1)
        result.codes.push_back(relations_.module_number(place.procedure));
      if (relations_.pc_count() > 1)
        result.codes.push_back(relations_.pc(place.procedure, place.location));
    }
    if (from.condition) result.rest = value(*from.condition);
    for (const auto& [component, source] : from.last) {
      BddVar bit = states_.back()[component];
      if (source.kind == Source::Kind::Copy)
        result.equal.emplace_back(states_[source.state][source.component], bit);
      else if (source.kind == Source::Kind::Constant)
        result.rest &= manager_.literal(bit, source.constant);
      else
        result.rest &= manager_.variable(bit).iff(value(source.value));
    }
    return result;
  }

private:
  Bdd value(Term t) {
    if (auto known = values_.find(t); known != values_.end()) return known->second;
    Bdd result = compute(t);
    values_.emplace(t, result);
    return result;
  }

  Bdd compute(Term t) {
    Bdd result;
    switch (t.op()) {
    case Op::Constant:
      return Bdd(t.is_true());
    case Op::Variable:
      return manager_.variable(states_[0][relations_.component(t.variable())]);
    case Op::Not:
      return !value(t.arg(0));
    case Op::And:
      result = Bdd(true);
      for (std::size_t i = 0; i < t.arity(); ++i)
        result &= value(t.arg(i));
      return result;
    case Op::Or:
      for (std::size_t i = 0; i < t.arity(); ++i)
        result |= value(t.arg(i));
      return result;
    case Op::Eq:
      return value(t.arg(0)).iff(value(t.arg(1)));
    case Op::Ite:
      return ite(value(t.arg(0)), value(t.arg(1)), value(t.arg(2)));
    default:
      KL_INVARIANT(false, "a Boolean program should have Boolean operators only");
    }
  }

  const ProgramRelations& relations_;
  BddManager& manager_;
  std::vector<std::vector<BddVar>> states_;
  std::unordered_map<Term, Bdd> values_;
};

} // namespace

void bind_relations(const ProgramRelations& relations, language::Session& session) {
  for (const std::string& name : session.open_inputs()) {
    std::optional<std::vector<ProgramClause>> clauses = relations.clauses(name);
    if (!clauses) continue;
    session.bind(name,
                 language::InputClauses(
                     [&relations, clauses = std::move(*clauses)](
                         BddManager& manager, const std::vector<language::TypedBlock>& formals) {
                       ClauseMaker maker(relations, manager, formals);
                       std::vector<language::InputClause> result;
                       for (const ProgramClause& clause : clauses)
                         result.push_back(maker.clause(clause));
                       return result;
                     }));
  }
}

} // namespace kleene::engine::calculus
