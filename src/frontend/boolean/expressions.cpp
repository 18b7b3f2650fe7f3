// SPDX-License-Identifier: Apache-2.0
#include "expressions.h"

#include "kleene/support/invariant.h"

#include <algorithm>

namespace kleene::frontend::boolean {

using ast::ExprKind;

VarId ChoicePool::variable(std::size_t index, const SourceRange& range) {
  while (variables_.size() <= index)
    variables_.push_back(add(".choice", "*", range));
  return variables_[index];
}

VarId ChoicePool::unknown(const SourceRange& range) {
  return *unknowns_.insert(add(".unknown", "missing operand", range)).first;
}

VarId ChoicePool::add(const std::string& name,
                      const std::string& display,
                      const SourceRange& range) {
  ir::Procedure& owner = context_.program.procedure(owner_);
  VarId variable = context_.add_variable(owner.name + name, display, owner_, true, range);
  members_.insert(variable);
  owner.locals.push_back(variable);
  return variable;
}

Term Expressions::term(ast::ExprId id) {
  const ast::Expr& expr = context_.tree.expr(id);
  TermManager& terms = *context_.program.terms;
  if (expr.kind == ExprKind::Variable || expr.kind == ExprKind::Primed) return resolve_(expr);
  std::vector<Term> args;
  for (ast::ExprId arg : expr.args)
    args.push_back(term(arg));
  auto fresh = [&] { return context_.program.var(pool_.variable(used_++, expr.range)); };
  switch (expr.kind) {
  case ExprKind::Constant:
    return terms.truth(expr.value);
  case ExprKind::Choice:
    return fresh();
  case ExprKind::Missing:
    return context_.program.var(pool_.unknown(expr.range));
  case ExprKind::Choose:
    return disjunction({args[0], conjunction({terms.negate(args[1]), fresh()})});
  case ExprKind::Not:
    return terms.negate(args[0]);
  case ExprKind::And:
    return conjunction(std::move(args));
  case ExprKind::Or:
    return disjunction(std::move(args));
  case ExprKind::Xor:
    return terms.negate(equal(args[0], args[1]));
  case ExprKind::Eq:
    return equal(args[0], args[1]);
  case ExprKind::Implies:
    return disjunction({terms.negate(args[0]), args[1]});
  case ExprKind::Ite:
    return terms.ite(args[0], args[1], args[2]);
  case ExprKind::Variable:
  case ExprKind::Primed:
    break;
  }
  KL_INVARIANT(false, "every kind of expression should have a term");
}

Term Expressions::conjunction(std::vector<Term> args) {
  if (std::ranges::any_of(args, &Term::is_false)) return context_.program.terms->truth(false);
  return context_.program.terms->conj(std::move(args));
}

Term Expressions::disjunction(std::vector<Term> args) {
  if (std::ranges::any_of(args, &Term::is_true)) return context_.program.terms->truth(true);
  return context_.program.terms->disj(std::move(args));
}

Term Expressions::equal(Term a, Term b) {
  TermManager& terms = *context_.program.terms;
  if (b.is_constant()) std::swap(a, b);
  if (!a.is_constant()) return terms.eq(a, b);
  return a.is_true() ? b : terms.negate(b);
}

bool Expressions::is_choice(Term term) const {
  if (term.op() == Op::Not) term = term.arg(0);
  return term.is_variable() && pool_.contains(term.variable())
         && !pool_.is_unknown(term.variable());
}

std::vector<VarId> Expressions::choices_inside(const std::vector<Term>& terms) const {
  std::vector<VarId> result;
  for (Term term : terms) {
    if (is_choice(term)) continue;
    for (VarId v : variables_of(term))
      if (pool_.contains(v)) result.push_back(v);
  }
  std::ranges::sort(result);
  result.erase(std::ranges::unique(result).begin(), result.end());
  return result;
}

} // namespace kleene::frontend::boolean
