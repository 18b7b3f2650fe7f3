// SPDX-License-Identifier: Apache-2.0
// What formulas of a proof say about values. Parameters stand for all values: what has to be shown is shown
// for one that nothing is known of, and what is known is known for that one, and for those that the proof
// advises.
#pragma once
#include "kleene/evidence/inductive.h"

#include "formula.h"

namespace kleene::evidence {

/// The values that formulas of a procedure speak about: of now, and of its entry.
struct Valuation {
  std::function<Term(VarId)> now;
  std::function<Term(VarId)> entry;
};

class Meaning {
public:
  /// For one formula, in which procedure `f` is under way.
  Meaning(Formula& formula, const ir::Program& program, const InductiveProof& proof, ir::ProcId f);

  Term shown(Term t, const Valuation& values) { return apply(t, values, any_); }
  /// `here` are the values that advice is about. Throws NotCheckable if there is too much advice.
  Term known(Term t, const Valuation& values, const Valuation& here);
  Term known(Term t, const Valuation& values) { return known(t, values, values); }
  /// Of a term without parameters.
  Term value(Term t, const Valuation& values) { return apply(t, values, any_); }

private:
  std::vector<std::size_t> parameters_of(Term t) const;
  /// What a parameter may stand for.
  std::vector<Term> values_of(std::size_t i, const Valuation& here);
  Term apply(Term t, const Valuation& values, const std::vector<Term>& parameters);

  Formula& formula_;
  const ir::Program& program_;
  const InductiveProof& proof_;
  std::vector<Term> any_; ///< one for each parameter
  std::vector<Term> advised_;
};

} // namespace kleene::evidence
