// SPDX-License-Identifier: Apache-2.0
#include "effect.h"

#include <algorithm>

namespace kleene::engine::leap {

bool is_scalar(Type type) {
  return type.is_bool() || type.is_integer();
}

Effects::Effects(const evidence::Problem& problem)
    : program_(problem.program), fresh_(*program_.terms, symbolic::first_fresh(program_)) {}

Effect
Effects::run(const Items& items, Spot start, const symbolic::State& state, const Chooser& choose) {
  Effect effect;
  effect.after = state;
  effect.end = std::move(start);
  extend(effect, items, choose);
  return effect;
}

void Effects::extend(Effect& effect, const Items& items, const Chooser& choose) {
  for (const Way::Item& item : items) {
    if (item.leap != Way::no_leap)
      pass(effect, passed(item.leap));
    else
      take(effect, item, choose);
    while (effect.end.location == program_.procedure(effect.end.procedure).exit
           && !effect.end.frames.empty())
      return_from_call(effect);
  }
}

std::size_t Effects::add(Passed leap) {
  passed_.push_back(std::move(leap));
  return passed_.size() - 1;
}

/// It may lead to any state of its exit port that has the values it does not change.
void Effects::pass(Effect& effect, const Passed& passed) {
  effect.conditions.push_back(evaluate(effect, passed.leap.entry.states));
  for (VarId v : passed.changed) {
    effect.unknowns.push_back(fresh_(program_.variable(v).type));
    effect.after.set(v, effect.unknowns.back());
  }
  effect.given.push_back({effect.conditions.size(), evaluate(effect, passed.leap.exit.states)});
  effect.end.location = passed.leap.exit.location;
}

Term along(TermManager& terms, const Effect& effect, Term then) {
  auto given = effect.given.rbegin();
  for (std::size_t i = effect.conditions.size() + 1; i-- > 0;) {
    for (; given != effect.given.rend() && given->after == i; ++given)
      then = terms.disj(terms.negate(given->fact), then);
    if (i > 0) then = terms.conj(effect.conditions[i - 1], then);
  }
  return then;
}

std::vector<Term> together(const Effect& effect) {
  std::vector<Term> all = effect.conditions;
  for (const Effect::Given& g : effect.given)
    all.push_back(g.fact);
  return all;
}

Term Effects::evaluate(const Effect& effect, Term t) const {
  for_each_subterm(t, [](Term part) {
    if (!is_scalar(part.type())) throw NotCovered("a loop on the way uses memory");
  });
  return effect.after.apply(program_, t);
}

void Effects::take(Effect& effect, const Way::Item& item, const Chooser& choose) {
  const ir::Edge& edge = program_.procedure(item.procedure).edges[item.edge];
  const ir::Statement& statement = edge.statement;
  if (const auto* call = std::get_if<ir::Call>(&statement)) {
    enter(effect, item, *call);
    return;
  }
  if (const auto* chosen = std::get_if<ir::Havoc>(&statement)) {
    havoc(effect, item, *chosen, choose);
  } else if (const auto* output = std::get_if<ir::Output>(&statement)) {
    if (output->channel == ir::Channel::Memory) throw NotCovered("a loop on the way uses memory");
    if (output->result.valid()) {
      effect.unknowns.push_back(fresh_(program_.variable(output->result).type));
      effect.after.set(output->result, effect.unknowns.back());
    }
  } else if (const auto* assume = std::get_if<ir::Assume>(&statement)) {
    Term condition = evaluate(effect, assume->condition);
    if (!condition.is_true()) effect.conditions.push_back(condition);
  } else if (const auto* assign = std::get_if<ir::Assign>(&statement)) {
    std::vector<Term> values;
    for (Term t : assign->values)
      values.push_back(evaluate(effect, t));
    for (std::size_t i = 0; i < values.size(); ++i)
      effect.after.set(assign->targets[i], values[i]);
  } else if (!std::holds_alternative<ir::Skip>(statement)) {
    throw NotCovered("the way to a target manages memory or ends the program");
  }
  effect.end.location = edge.to;
}

void Effects::havoc(Effect& effect,
                    const Way::Item& item,
                    const ir::Havoc& havoc,
                    const Chooser& choose) {
  std::vector<Term> values;
  for (VarId v : havoc.variables) {
    Type type = program_.variable(v).type;
    if (!is_scalar(type)) throw NotCovered("a function without body may write memory");
    if (havoc.choice == ir::Choice::Unknown) {
      effect.unknowns.push_back(fresh_(type));
      values.push_back(effect.unknowns.back());
      continue;
    }
    Term chosen = choose ? choose(item, v) : Term();
    values.push_back(chosen.null() ? fresh_(type) : evaluate(effect, chosen));
    effect.inputs.push_back({item, v, values.back()});
    if (type.is_machine() && type.is_signed())
      for (Term bound : {terms().le(terms().constant(type, min_value(type)), values.back()),
                         terms().le(values.back(), terms().constant(type, max_value(type)))})
        if (!values.back().is_constant()) effect.conditions.push_back(bound);
  }
  for (std::size_t i = 0; i < values.size(); ++i)
    effect.after.set(havoc.variables[i], values[i]);
}

/// A procedure that is entered while it is active hides the values of its activation below: ways that
/// return to such an activation are not covered.
void Effects::enter(Effect& effect, const Way::Item& item, const ir::Call& call) {
  const ir::Procedure& callee = program_.procedure(call.callee);
  std::vector<Term> arguments;
  for (Term t : call.arguments)
    arguments.push_back(evaluate(effect, t));
  for (const auto* group : {&callee.returns, &callee.locals, &callee.parameters})
    for (VarId v : *group)
      if (is_scalar(program_.variable(v).type)) {
        effect.unknowns.push_back(fresh_(program_.variable(v).type));
        effect.after.set(v, effect.unknowns.back());
      }
  for (std::size_t i = 0; i < arguments.size(); ++i)
    effect.after.set(callee.parameters[i], arguments[i]);
  effect.end.frames.push_back({item.procedure, item.edge});
  effect.end.procedure = call.callee;
  effect.end.location = callee.entry;
}

void Effects::return_from_call(Effect& effect) {
  OpenCall frame = effect.end.frames.back();
  effect.end.frames.pop_back();
  const ir::Edge& edge = program_.procedure(frame.caller).edges[frame.edge];
  const auto& call = std::get<ir::Call>(edge.statement);
  const ir::Procedure& callee = program_.procedure(effect.end.procedure);
  std::vector<Term> results;
  for (std::size_t i = 0; i < call.results.size(); ++i)
    results.push_back(effect.after.value(program_, callee.returns[i]));
  for (std::size_t i = 0; i < results.size(); ++i)
    effect.after.set(call.results[i], results[i]);
  effect.end.procedure = frame.caller;
  effect.end.location = edge.to;
}

} // namespace kleene::engine::leap
