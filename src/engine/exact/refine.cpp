// SPDX-License-Identifier: Apache-2.0
#include "refine.h"

#include "kleene/domain/atoms.h"
#include "kleene/logic/variable_space.h"

#include <algorithm>
#include <set>

namespace kleene::engine::exact {
namespace {

using Kind = FlatStep::Kind;

/// Weakest preconditions may grow on the way: they are followed over so many steps altogether.
constexpr std::size_t max_visited = 20'000;

/// Carries conditions backward along a path.
class Backward {
public:
  Backward(const BlockProgram& program, const Infeasible& infeasible)
      : program_(program),
        terms_(program.terms()),
        path_(infeasible.path),
        constants_(infeasible.constants) {}

  /// Calls `at(procedure, formula)` for every place between the condition and where it vanishes, until it
  /// answers false. With `constants`, a variable that got one is replaced by it there; how it got it is
  /// a condition of its own.
  template <class Visit>
  void run(Term condition, std::size_t position, bool constants, Visit&& at) {
    std::set<std::pair<std::size_t, VarId>> known;
    std::vector<Goal> goals{{condition, position, constants ? position : 0}};
    if (!at(path_[position].procedure, condition)) return;
    while (!goals.empty()) {
      Goal goal = goals.back();
      goals.pop_back();
      formula_ = goal.condition;
      hidden_.clear();
      for (std::size_t i = goal.end; i-- > 0;) {
        if (i < goal.replace_below)
          for (Term equation : replace_constants(i))
            if (known.emplace(i, equation.arg(0).variable()).second) {
              if (!at(procedure_after(i), equation)) return;
              goals.push_back({equation, i + 1, i});
            }
        step(i);
        if (variables_of(formula_).empty()) break;
        if (!at(procedure_before(i), formula_)) return;
      }
    }
  }

private:
  /// What has to be explained before step `end`.
  struct Goal {
    Term condition;
    std::size_t end = 0;
    std::size_t replace_below = 0; ///< constants of later steps are part of the question
  };

  /// Puts in what step i gave to variables of the formula; the equations that say so.
  std::vector<Term> replace_constants(std::size_t i) {
    std::vector<Term> result;
    Substitution values(terms_);
    for (VarId v : variables_of(formula_))
      if (auto known = constants_[i].find(v); known != constants_[i].end()) {
        result.push_back(terms_.eq(variable(v, known->second.type()), known->second));
        values.add(v, known->second);
      }
    if (!result.empty()) formula_ = values(formula_);
    return result;
  }

  ir::ProcId callee(const FlatStep& step) const {
    return program_.procedure(step.procedure).calls[step.index].callee;
  }
  /// The procedure that is active before step i.
  ir::ProcId procedure_before(std::size_t i) const {
    return path_[i].kind == Kind::Return ? callee(path_[i]) : path_[i].procedure;
  }
  /// The procedure that is active behind step i.
  ir::ProcId procedure_after(std::size_t i) const {
    bool enters = path_[i].kind == Kind::Enter || path_[i].kind == Kind::Call;
    return enters ? callee(path_[i]) : path_[i].procedure;
  }
  const CallStep& call(const FlatStep& step) const {
    return program_.procedure(step.procedure).calls[step.index];
  }

  void substitute(const Values& values) {
    Substitution back(terms_);
    for (const auto& [v, t] : values)
      back.add(v, t);
    formula_ = back(formula_);
  }

  void step(std::size_t i) {
    const FlatStep& s = path_[i];
    switch (s.kind) {
    case Kind::Block:
      substitute(program_.procedure(s.procedure).blocks[s.index].move.values);
      break;
    case Kind::Opaque:
      substitute(call(s).results);
      break;
    case Kind::Enter:
      substitute(call(s).enter.values);
      break;
    case Kind::Return:
      into_callee(s);
      break;
    case Kind::Call:
      out_of_callee(s);
      break;
    }
  }

  /// From behind a call to the exit of the callee: results are its returns and globals; what else the
  /// caller knows is said by the callee's entry copies where the arguments tell it.
  void into_callee(const FlatStep& s) {
    const CallStep& c = call(s);
    const VariableSpace space(program_.program().variables.size());
    substitute(c.results);
    hidden_.emplace_back();
    Substitution inner(terms_);
    std::unordered_map<VarId, Term> told;
    for (const auto& [v, t] : c.leave) {
      bool made_up = t.is_variable() && space.is_fresh(t.variable());
      if (made_up)
        inner.add(t.variable(), variable(v, t.type()));
      else
        invert(variable(v, t.type()), t, told);
    }
    for (VarId v : variables_of(formula_)) {
      if (space.is_fresh(v)) continue;
      bool kept = space.is_current(v) && !program_.program().variable(v).owner.valid()
                  && !program_.mod_ref().modifies(c.callee, v);
      if (kept) continue;
      auto known = told.find(v);
      inner.add(v, known != told.end() ? known->second : hidden(v));
    }
    formula_ = program_.in_own_words(c.callee, inner(formula_));
  }

  void out_of_callee(const FlatStep& s) {
    substitute(call(s).enter.values);
    if (hidden_.empty()) return; // the condition is from inside this call
    Substitution back(terms_);
    for (const auto& [mask, t] : hidden_.back())
      back.add(mask, t);
    hidden_.pop_back();
    formula_ = back(formula_);
  }

  Term variable(VarId v, Type type) const { return terms_.variable(v, type); }

  /// From copy = v + c: v is copy - c.
  void invert(Term copy, Term argument, std::unordered_map<VarId, Term>& told) const {
    if (argument.is_variable()) {
      told.try_emplace(argument.variable(), copy);
      return;
    }
    bool sum = argument.op() == Op::Add || argument.op() == Op::Sub;
    if (!sum || !argument.arg(0).is_variable() || !argument.arg(1).is_constant()) return;
    Op inverse = argument.op() == Op::Add ? Op::Sub : Op::Add;
    told.try_emplace(argument.arg(0).variable(), terms_.binary(inverse, copy, argument.arg(1)));
  }

  /// A variable of a waiting caller has a name of its own in the callee.
  Term hidden(VarId v) {
    Type type =
        program_.program().variable(program_.is_entry_copy(v) ? program_.original(v) : v).type;
    Term mask = program_.fresh(type, v);
    hidden_.back().emplace_back(mask.variable(), variable(v, type));
    return mask;
  }

  const BlockProgram& program_;
  TermManager& terms_;
  const FlatPath& path_;
  const std::vector<Values>& constants_;
  Term formula_;
  std::vector<std::vector<std::pair<VarId, Term>>>
      hidden_; ///< per call that the place is inside of
};

} // namespace

std::size_t refine_from_core(const BlockProgram& program,
                             const Infeasible& infeasible,
                             PredicateMap& predicates,
                             std::size_t limit) {
  std::size_t added = 0;
  std::size_t visited = 0;
  auto add = [&](ir::ProcId f, Term formula) {
    for (Term atom : domain::atoms_of(program.terms(), program.in_own_words(f, formula)))
      if (predicates.add(f, atom)) {
        if (++added >= limit) return false;
      }
    return true;
  };
  auto add_near = [&](ir::ProcId f, Term formula) {
    return ++visited <= max_visited && add(f, formula);
  };
  // Values explain a condition that is false by itself best, and what else nothing explains.
  for (bool values : {false, true})
    for (auto c = infeasible.core.rbegin(); c != infeasible.core.rend() && added < limit; ++c) {
      if (c->position == Constraint::npos || (added > 0 && values)) continue;
      if (values || c->term.is_false())
        Backward(program, infeasible).run(c->local, c->position, true, add);
      else
        Backward(program, infeasible).run(c->local, c->position, false, add_near);
    }
  return added;
}

} // namespace kleene::engine::exact
