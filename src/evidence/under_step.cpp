// SPDX-License-Identifier: Apache-2.0
#include "under_step.h"

#include "kleene/logic/variable_space.h"

#include <fmt/core.h>

#include <algorithm>

#include "formula.h"
#include "questions.h"

namespace kleene::evidence {

using ir::LocId;
using ir::ProcId;

namespace {

bool is_scalar(Type type) {
  return type.is_bool() || type.is_integer();
}

} // namespace

UnderStep::UnderStep(const Problem& problem, const std::vector<Choice>& choices)
    : program_(problem.program),
      integers_(problem.integers),
      choices_(choices),
      address_(addresses_for_executions(problem.program)) {
  for (std::size_t i = 0; i < program_.variables.size(); ++i)
    if (is_scalar(program_.variables[i].type))
      for (VarId v : {VarId(i), entry_copy(program_, VarId(i))})
        script_.preamble += declaration(name(v), program_.variables[i].type);
}

std::string UnderStep::name(VarId v) const {
  const VariableSpace space(program_.variables.size());
  if (space.is_current(v)) return smt::symbol(program_.variable(v).name);
  return smt::symbol(program_.variable(space.variable(v).value()).name + "@entry");
}

std::string UnderStep::text(Term t, const Values& values) const {
  if (t.null()) return "false";
  for (VarId v : variables_of(t))
    if (v.index() < program_.variables.size() && !is_scalar(program_.variable(v).type))
      throw smt::NotExpressible("memory");
  smt::Encoding encoding;
  encoding.integers = integers_;
  encoding.layout.address = address_;
  encoding.variable = [&](VarId v) {
    auto found = values.find(v);
    return found == values.end() ? name(v) : found->second;
  };
  return smt::text(t, encoding);
}

std::string UnderStep::sort(Type type) const {
  smt::Encoding encoding;
  encoding.integers = integers_;
  return smt::sort_text(type, std::nullopt, encoding);
}

std::string UnderStep::number(Type type, Integer value) const {
  if (type.is_bool()) return value != 0 ? "true" : "false";
  bool bits = type.is_machine() && integers_ == IntegerModel::Machine;
  return bits ? smt::bits_text(value, type.width()) : smt::text(value);
}

/// What the type says of a value that is written as an Int: of a computed one only if it wraps, of a
/// chosen one always.
std::string UnderStep::range(Type type, const std::string& value, bool chosen) const {
  bool bounded = type.is_machine() && integers_ == IntegerModel::Math;
  if (!bounded || (type.is_signed() && !chosen)) return "true";
  return fmt::format(
      "(<= {} {} {})", smt::text(min_value(type)), value, smt::text(max_value(type)));
}

std::string UnderStep::declaration(const std::string& value, Type type) const {
  return fmt::format(
      "(declare-const {} {})\n(assert {})\n", value, sort(type), range(type, value, false));
}

std::string UnderStep::fresh(VarId v, std::string& commands) {
  std::string value = fmt::format("|any {}|", ++fresh_);
  commands += declaration(value, program_.variable(v).type);
  return value;
}

void UnderStep::ask(const std::string& title,
                    const std::string& commands,
                    const std::string& goal) {
  script_.questions.push_back({title, commands + fmt::format("(assert (not {}))\n", goal)});
}

std::string UnderStep::at_end(const StemEnd& end) const {
  std::string commands;
  for (const auto* values : {&end.globals, &end.locals})
    for (auto [v, value] : *values)
      commands +=
          fmt::format("(assert (= {} {}))\n", name(v), number(program_.variable(v).type, value));
  return commands;
}

std::string UnderStep::ways(ProcId f, LocId from, const Wanted& wanted, std::string& commands) {
  std::string result;
  const ir::Procedure& p = program_.procedure(f);
  for (std::size_t e = 0; e < p.edges.size(); ++e)
    if (p.edges[e].from == from) result += ' ' + way(f, e, wanted, commands);
  return fmt::format("(or false{})", result);
}

/// An edge that cannot be put into words leads nowhere.
std::string
UnderStep::way(ProcId f, std::size_t edge, const Wanted& wanted, std::string& commands) {
  try {
    return possible_way(f, edge, wanted, commands);
  } catch (const smt::NotExpressible&) {
    return "false";
  } catch (const NotCheckable&) {
    return "false";
  }
}

std::string
UnderStep::possible_way(ProcId f, std::size_t index, const Wanted& wanted, std::string& commands) {
  const ir::Edge& e = program_.procedure(f).edges[index];
  Effect made = effect(program_, e.statement, Bound::Under);
  std::string condition = text(made.condition, {});
  if (made.call != nullptr)
    return fmt::format("(and {} (or {} {}))",
                       condition,
                       wanted.inside(made.call->callee, entered(*made.call, commands)),
                       over(*made.call, e.to, wanted, commands));
  Values known;
  for (const Effect::Change& change : made.changes)
    if (change.to == Effect::Change::To::Value
        && is_scalar(program_.variable(change.variable).type))
      known[change.variable] = text(change.value, {});
  auto behind = [&](const Values& after) { return wanted.behind(e.to, after); };
  bool given = std::ranges::any_of(
      choices_, [&](const Choice& c) { return c.procedure == f && c.edge == index; });
  std::string after = given ? chosen(f, index, made.changes, known, behind)
                            : any(made.changes, Effect::Change::To::Input, known, behind);
  return fmt::format("(and {} {})", condition, after);
}

/// One of the values that the evidence proposes for the inputs.
std::string UnderStep::chosen(ProcId f,
                              std::size_t e,
                              const std::vector<Effect::Change>& changes,
                              const Values& known,
                              const Behind& behind) const {
  std::string options;
  for (const Choice& choice : choices_) {
    if (choice.procedure != f || choice.edge != e) continue;
    Values after = known;
    std::string ranges;
    for (std::size_t i = 0; i < changes.size(); ++i) {
      Type type = program_.variable(changes[i].variable).type;
      if (changes[i].to != Effect::Change::To::Input || !is_scalar(type)) continue;
      std::string value = text(choice.values.at(i), {});
      ranges += ' ' + range(type, value, true);
      after[changes[i].variable] = value;
    }
    options += fmt::format(
        " (and true{} {})", ranges, any(changes, Effect::Change::To::Unknown, after, behind));
  }
  return fmt::format("(or false{})", options);
}

/// Inputs: some value, as the environment chooses, whatever the unknown ones are. Unknown: any value.
std::string UnderStep::any(const std::vector<Effect::Change>& changes,
                           Effect::Change::To which,
                           const Values& known,
                           const Behind& behind) const {
  bool ours = which == Effect::Change::To::Unknown;
  Values after = known;
  std::string bound;
  std::string ranges;
  for (const Effect::Change& change : changes) {
    Type type = program_.variable(change.variable).type;
    if (change.to != which || !is_scalar(type)) continue;
    std::string name = smt::symbol("chosen " + program_.variable(change.variable).name);
    bound += fmt::format("({} {})", name, sort(type));
    ranges += ' ' + range(type, name, true);
    after[change.variable] = name;
  }
  std::string inner =
      ours ? behind(after) : any(changes, Effect::Change::To::Unknown, after, behind);
  if (bound.empty()) return inner;
  return fmt::format("({} ({}) ({} (and{}) {}))",
                     ours ? "forall" : "exists",
                     bound,
                     ours ? "=>" : "and",
                     ranges,
                     inner);
}

/// The values of the callee's variables and entry copies when it begins.
UnderStep::Values UnderStep::entered(const ir::Call& call, std::string& commands) {
  const ir::Procedure& p = program_.procedure(call.callee);
  Values inside;
  for (VarId g : program_.globals)
    if (is_scalar(program_.variable(g).type)) inside[entry_copy(program_, g)] = name(g);
  for (std::size_t i = 0; i < p.parameters.size(); ++i)
    inside[p.parameters[i]] = inside[entry_copy(program_, p.parameters[i])] =
        text(call.arguments[i], {});
  for (const auto* group : {&p.returns, &p.locals})
    for (VarId v : *group)
      if (is_scalar(program_.variable(v).type) && !inside.contains(v))
        inside[v] = fresh(v, commands);
  return inside;
}

/// The callee's entry, and behind the call with whatever it returns. New names are arbitrary values:
/// the question is asked negated.
std::string
UnderStep::over(const ir::Call& call, LocId to, const Wanted& wanted, std::string& commands) {
  const ir::Procedure& p = program_.procedure(call.callee);
  Values inside = entered(call, commands);
  Values result;
  Values after;
  for (VarId g : program_.globals) {
    if (!is_scalar(program_.variable(g).type)) continue;
    result[entry_copy(program_, g)] = inside[entry_copy(program_, g)];
    result[g] = after[g] = fresh(g, commands);
  }
  for (VarId v : p.parameters)
    result[entry_copy(program_, v)] = inside[v];
  for (std::size_t i = 0; i < p.returns.size(); ++i) {
    if (!is_scalar(program_.variable(p.returns[i]).type)) continue;
    std::string value = fresh(p.returns[i], commands);
    result[p.returns[i]] = value;
    if (i < call.results.size()) after[call.results[i]] = value;
  }
  Term summary = wanted.summary(call.callee);
  return fmt::format("(and {} (=> {} {}))",
                     wanted.through(call.callee, inside),
                     summary.null() ? "true" : text(summary, result),
                     wanted.behind(to, after));
}

bool in_scope(const ir::Program& program, ProcId f, Term formula, bool pairs, bool result) {
  if (formula.null()) return true;
  const ir::Procedure& p = program.procedure(f);
  const VariableSpace space(program.variables.size());
  auto among = [](const std::vector<VarId>& list, VarId v) {
    return std::ranges::find(list, v) != list.end();
  };
  return std::ranges::all_of(variables_of(formula), [&](VarId v) {
    if (!space.variable(v)) return false;
    bool copy = space.is_entry(v);
    VarId own = *space.variable(v);
    if (!is_scalar(program.variable(own).type)) return false;
    if (among(program.globals, own)) return pairs || !copy;
    if (copy) return pairs && among(p.parameters, own);
    return result ? among(p.returns, own) : program.variable(own).owner == f;
  });
}

std::string misfit(const ir::Program& program, const std::vector<Choice>& choices) {
  for (const Choice& choice : choices) {
    if (choice.procedure.index() >= program.procedures.size()
        || choice.edge >= program.procedure(choice.procedure).edges.size())
      return "a choice is about another program";
    const ir::Edge& edge = program.procedure(choice.procedure).edges[choice.edge];
    const auto* havoc = std::get_if<ir::Havoc>(&edge.statement);
    if (havoc == nullptr || havoc->variables.size() != choice.values.size())
      return "a choice is made where there is none";
    for (std::size_t i = 0; i < choice.values.size(); ++i)
      if (choice.values[i].type() != program.variable(havoc->variables[i]).type
          || !in_scope(program, choice.procedure, choice.values[i], false, false))
        return "a choice does not fit its variable";
  }
  return {};
}

} // namespace kleene::evidence
