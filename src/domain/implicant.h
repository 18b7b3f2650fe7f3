// SPDX-License-Identifier: Apache-2.0
// Why formulas hold in a model: a few literals that hold there and imply the formulas. Branches that the model
// does not take are cut off, so that the literals speak of fewer variables together than the formulas do.
#pragma once
#include "kleene/logic/term.h"

#include <functional>
#include <unordered_map>
#include <vector>

namespace kleene::domain {

class Implicant {
public:
  /// `holds` evaluates a Bool term in the model.
  Implicant(TermManager& terms, std::function<bool(Term)> holds);

  /// Literals that imply the formula, which holds in the model, are added.
  void explain(Term formula);
  /// The same value wherever the literals hold, without `ite`: the conditions in it are explained.
  Term resolve(Term t);

  const std::vector<Term>& literals() const { return literals_; }

private:
  using Claim = std::pair<Term, bool>;

  void explain(Claim claim);
  bool take_apart(Claim claim, std::vector<Claim>& work);
  Term resolve(Term t, std::vector<Claim>& conditions);
  Term rebuilt(Term t);
  bool holds(Term t);

  TermManager& terms_;
  std::function<bool(Term)> evaluate_;
  std::unordered_map<Term, bool> truth_;
  std::unordered_map<Term, Term> resolved_;
  std::vector<Term> literals_;
};

} // namespace kleene::domain
