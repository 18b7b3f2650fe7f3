// SPDX-License-Identifier: Apache-2.0
#include "bindings.h"

#include "kleene/domain/boolean_value.h"

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
    return domain::boolean_value(t, values_, [this](VarId v) {
      return manager_.variable(states_[0][relations_.component(v)]);
    });
  }

  const ProgramRelations& relations_;
  BddManager& manager_;
  std::vector<std::vector<BddVar>> states_;
  domain::BooleanValues values_;
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
