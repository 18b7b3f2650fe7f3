// SPDX-License-Identifier: Apache-2.0
#include "safety.h"

#include "kleene/domain/atoms.h"
#include "kleene/engine/leap/leap.h"
#include "kleene/evidence/tried.h"
#include "kleene/logic/variable_space.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "clauses.h"
#include "lead.h"
#include "proof.h"
#include "refine.h"

namespace kleene::engine::exact {
namespace {

constexpr std::size_t few_conditions = 6;
constexpr std::size_t rounds_before_leaps = 4;
/// After so many rounds it is asked what must happen, and again after three times as many.
constexpr std::size_t rounds_before_must = 3;
constexpr std::size_t predicates_per_round = 60;
constexpr double seconds_per_question = 5;
/// A path that takes a block so often goes round in a loop or recursion.
constexpr std::size_t many_rounds = 3;
/// The share of the time left that a question about invariants may take, and its limits.
constexpr double clause_share = 0.1;
constexpr double min_clause_seconds = 2;
constexpr double max_clause_seconds = 10;
constexpr std::size_t max_clause_failures = 4;

/// How often the path takes the same block or call at most.
std::size_t most_often(const FlatPath& path) {
  std::map<std::tuple<FlatStep::Kind, ir::ProcId, std::size_t>, std::size_t> count;
  std::size_t most = 0;
  for (const FlatStep& s : path)
    most = std::max(most, ++count[{s.kind, s.procedure, s.index}]);
  return most;
}

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

void seed_hints(const BlockProgram& program, PredicateMap& predicates) {
  const evidence::InductiveProof* hints = program.problem().hints.get();
  if (hints == nullptr) return;
  const VariableSpace space(program.program().variables.size());
  auto about_all_values = [&](Term atom) {
    return std::ranges::any_of(variables_of(atom), [&](VarId v) { return !space.variable(v); });
  };
  for (std::size_t f = 0; f < hints->procedures.size(); ++f) {
    std::vector<Term> formulas = hints->procedures[f].invariants;
    formulas.push_back(hints->procedures[f].summary);
    for (Term formula : formulas)
      if (!formula.null())
        for (Term atom : domain::atoms_of(program.terms(), formula))
          if (!about_all_values(atom)) predicates.add(ir::ProcId(f), atom);
  }
}

struct Safety::Round {
  Round(const BlockProgram& program, BddManager& manager, IntegerModel model, Budget& budget)
      : model(model),
        session(session_for(program, model, seconds_per_question, budget)),
        domain(program.terms(), manager, *session, model),
        facts(program, model, budget) {}

  IntegerModel model;
  std::unique_ptr<smt::Session> session;
  domain::ExactDomain domain;
  Facts facts;
  bool change_model = false;
  std::size_t clause_failures = 0;
};

Safety::Safety(const BlockProgram& program, Budget& budget, Observer& observer)
    : program_(program),
      budget_(budget),
      observer_(observer),
      manager_(budget),
      predicates_(program),
      narrator_(program, predicates_, observer),
      probe_(program.problem(), budget, observer) {}

/// Unbounded integers first, for machine integers too: the questions are easier and the predicates
/// mostly the same. What is found is then found again with machine integers, or refined there.
Answer Safety::run() {
  observer_.phase("trying executions");
  if (auto found = probe_.first_look()) return std::move(*found);
  observer_.phase("abstracting by predicates");
  seed_predicates(program_, predicates_, few_conditions);
  seed_hints(program_, predicates_);
  bool machine = program_.problem().integers == IntegerModel::Machine;
  for (IntegerModel model : {IntegerModel::Math, IntegerModel::Machine}) {
    if (model == IntegerModel::Machine && !machine) break;
    Round now(program_, manager_, model, budget_);
    while (!now.change_model)
      if (std::optional<Answer> answer = round(now)) return *answer;
  }
  return Unknown{"no predicates decide it"};
}

std::optional<Answer> Safety::round(Round& now) {
  ++rounds_;
  observer_.progress(fmt::format("round {}, {} predicates, {} integers",
                                 rounds_,
                                 predicates_.size(),
                                 now.model == IntegerModel::Math ? "unbounded" : "machine"));
  narrator_.round(rounds_, now.model);
  AbstractProgram abstract(program_, predicates_, now.facts, now.domain);
  Forward forward(abstract, budget_);
  if (forward.run()) return after_proof(now, proof_of(abstract, forward));
  Feasibility found = examine(forward, forward.counterexample(), program_, now.model, budget_);
  if (auto* infeasible = std::get_if<Infeasible>(&found)) return refine(now, *infeasible);
  if (auto* feasible = std::get_if<Feasible>(&found))
    return after_execution(now, std::move(*feasible));
  return after_doubt(now, std::get<Undecided>(found));
}

std::optional<Answer> Safety::after_proof(Round& now, evidence::InductiveProof proof) {
  if (now.model == program_.problem().integers) return proof;
  now.change_model = true;
  return std::nullopt;
}

std::optional<Answer> Safety::after_execution(Round& now, Feasible feasible) {
  evidence::Replay replay = evidence::replay(program_.problem(), feasible.execution, budget_);
  if (replay.accepted()) {
    feasible.execution.inputs = replay.inputs;
    feasible.execution.steps = replay.run.steps;
    return std::move(feasible.execution);
  }
  evidence::tell_tried(observer_, feasible.execution.inputs);
  return stuck(now, "a counterexample is not confirmed: " + replay.objection);
}

std::optional<Answer> Safety::after_doubt(Round& now, const Undecided& undecided) {
  if (!undecided.path.empty() && ask_for_invariants(now, undecided.path)) return std::nullopt;
  return stuck(now, undecided.reason);
}

std::optional<Answer> Safety::refine(Round& now, const Infeasible& infeasible) {
  if (!infeasible.beginning.empty())
    if (auto found = probe_.follow(infeasible.beginning)) return std::move(*found);
  if (rounds_ >= rounds_before_leaps)
    if (std::optional<Answer> found = leap_over_loops()) return found;
  if (rounds_ == rounds_before_must || rounds_ == 3 * rounds_before_must)
    if (std::optional<Answer> found = must_reach(rounds_ > rounds_before_must)) return found;
  bool goes_round = most_often(infeasible.path) >= many_rounds;
  if (goes_round && ask_for_invariants(now, infeasible.path)) return std::nullopt;
  if (refine_from_core(program_, infeasible, predicates_, predicates_per_round) > 0)
    return std::nullopt;
  std::size_t interpolants = refine_by_clauses(program_,
                                               infeasible.path,
                                               Shape::Unrolled,
                                               now.model,
                                               clause_seconds(),
                                               predicates_,
                                               budget_);
  if (interpolants > 0) return std::nullopt;
  if (!goes_round && ask_for_invariants(now, infeasible.path)) return std::nullopt;
  if (std::optional<Answer> found = leap_over_loops()) return found;
  return stuck(now, "a counterexample is not possible, but no new predicate says why");
}

/// A leap is one step of what must happen, however often its loop goes round.
std::optional<Answer> Safety::leap_over_loops() {
  if (leapt_ || leap::obstacle(program_.problem())) return std::nullopt;
  leapt_ = true;
  Answer answer = leap::solve(program_.problem(), budget_, observer_);
  observer_.phase("abstracting by predicates");
  if (std::holds_alternative<Unknown>(answer)) return std::nullopt;
  return answer;
}

std::optional<Answer> Safety::must_reach(bool with_predicates) {
  auto sets = lead_to_target(
      program_.problem(), with_predicates ? &predicates_ : nullptr, manager_, budget_);
  if (!sets) return std::nullopt;
  return std::move(*sets);
}

bool Safety::ask_for_invariants(Round& now, const FlatPath& path) {
  if (now.clause_failures >= max_clause_failures) return false;
  std::size_t added = refine_by_clauses(
      program_, path, Shape::Restored, now.model, clause_seconds(), predicates_, budget_);
  if (added > 0) return true;
  ++now.clause_failures;
  return false;
}

double Safety::clause_seconds() const {
  double left = budget_.seconds_left().value_or(max_clause_seconds / clause_share);
  return std::clamp(clause_share * left, min_clause_seconds, max_clause_seconds);
}

std::optional<Answer> Safety::stuck(Round& now, std::string reason) {
  if (std::optional<Answer> found = must_reach(true)) return found;
  if (now.model == program_.problem().integers) return Unknown{std::move(reason)};
  now.change_model = true;
  return std::nullopt;
}

} // namespace kleene::engine::exact
