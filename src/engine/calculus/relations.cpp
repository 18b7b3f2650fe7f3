// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/calculus/relations.h"

#include "kleene/support/invariant.h"

#include <fmt/core.h>

#include "program_relations.h"

namespace kleene::engine::calculus {
namespace {

/// Prints clauses as disjuncts.
class Writer {
public:
  explicit Writer(const ProgramRelations& relations) : relations_(relations) {}

  /// `states` are the names of the states of the relation.
  std::string relation(const std::string& name, const std::vector<std::string>& states) const {
    std::string formals;
    for (const std::string& state : states)
      formals += (formals.empty() ? "State " : ", State ") + state;
    std::string text;
    std::vector<ProgramClause> clauses = relations_.clauses(name).value();
    for (const ProgramClause& c : clauses)
      text += (text.empty() ? "    " : "\n  | ") + clause(c, states);
    return fmt::format("bool {}({})\n{};\n\n", name, formals, text.empty() ? "    false" : text);
  }

private:
  std::string clause(const ProgramClause& clause, const std::vector<std::string>& states) const {
    std::string text;
    for (std::size_t i = 0; i < states.size(); ++i)
      text += fmt::format("{0}{1}.mod = {2} & {1}.pc = {3}",
                          i == 0 ? "" : " & ",
                          states[i],
                          relations_.module_name(clause.places[i].procedure),
                          relations_.pc(clause.places[i].procedure, clause.places[i].location));
    if (clause.condition) text += " & " + formula(*clause.condition);
    std::optional<std::size_t> all = source_of_all_globals(clause);
    if (all) text += fmt::format(" & {}.G = {}.G", states.back(), states[*all]);
    for (const auto& [component, source] : clause.last)
      if (!all || component >= relations_.global_count())
        text += " & " + value(states.back(), component, source, states);
    return text;
  }

  /// The state from which all globals are copied as they are.
  std::optional<std::size_t> source_of_all_globals(const ProgramClause& clause) const {
    std::optional<std::size_t> from;
    for (ComponentId g = 0; g < relations_.global_count(); ++g) {
      auto source = clause.last.find(g);
      if (source == clause.last.end() || source->second.kind != Source::Kind::Copy
          || source->second.component != g || (from && *from != source->second.state))
        return std::nullopt;
      from = source->second.state;
    }
    return from;
  }

  std::string value(const std::string& state,
                    ComponentId component,
                    const Source& source,
                    const std::vector<std::string>& states) const {
    std::string name = state + "." + relations_.component_name(component);
    switch (source.kind) {
    case Source::Kind::Constant:
      return (source.constant ? "" : "!") + name;
    case Source::Kind::Copy:
      return fmt::format("({} <-> {}.{})",
                         name,
                         states[source.state],
                         relations_.component_name(source.component));
    case Source::Kind::Value:
      return fmt::format("({} <-> {})", name, formula(source.value));
    }
    return name;
  }

  /// A term over the first state, which is always called u.
  std::string formula(Term t) const {
    auto joined = [&](const char* op) {
      std::string result;
      for (std::size_t i = 0; i < t.arity(); ++i)
        result += (i == 0 ? "" : op) + formula(t.arg(i));
      return "(" + result + ")";
    };
    switch (t.op()) {
    case Op::Constant:
      return t.is_true() ? "true" : "false";
    case Op::Variable:
      return "u." + relations_.component_name(relations_.component(t.variable()));
    case Op::Not:
      return "!" + formula(t.arg(0));
    case Op::And:
      return joined(" & ");
    case Op::Or:
      return joined(" | ");
    case Op::Eq:
      return joined(" <-> ");
    case Op::Ite:
      return fmt::format(
          "(if ({}) {} else {})", formula(t.arg(0)), formula(t.arg(1)), formula(t.arg(2)));
    default:
      KL_INVARIANT(false, "a Boolean program should have Boolean operators only");
    }
  }

  const ProgramRelations& relations_;
};

} // namespace

std::string relations_text(const ir::Program& program, const ir::TargetSelection& targets) {
  ProgramRelations relations(program, targets);
  Writer writer(relations);
  return relations.types() + writer.relation("ProgramInt", {"u", "v"})
         + writer.relation("IntoCall", {"u", "v"}) + writer.relation("Return", {"u", "x", "v"})
         + writer.relation("Entry", {"u"}) + writer.relation("Exit", {"u"})
         + writer.relation("Init", {"u"}) + writer.relation("Target", {"u"});
}

} // namespace kleene::engine::calculus
