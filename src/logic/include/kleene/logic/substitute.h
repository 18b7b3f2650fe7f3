// SPDX-License-Identifier: Apache-2.0
// Simultaneous substitution of terms for variables, and variables that nobody else has.
#pragma once
#include "kleene/logic/term.h"

#include <unordered_map>

namespace kleene {

/// Replaces variables by terms of the same type, all at once. Results are remembered: applying one
/// substitution to many terms that share subterms costs each subterm once.
class Substitution {
public:
  explicit Substitution(TermManager& terms) : terms_(terms) {}
  Substitution(TermManager& terms, std::unordered_map<VarId, Term> values)
      : terms_(terms), values_(std::move(values)) {}

  /// Each variable at most once, and before the first use.
  void add(VarId variable, Term value) { values_.emplace(variable, value); }
  Term operator()(Term t);

private:
  /// For a term whose arguments are done.
  Term replaced(Term t);

  TermManager& terms_;
  std::unordered_map<VarId, Term> values_;
  std::unordered_map<Term, Term> done_;
};

/// Hands out variables with ids that were never used before.
class FreshVariables {
public:
  /// The first id must lie beyond those of the program and of whatever else speaks in the same terms.
  FreshVariables(TermManager& terms, std::size_t first) : terms_(terms), next_(first) {}

  Term operator()(Type type) { return terms_.variable(VarId(next_++), type); }
  std::size_t next() const { return next_; }

private:
  TermManager& terms_;
  std::size_t next_;
};

} // namespace kleene
