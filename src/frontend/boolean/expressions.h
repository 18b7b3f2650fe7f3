// SPDX-License-Identifier: Apache-2.0
// Expressions to terms. Every `*` becomes a variable of its own that must be havocked before the
// statement; those variables are shared between the statements of a procedure.
#pragma once
#include <functional>
#include <set>

#include "lower_procedure.h"

namespace kleene::frontend::boolean {

/// The free-choice variables of one procedure, and those for values that nobody knows.
class ChoicePool {
public:
  ChoicePool(Context& context, ir::ProcId owner) : context_(context), owner_(owner) {}
  VarId variable(std::size_t index, const SourceRange& range);
  VarId unknown(const SourceRange& range);
  bool contains(VarId variable) const { return members_.contains(variable); }
  bool is_unknown(VarId variable) const { return unknowns_.contains(variable); }

private:
  VarId add(const std::string& name, const std::string& display, const SourceRange& range);

  Context& context_;
  ir::ProcId owner_;
  std::vector<VarId> variables_;
  std::set<VarId> members_;
  std::set<VarId> unknowns_;
};

/// Translates the expressions of one statement.
class Expressions {
public:
  using Resolve = std::function<Term(const ast::Expr& variable)>;
  Expressions(Context& context, ChoicePool& pool, Resolve resolve)
      : context_(context), pool_(pool), resolve_(std::move(resolve)) {}

  Term term(ast::ExprId id);
  /// Whether the term is one free choice (or its negation) and nothing else.
  bool is_choice(Term term) const;
  /// The choice variables that occur in the terms, apart from those that are whole terms.
  std::vector<VarId> choices_inside(const std::vector<Term>& terms) const;

private:
  Term conjunction(std::vector<Term> args);
  Term disjunction(std::vector<Term> args);
  Term equal(Term a, Term b);

  Context& context_;
  ChoicePool& pool_;
  Resolve resolve_;
  std::size_t used_ = 0;
};

} // namespace kleene::frontend::boolean
