// SPDX-License-Identifier: Apache-2.0
// Sets as formulas over program variables: what engines know, in the words of evidence.
#pragma once
#include "kleene/evidence/boolean.h"
#include "kleene/evidence/layers.h"

#include "forward.h"

namespace kleene::engine::summaries {

/// Writes sets of pairs, or of states, of one procedure as terms; shared nodes become shared terms.
class Formulas {
public:
  Formulas(const domain::BooleanDomain& domain, ir::ProcId p);
  Term term(const Bdd& set);

private:
  Term choice(Term condition, Term yes, Term no);

  struct Known {
    Bdd set; ///< keeps its number in use
    Term term;
  };
  TermManager& terms_;
  std::unordered_map<BddVar, Term> variables_;
  std::unordered_map<std::size_t, Known> known_;
};

/// The least solution of the forward equations as invariants and summaries. Requires that `reach` ran
/// to the end.
evidence::InductiveProof inductive_proof(const domain::BooleanDomain& domain,
                                         const ControlFlow& flow,
                                         const ForwardReach& reach);

/// Discoveries of the forward search as layers. Requires that nothing was sliced away.
class LayerWriter {
public:
  LayerWriter(const domain::BooleanDomain& domain, const ControlFlow& flow);
  void add(Node n, const Bdd& pairs);
  evidence::LayeredReach take() { return std::move(reach_); }

private:
  struct Procedure {
    Formulas formulas;
    Term unchanged;
  };
  const domain::BooleanDomain& domain_;
  const ControlFlow& flow_;
  std::unordered_map<ir::ProcId, Procedure> procedures_;
  evidence::LayeredReach reach_;
};

} // namespace kleene::engine::summaries
