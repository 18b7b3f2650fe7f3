// SPDX-License-Identifier: Apache-2.0
// What has to be asked about invariants and summaries: see inductive.h. Requires a proof that fits the
// program and speaks of variables in scope.
#pragma once
#include "kleene/evidence/inductive.h"

#include "call_effects.h"
#include "questions.h"
#include "unfolding.h"

namespace kleene::evidence {

/// Per procedure and location: see ranking.h.
using Ranks = std::vector<std::vector<std::vector<Term>>>;

/// With ranks, also whether they become lower. Throws NotCheckable if a cycle passes no stated location.
QuestionList inductive_questions(const Problem& problem,
                                 const InductiveProof& proof,
                                 const Ranks* ranks,
                                 Budget& budget);
/// Why these are no invariants of the program; empty if they are.
std::string misfit(const ir::Program& program, const InductiveProof& proof);
/// May a formula of the procedure say this? Of a summary's variables only what is left at the exit.
bool is_about(const ir::Program& program,
              ir::ProcId f,
              Term formula,
              bool summary,
              const std::vector<Type>& parameters = {});

/// The places of one procedure up to `k` stated locations from where it begins. Keys are pairs: the number
/// of stated locations passed, and a topological number.
class CutShape : public Shape {
public:
  CutShape(const ir::Procedure& procedure, std::vector<bool> stated);
  UnfoldedPoint place(ir::LocId location, std::uint32_t level) const {
    return {location, {level, number_[location.index()]}};
  }
  UnfoldedPoint after(const UnfoldedPoint& place, const ir::Edge& edge) const override {
    return this->place(edge.to, place.key[0] + (stated_[edge.to.index()] ? 1 : 0));
  }
  bool stated(ir::LocId l) const { return stated_[l.index()]; }

private:
  std::vector<bool> stated_;
  std::vector<std::uint32_t> number_;
};

} // namespace kleene::evidence
