// SPDX-License-Identifier: Apache-2.0
// A formula in the making, as commands of SMT-LIB: variables with names for people, definitions of
// values, requirements. Terms refer to its variables by ids beyond those of the program, so values stay
// small terms however long their history is.
#pragma once
#include "kleene/evidence/problem.h"
#include "kleene/smt/smtlib.h"

#include <unordered_map>

#include "fold.h"
#include "formula_steps.h"

namespace kleene::evidence {

class Formula {
public:
  explicit Formula(const Problem& problem);
  Formula(const Formula&) = delete;
  Formula& operator=(const Formula&) = delete;

  TermManager& terms() const { return terms_; }
  const std::string& commands() const { return commands_; }

  /// How much is known of a new value. Signed results of computations are unbounded in the math model.
  enum class Range { Computed, OfType };
  /// A new variable with any value; `cell` is for Memory. One without text can only be passed on.
  /// `region` is the Memory variable that it is a state of.
  Term
  fresh(std::string_view name, Type type, std::optional<Type> cell, Range range, VarId region = {});
  /// The value under a name of its own, unless it is as short as one. What has no text becomes any value:
  /// more executions, never fewer.
  Term named(std::string_view name,
             Term value,
             std::optional<Type> cell = std::nullopt,
             VarId region = {});
  /// A Bool that says that the operator at the top overflows. Throws NotExpressible.
  Term overflow(Term operation);
  /// The memory at the start of the program.
  Term initial_memory(VarId region);
  /// Adds what holds in every model. Throws NotExpressible. If all that it says is how `addresses` lie to each
  /// other, they are named.
  void require(Term condition, std::vector<Term> addresses = {});
  /// What more is known for those who read the formula step by step.
  void note(FormulaStep step) { steps_.push_back(std::move(step)); }
  const std::vector<FormulaStep>& steps() const { return steps_; }

  /// The term on other values, with what is known about memory used: a load of what was stored.
  Term fold(Term t, const Folder::Lookup& value, const Folder::Replace& replace = {});
  std::string text(Term t) const { return smt::text(t, reading_); }
  const smt::Reading& reading() const { return reading_; }

private:
  struct Variable {
    std::string name;
    std::optional<Type> cell;
    Term definition; ///< null if there is none, or none as a term
    VarId region;    ///< valid for the memory at the start
  };
  Term add(Type type, Variable variable);
  std::string unique(std::string_view name);
  const Variable* variable(Term t) const;
  Term stored(Type type, Term memory, Term address) const;
  Term stored_at_start(Type type, VarId region, Integer address) const;
  std::optional<std::string> initial_memory_text(VarId region) const;

  const Problem& problem_;
  TermManager& terms_;
  std::size_t first_; ///< id of our first variable
  Folder folder_;
  smt::Reading reading_;
  std::string commands_;
  std::vector<FormulaStep> steps_;
  std::vector<Variable> variables_;
  std::unordered_map<Term, Term> names_; ///< of values
};

} // namespace kleene::evidence
