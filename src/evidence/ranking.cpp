// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/ranking.h"

#include "kleene/evidence/admission.h"

#include <fmt/core.h>

#include <algorithm>

#include "inductive_questions.h"

namespace kleene::evidence {
namespace {

std::string misfit_of_ranks(const ir::Program& program, const TerminationProof& proof) {
  const InductiveProof& invariants = proof.invariants;
  if (!invariants.sparse || invariants.k != 1) return "ranks go with invariants of one step";
  if (proof.ranks.size() != program.procedures.size()) return "the ranks are about another program";
  const std::vector<Term>* like = nullptr;
  for (std::size_t f = 0; f < proof.ranks.size(); ++f) {
    const std::vector<Term>& stated = invariants.procedures[f].invariants;
    if (stated.empty()) continue;
    const ir::Procedure& p = program.procedures[f];
    if (proof.ranks[f].size() != stated.size()) return "the ranks are about another program";
    if (stated[p.entry.index()].null())
      return fmt::format("nothing is stated at the entry of {}", p.name);
    for (std::size_t l = 0; l < stated.size(); ++l) {
      if (stated[l].null()) continue;
      const std::vector<Term>& rank = proof.ranks[f][l];
      if (like == nullptr) like = &rank;
      bool comparable = std::ranges::equal(rank, *like, [](Term a, Term b) {
        return a.type() == b.type() && a.type().is_integer();
      });
      if (!comparable || rank.empty()) return "ranks cannot be compared";
      if (!std::ranges::all_of(rank,
                               [&](Term t) { return is_about(program, ir::ProcId(f), t, false); }))
        return fmt::format("a rank of {} speaks of variables that it does not know", p.name);
    }
  }
  return {};
}

} // namespace

Judgement
judge(const Problem& problem, const TerminationProof& proof, smt::Solver& solver, Budget& budget) {
  Judgement judgement;
  judgement.objection = refusal<TerminationProof>(problem);
  if (judgement.accepted()) judgement.objection = misfit(problem.program, proof.invariants);
  if (judgement.accepted()) judgement.objection = misfit_of_ranks(problem.program, proof);
  if (!judgement.accepted()) return judgement;
  try {
    answer(inductive_questions(problem, proof.invariants, &proof.ranks, budget),
           solver,
           budget,
           "the ranks",
           judgement);
  } catch (const NotCheckable& why) {
    judgement.objection = fmt::format("the ranks cannot be checked: {}", why.what());
  }
  return judgement;
}

} // namespace kleene::evidence
