// SPDX-License-Identifier: Apache-2.0
#include "passage.h"

#include "kleene/logic/variable_space.h"

#include <fmt/core.h>

#include <algorithm>

#include "effect.h"
#include "questions.h"

namespace kleene::evidence {
namespace {

bool is_scalar(Type type) {
  return type.is_bool() || type.is_integer();
}

} // namespace

class Passages::Run {
public:
  Run(Passages& own, const Way& way, Position start, std::map<VarId, Term> values, Inputs inputs)
      : own_(own),
        program_(own.program_),
        terms_(own.terms_),
        way_(way),
        inputs_(inputs),
        at_(std::move(start)) {
    result_.after = std::move(values);
  }

  Passage run() {
    for (const Way::Item& item : way_.items) {
      if (item.leap != Way::no_leap)
        leap(item.leap);
      else
        take(item);
      while (at_.location == procedure().exit && !at_.calls.empty())
        return_from_call();
    }
    if (inputs_ == Inputs::AsChosen && next_choice_ != way_.choices.size())
      throw NotCheckable("a way has more choices than inputs");
    result_.end = std::move(at_);
    return std::move(result_);
  }

private:
  const ir::Procedure& procedure() const { return program_.procedure(at_.procedure); }

  Term value(VarId v) const {
    auto found = result_.after.find(v);
    return found != result_.after.end() ? found->second
                                        : terms_.variable(v, program_.variable(v).type);
  }

  /// The value of a term here and now.
  Term evaluate(Term t) const {
    for_each_subterm(t, [](Term part) {
      if (!is_scalar(part.type())) throw NotCheckable("a way uses memory");
    });
    Substitution now(terms_);
    for (VarId v : variables_of(t)) {
      if (v.index() >= program_.variables.size())
        throw NotCheckable("a formula speaks of something that is no variable of the program");
      now.add(v, value(v));
    }
    return now(t);
  }

  void demand(Term condition) { result_.events.push_back({true, condition}); }

  Term unknown(VarId like) {
    result_.unknown.push_back(own_.fresh(like, false));
    return result_.unknown.back();
  }

  void take(const Way::Item& item) {
    if (item.procedure != at_.procedure || item.edge >= procedure().edges.size()
        || procedure().edges[item.edge].from != at_.location)
      throw NotCheckable("a way takes an edge where it is not");
    const ir::Edge& edge = procedure().edges[item.edge];
    ++result_.edges;
    Effect made = effect(program_, edge.statement, Bound::Under);
    if (made.condition.is_false()) throw NotCheckable("a way ends the program");
    if (!made.condition.is_true()) demand(evaluate(made.condition));
    if (made.call != nullptr) {
      enter(item, *made.call);
      return;
    }
    change(made.changes);
    at_.location = edge.to;
  }

  void change(const std::vector<Effect::Change>& changes) {
    std::vector<Term> values;
    for (const Effect::Change& change : changes) {
      if (!is_scalar(program_.variable(change.variable).type))
        throw NotCheckable("a way uses memory");
      values.push_back(value_after(change));
    }
    for (std::size_t i = 0; i < values.size(); ++i)
      result_.after[changes[i].variable] = values[i];
  }

  Term value_after(const Effect::Change& change) {
    switch (change.to) {
    case Effect::Change::To::Value:
      return evaluate(change.value);
    case Effect::Change::To::Input:
      return input(change.variable);
    case Effect::Change::To::Unknown:
      break;
    }
    return unknown(change.variable);
  }

  Term input(VarId v) {
    if (inputs_ == Inputs::Any) {
      result_.chosen.push_back(own_.fresh(v, true));
      return result_.chosen.back();
    }
    if (next_choice_ == way_.choices.size()) throw NotCheckable("a way lacks a choice");
    Term choice = way_.choices[next_choice_++];
    if (choice.type() != program_.variable(v).type)
      throw NotCheckable("a choice has another type than the variable");
    Term chosen = evaluate(choice);
    demand(own_.in_range(chosen));
    return chosen;
  }

  bool active(ir::ProcId f) const {
    return f == at_.procedure
           || std::ranges::any_of(at_.calls, [&](const OpenCall& c) { return c.caller == f; });
  }

  void enter(const Way::Item& item, const ir::Call& call) {
    const ir::Procedure& callee = program_.procedure(call.callee);
    std::vector<Term> arguments;
    for (Term t : call.arguments)
      arguments.push_back(evaluate(t));
    OpenCall open{at_.procedure, item.edge, {}};
    bool again = active(call.callee);
    for (const auto* group : {&callee.parameters, &callee.returns, &callee.locals})
      for (VarId v : *group) {
        if (again && is_scalar(program_.variable(v).type)) open.covered[v] = value(v);
        if (is_scalar(program_.variable(v).type)) result_.after[v] = unknown(v);
      }
    for (std::size_t i = 0; i < arguments.size(); ++i)
      result_.after[callee.parameters[i]] = arguments[i];
    at_.calls.push_back(std::move(open));
    at_.procedure = call.callee;
    at_.location = callee.entry;
    ++result_.entered;
  }

  void return_from_call() {
    OpenCall open = std::move(at_.calls.back());
    at_.calls.pop_back();
    const ir::Edge& edge = program_.procedure(open.caller).edges[open.edge];
    const auto& call = std::get<ir::Call>(edge.statement);
    std::vector<Term> results;
    for (std::size_t i = 0; i < call.results.size(); ++i)
      results.push_back(value(procedure().returns[i]));
    for (const auto& [v, before] : open.covered)
      result_.after[v] = before;
    for (std::size_t i = 0; i < results.size(); ++i)
      result_.after[call.results[i]] = results[i];
    at_.procedure = open.caller;
    at_.location = edge.to;
    if (result_.entered > 0) --result_.entered;
  }

  /// We do not choose which state of the exit port is reached: it may be any, with the values that the
  /// leap does not change.
  void leap(std::size_t index) {
    if (index >= own_.leaps_.size() || own_.leaps_[index].leap == nullptr)
      throw NotCheckable("a way uses a leap that is not known there");
    const LeapEffect& effect = own_.leaps_[index];
    const Leap& leap = *effect.leap;
    if (leap.theorem != Leap::Theorem::Forward)
      throw NotCheckable("a way uses a leap that says nothing about where it leads");
    if (leap.entry.procedure != at_.procedure || leap.entry.location != at_.location)
      throw NotCheckable("a way uses a leap where it is not");
    demand(evaluate(leap.entry.states));
    for (VarId v : effect.changed)
      if (is_scalar(program_.variable(v).type)) result_.after[v] = unknown(v);
    result_.events.push_back({false, evaluate(leap.exit.states)});
    at_.procedure = leap.exit.procedure;
    at_.location = leap.exit.location;
    if (effect.enters) {
      at_.calls.clear();
      ++result_.entered;
    }
  }

  Passages& own_;
  const ir::Program& program_;
  TermManager& terms_;
  const Way& way_;
  Inputs inputs_;
  std::size_t next_choice_ = 0;
  Position at_;
  Passage result_;
};

Passages::Passages(const Problem& problem, std::vector<LeapEffect>& leaps)
    : problem_(problem), program_(problem.program), terms_(*program_.terms), leaps_(leaps) {
  sorts_.integers = problem.integers;
}

Passage Passages::run(const Way& way, Position start, std::map<VarId, Term> values, Inputs inputs) {
  return Run(*this, way, std::move(start), std::move(values), inputs).run();
}

const Passages::Fresh& Passages::made(VarId v) const {
  return fresh_.at(std::get<VariableSpace::Fresh>(space().role(v)).number);
}

Term Passages::fresh(VarId like, bool chosen) {
  const ir::Variable& v = program_.variable(like);
  VarId id = space().id(VariableSpace::Fresh{fresh_.size()});
  fresh_.push_back({v.type, smt::symbol(fmt::format("{}!{}", v.name, fresh_.size())), chosen});
  return terms_.variable(id, v.type);
}

Term Passages::fresh_like(Term t) {
  Fresh like = made(t.variable());
  like.name = smt::symbol(fmt::format("{}!{}", "copy", fresh_.size()));
  VarId id = space().id(VariableSpace::Fresh{fresh_.size()});
  fresh_.push_back(like);
  return terms_.variable(id, like.type);
}

std::string Passages::name(VarId v) const {
  return space().is_current(v) ? smt::symbol(program_.variable(v).name) : made(v).name;
}

/// Signed results of computations are unbounded in the math model; what wraps or is chosen is not.
std::string Passages::declaration(VarId v) const {
  bool own = space().is_current(v);
  Type type = own ? program_.variable(v).type : made(v).type;
  bool chosen = !own && made(v).chosen;
  std::string text =
      fmt::format("(declare-const {} {})\n", name(v), smt::sort_text(type, std::nullopt, sorts_));
  bool bounded =
      type.is_machine() && problem_.integers == IntegerModel::Math && (chosen || !type.is_signed());
  if (bounded)
    text += fmt::format("(assert (<= {} {} {}))\n",
                        smt::text(min_value(type)),
                        name(v),
                        smt::text(max_value(type)));
  return text;
}

Term Passages::in_range(Term value) const {
  Type type = value.type();
  if (!type.is_machine() || problem_.integers == IntegerModel::Machine) return terms_.truth(true);
  return terms_.conj(terms_.le(terms_.constant(type, min_value(type)), value),
                     terms_.le(value, terms_.constant(type, max_value(type))));
}

bool Passages::is_chosen(VarId v) const {
  return space().is_fresh(v) && made(v).chosen;
}

Term Passages::in_range_if_wrapping(Term variable) const {
  bool bounded = is_chosen(variable.variable()) || !variable.type().is_signed();
  return bounded ? in_range(variable) : terms_.truth(true);
}

} // namespace kleene::evidence
