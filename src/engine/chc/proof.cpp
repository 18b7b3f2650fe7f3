// SPDX-License-Identifier: Apache-2.0
#include "proof.h"

#include <algorithm>

namespace kleene::engine::chc {
namespace {

using evidence::InductiveProof;
using ir::ProcId;

class Prover {
public:
  Prover(const evidence::Problem& problem, const Encoding& encoding)
      : program_(problem.program), terms_(*program_.terms), encoding_(encoding) {}

  InductiveProof run(const std::vector<Term>& formulas) {
    proof_.sparse = true;
    proof_.procedures.resize(program_.procedures.size());
    for (ProcId f : encoding_.view->order())
      prepare(f);
    for (std::size_t r = 0; r < formulas.size(); ++r)
      state(encoding_.meanings[r], formulas[r]);
    return std::move(proof_);
  }

private:
  const ProcedureView& view(ProcId f) const { return (*encoding_.view)[f]; }

  /// Nothing is known yet: that has to be said at loop heads.
  void prepare(ProcId f) {
    const ir::Procedure& p = program_.procedure(f);
    InductiveProof::Procedure& proof = proof_.procedures[f.index()];
    proof.invariants.resize(p.locations.size());
    for (std::size_t l = 0; l < p.locations.size(); ++l)
      if (view(f).head[l]) proof.invariants[l] = unchanged(f, true);
    if (const auto& closed = encoding_.closed[f.index()]) {
      if (view(f).can_fail)
        proof.invariants[p.entry.index()] = terms_.conj(closed->precondition, just_entered(f));
      proof.summary = terms_.conj(closed->summary, unchanged(f, false));
    }
  }

  void state(const Meaning& meaning, Term formula) {
    InductiveProof::Procedure& proof = proof_.procedures[meaning.procedure.index()];
    const ir::Procedure& p = program_.procedure(meaning.procedure);
    if (meaning.role == Role::Summary) {
      proof.summary = terms_.conj(formula, unchanged(meaning.procedure, false));
      return;
    }
    bool enters = meaning.role == Role::Precondition;
    Term& at = proof.invariants[(enters ? p.entry : meaning.location).index()];
    if (enters) formula = terms_.conj(formula, just_entered(meaning.procedure));
    at = at.null() ? formula : terms_.conj(at, formula);
  }

  /// What the procedure never writes is what it was at its entry.
  Term unchanged(ProcId f, bool with_parameters) {
    return equal_to_entry(
        f, with_parameters, [&](VarId v) { return !view(f).written.contains(v); });
  }

  /// Everything is what it was at the entry.
  Term just_entered(ProcId f) {
    return equal_to_entry(f, true, [](VarId) { return true; });
  }

  template <class Which>
  Term equal_to_entry(ProcId f, bool with_parameters, Which which) {
    std::vector<Term> parts;
    auto add = [&](VarId v) {
      Type type = program_.variable(v).type;
      if (!which(v) || !(type.is_bool() || type.is_integer())) return;
      if (!encoding_.view->relevant(v)) return;
      parts.push_back(terms_.eq(terms_.variable(v, type),
                                terms_.variable(evidence::entry_copy(program_, v), type)));
    };
    if (!view(f).has_calls_of) return terms_.truth(true);
    std::ranges::for_each(program_.globals, add);
    if (with_parameters) std::ranges::for_each(program_.procedure(f).parameters, add);
    return terms_.conj(parts);
  }

  const ir::Program& program_;
  TermManager& terms_;
  const Encoding& encoding_;
  InductiveProof proof_;
};

} // namespace

InductiveProof proof_of(const evidence::Problem& problem,
                        const Encoding& encoding,
                        const std::vector<Term>& formulas) {
  return Prover(problem, encoding).run(formulas);
}

} // namespace kleene::engine::chc
