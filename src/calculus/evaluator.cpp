// SPDX-License-Identifier: Apache-2.0
#include "evaluator.h"

#include "kleene/support/invariant.h"

#include <algorithm>

namespace kleene::calculus {

Evaluator::Evaluator(BddManager& manager,
                     const Module& module,
                     const Layout& layout,
                     Observer& observer,
                     WarnFn warn)
    : manager_(manager),
      module_(module),
      layout_(layout),
      observer_(observer),
      warn_(std::move(warn)),
      dependencies_(module),
      bound_(module.relations.size()),
      relations_(module.relations.size()),
      warned_(module.relations.size()) {
  for (const Relation& relation : module.relations) {
    Bdd domain(true);
    for (const Formal& formal : relation.formals)
      domain &= layout.domain(formal.place);
    // Top-level variables in the body are parameters that the head does not name.
    if (!module.variables.empty() && relation.body != nullptr)
      for (const Formal* variable : free_variables(module, relation.body))
        domain &= layout.domain(variable->place);
    domains_.push_back(std::move(domain));
  }
}

void Evaluator::bind(const Relation* input, Bdd value) {
  bound_[input->index] = within_domain(input, value);
  forget_all();
}

void Evaluator::forget(const Relation* relation) {
  relations_[relation->index].reset();
  formulas_.clear();
}

void Evaluator::forget_all() {
  for (auto& known : relations_)
    known.reset();
  formulas_.clear();
}

Bdd Evaluator::within_domain(const Relation* relation, const Bdd& value) {
  return value & domains_[relation->index];
}

Evaluator::Context Evaluator::context_values(const RelationSet& relations) const {
  Context values;
  for (const Relation* relation : relations)
    for (const OpenRelation& frame : stack_)
      if (frame.relation == relation) values.push_back(frame.value);
  return values;
}

// A formula that does not depend on the innermost iteration is kept for its next round.
Bdd Evaluator::evaluate(const Formula* f) {
  if (f->kind == FormulaKind::Constant) return Bdd(f->value);
  if (kept_ || stack_.empty()) return compute(f);
  const RelationSet& relations = dependencies_.context(f);
  const Relation* innermost = stack_.back().relation;
  if (std::find(relations.begin(), relations.end(), innermost) != relations.end())
    return compute(f);
  Context context = context_values(relations);
  auto known = formulas_.find(f->index);
  if (known != formulas_.end() && known->second.context == context) return known->second.value;
  kept_ = true;
  Bdd value = compute(f);
  kept_ = false; // exceptions end the evaluation as a whole
  formulas_[f->index] = {std::move(context), value};
  return value;
}

std::vector<Bdd> Evaluator::all(const std::vector<const Formula*>& kids) {
  std::vector<Bdd> values;
  values.reserve(kids.size());
  for (const Formula* kid : kids)
    values.push_back(evaluate(kid));
  return values;
}

Bdd Evaluator::compute(const Formula* f) {
  switch (f->kind) {
  case FormulaKind::Constant:
    return Bdd(f->value);
  case FormulaKind::Bit:
    return manager_.variable(layout_.bits(f->left)[0]);
  case FormulaKind::EqualCode:
    return equal_code(f);
  case FormulaKind::EqualParts:
    return equal_parts(f);
  case FormulaKind::Not:
    return !evaluate(f->kids[0]);
  case FormulaKind::And:
    return Product::conjunction(all(f->kids));
  case FormulaKind::Or:
    return Product::disjunction(all(f->kids));
  case FormulaKind::Iff:
    return evaluate(f->kids[0]).iff(evaluate(f->kids[1]));
  case FormulaKind::Case:
    return cases(f);
  case FormulaKind::Exists:
    return exists(f, f->kids[0]);
  case FormulaKind::Apply:
    return apply(f);
  case FormulaKind::Assume:
  case FormulaKind::Cofactor:
    return care(f);
  }
  return Bdd(false);
}

Bdd Evaluator::equal_code(const Formula* f) const {
  return manager_.equals(VarBlock(layout_.bits(f->left)), f->code);
}

Bdd Evaluator::equal_parts(const Formula* f) const {
  return manager_.equals(VarBlock(layout_.bits(f->left)), VarBlock(layout_.bits(f->right)));
}

Bdd Evaluator::cases(const Formula* f) {
  Bdd result(false);
  for (std::size_t i = f->kids.size(); i > 0; i -= 2)
    result = ite(evaluate(f->kids[i - 2]), evaluate(f->kids[i - 1]), result);
  return result;
}

Bdd Evaluator::care(const Formula* f) {
  Bdd value = evaluate(f->kids[0]);
  Bdd inside = evaluate(f->kids[1]);
  return f->kind == FormulaKind::Assume ? value.simplify(inside) : value.constrain(inside);
}

Bdd Evaluator::exists(const Formula* f, const Formula* body) {
  if (body->kind == FormulaKind::Or) {
    std::vector<Bdd> parts;
    for (const Formula* kid : body->kids)
      parts.push_back(exists(f, kid));
    return Product::disjunction(std::move(parts));
  }
  std::vector<const Formula*> conjuncts =
      body->kind == FormulaKind::And ? body->kids : std::vector{body};
  // Relations hold for values only: where one has the whole variable, nothing need be added.
  auto covered = [&](PlaceId place) {
    for (const Formula* conjunct : conjuncts)
      for (const Argument& argument : conjunct->arguments)
        if (argument.reference && argument.reference->place == place
            && argument.reference->type == module_.places[place.index()].type)
          return true;
    return false;
  };
  std::vector<Bdd> values = all(conjuncts);
  VarSet variables;
  for (PlaceId place : f->places) {
    variables = variables | layout_.block(place).set();
    if (!covered(place)) values.push_back(layout_.domain(place));
  }
  return product_.exists(std::move(values), variables);
}

const Evaluator::Plan& Evaluator::plan(const Formula* f) {
  auto [position, inserted] = plans_.try_emplace(f->index);
  Plan& plan = position->second;
  if (!inserted) return plan;
  for (std::size_t i = 0; i < f->arguments.size(); ++i) {
    const VarBlock& formal = layout_.block(f->relation->formals[i].place);
    const Argument& argument = f->arguments[i];
    if (argument.code) plan.fixed &= manager_.equals(formal, *argument.code);
    if (!argument.reference) continue;
    auto actual = layout_.bits(*argument.reference);
    for (std::size_t bit = 0; bit < actual.size(); ++bit) {
      if (formal[bit] == actual[bit]) continue;
      if (!plan.renaming) plan.renaming.emplace();
      plan.renaming->add(formal[bit], actual[bit]);
    }
  }
  return plan;
}

Bdd Evaluator::apply(const Formula* f) {
  Bdd value = f == narrowed_ ? narrowed_value_ : value_of(f->relation);
  if (value.is_constant()) return value;
  const Plan& how = plan(f);
  if (!how.fixed.is_true()) value = value.restrict(how.fixed);
  bool formulas = std::any_of(f->arguments.begin(), f->arguments.end(), [](const Argument& a) {
    return a.formula != nullptr;
  });
  if (!formulas) return how.renaming ? (*how.renaming)(value) : value;
  Renaming all_at_once;
  for (std::size_t i = 0; i < f->arguments.size(); ++i) {
    const VarBlock& formal = layout_.block(f->relation->formals[i].place);
    const Argument& argument = f->arguments[i];
    if (argument.formula != nullptr) all_at_once.add(formal[0], evaluate(argument.formula));
    if (!argument.reference) continue;
    auto actual = layout_.bits(*argument.reference);
    for (std::size_t bit = 0; bit < actual.size(); ++bit)
      all_at_once.add(formal[bit], actual[bit]);
  }
  return all_at_once(value);
}

} // namespace kleene::calculus
