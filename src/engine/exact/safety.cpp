// SPDX-License-Identifier: Apache-2.0
#include "safety.h"

#include "kleene/domain/atoms.h"

#include <fmt/core.h>

#include "proof.h"
#include "refine.h"

namespace kleene::engine::exact {
namespace {

constexpr std::size_t few_conditions = 6;
constexpr std::size_t predicates_per_round = 24;
constexpr double seconds_per_question = 2;

} // namespace

void seed_predicates(const BlockProgram& program, PredicateMap& predicates, std::size_t limit) {
  for (const Procedure& p : program.procedures()) {
    std::set<std::uint32_t> seen;
    std::vector<Term> atoms;
    auto add = [&](Term condition) {
      for (Term atom : domain::atoms_of(program.terms(), condition))
        if (seen.insert(atom.id()).second) atoms.push_back(atom);
    };
    for (const Block& b : p.blocks) {
      for (Term condition : b.move.condition)
        add(condition);
      for (const auto& [v, value] : b.move.values)
        for_each_subterm(value, [&](Term t) {
          if (t.op() == Op::Ite) add(t.arg(0));
        });
    }
    if (atoms.size() > limit) continue;
    for (Term atom : atoms)
      predicates.add(p.id, atom);
  }
}

struct Safety::Round {
  Round(const BlockProgram& program, BddManager& manager, IntegerModel model, Budget& budget)
      : model(model),
        session(session_for(program, model, seconds_per_question, budget)),
        domain(program.terms(), manager, *session, model) {}

  IntegerModel model;
  std::unique_ptr<smt::Session> session;
  domain::ExactDomain domain;
  bool change_model = false;
};

Safety::Safety(const BlockProgram& program, Budget& budget, Observer& observer)
    : program_(program),
      budget_(budget),
      observer_(observer),
      manager_(budget),
      predicates_(program) {}

/// Unbounded integers first, for machine integers too: the questions are easier and the predicates
/// mostly the same. What is found is then found again with machine integers, or refined there.
Candidate Safety::run() {
  observer_.phase("abstracting by predicates");
  seed_predicates(program_, predicates_, few_conditions);
  bool machine = program_.problem().integers == IntegerModel::Machine;
  for (IntegerModel model : {IntegerModel::Math, IntegerModel::Machine}) {
    if (model == IntegerModel::Machine && !machine) break;
    Round now(program_, manager_, model, budget_);
    while (!now.change_model)
      if (std::optional<Candidate> answer = round(now)) return *answer;
  }
  return Unknown{"no predicates decide it"};
}

std::optional<Candidate> Safety::round(Round& now) {
  ++rounds_;
  observer_.progress(fmt::format("round {}, {} predicates, {} integers",
                                 rounds_,
                                 predicates_.size(),
                                 now.model == IntegerModel::Math ? "unbounded" : "machine"));
  AbstractProgram abstract(program_, predicates_, now.domain);
  Forward forward(abstract, budget_);
  if (forward.run()) return after_proof(now, proof_of(abstract, forward));
  Feasibility found = examine(forward, forward.counterexample(), program_, now.model, budget_);
  if (auto* infeasible = std::get_if<Infeasible>(&found)) return refine(*infeasible);
  if (auto* feasible = std::get_if<Feasible>(&found))
    return after_execution(now, std::move(*feasible));
  return Unknown{std::get<Undecided>(found).reason};
}

std::optional<Candidate> Safety::after_proof(Round& now, evidence::InductiveProof proof) {
  if (now.model == program_.problem().integers) return Proved{std::move(proof)};
  now.change_model = true;
  return std::nullopt;
}

std::optional<Candidate> Safety::after_execution(Round& now, Feasible feasible) {
  evidence::Replay replay = evidence::replay(program_.problem(), feasible.execution, budget_);
  if (replay.accepted()) {
    feasible.execution.inputs = replay.inputs;
    feasible.execution.steps = replay.run.steps;
    return Violated{std::move(feasible.execution)};
  }
  if (now.model == program_.problem().integers)
    return Unknown{"a counterexample rests on what is not modelled: " + replay.objection};
  now.change_model = true;
  return std::nullopt;
}

std::optional<Candidate> Safety::refine(const Infeasible& infeasible) {
  std::size_t added = refine_from_core(
      program_, infeasible.path, infeasible.core, predicates_, predicates_per_round);
  if (added > 0) return std::nullopt;
  return Unknown{"a counterexample is not possible, but no new predicate says why"};
}

} // namespace kleene::engine::exact
