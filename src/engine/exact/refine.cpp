// SPDX-License-Identifier: Apache-2.0
#include "refine.h"

#include "kleene/domain/atoms.h"

#include <algorithm>

namespace kleene::engine::exact {
namespace {

using Kind = FlatStep::Kind;

/// Carries one condition backward along a path.
class Backward {
public:
  Backward(const BlockProgram& program, const FlatPath& path)
      : program_(program), terms_(program.terms()), path_(path) {}

  /// Calls `at(procedure, formula)` for every place between the condition and where it vanishes.
  template <class Visit>
  void run(Term condition, std::size_t position, Visit&& at) {
    formula_ = condition;
    if (!at(path_[position].procedure, formula_)) return;
    for (std::size_t i = position; i-- > 0;) {
      step(i);
      if (formula_.is_constant()) return;
      if (!at(procedure_before(i), formula_)) return;
    }
  }

private:
  ir::ProcId callee(const FlatStep& step) const {
    return program_.procedure(step.procedure).calls[step.index].callee;
  }
  /// The procedure that is active before step i.
  ir::ProcId procedure_before(std::size_t i) const {
    return path_[i].kind == Kind::Return ? callee(path_[i]) : path_[i].procedure;
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
    substitute(c.results);
    Substitution inner(terms_);
    std::unordered_map<VarId, Term> told;
    for (const auto& [v, t] : c.leave) {
      bool made_up =
          t.is_variable() && t.variable().index() >= symbolic::first_fresh(program_.program());
      if (made_up)
        inner.add(t.variable(), variable(v, t.type()));
      else
        invert(variable(v, t.type()), t, told);
    }
    for (VarId v : variables_of(formula_)) {
      if (v.index() >= symbolic::first_fresh(program_.program())) continue;
      bool kept = v.index() < program_.program().variables.size()
                  && !program_.program().variable(v).owner.valid()
                  && !program_.mod_ref().modifies(c.callee, v);
      if (kept) continue;
      auto known = told.find(v);
      inner.add(v, known != told.end() ? known->second : hidden(v));
    }
    formula_ = program_.in_own_words(c.callee, inner(formula_));
  }

  void out_of_callee(const FlatStep& s) {
    substitute(call(s).enter.values);
    Substitution back(terms_);
    for (const auto& [mask, t] : hidden_)
      back.add(mask, t);
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
    hidden_.emplace_back(mask.variable(), variable(v, type));
    return mask;
  }

  const BlockProgram& program_;
  TermManager& terms_;
  const FlatPath& path_;
  Term formula_;
  std::vector<std::pair<VarId, Term>> hidden_;
};

} // namespace

std::size_t refine_from_core(const BlockProgram& program,
                             const FlatPath& path,
                             const std::vector<Constraint>& core,
                             PredicateMap& predicates,
                             std::size_t limit) {
  std::size_t added = 0;
  for (auto c = core.rbegin(); c != core.rend(); ++c) {
    if (c->position == Constraint::npos) continue;
    Backward(program, path).run(c->local, c->position, [&](ir::ProcId f, Term formula) {
      for (Term atom : domain::atoms_of(program.terms(), program.in_own_words(f, formula)))
        if (predicates.add(f, atom) && ++added >= limit) return false;
      return true;
    });
    if (added >= limit) break;
  }
  return added;
}

} // namespace kleene::engine::exact
