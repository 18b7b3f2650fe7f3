// SPDX-License-Identifier: Apache-2.0
#include "termination.h"

#include "kleene/engine/leap/leap.h"

#include <fmt/core.h>

#include <algorithm>

#include "pull_back.h"
#include "ranked.h"
#include "recurrent.h"
#include "safety.h"
#include "start.h"

namespace kleene::engine::exact {
namespace {

constexpr std::size_t few_conditions = 16;
constexpr std::size_t predicates_per_round = 8;
constexpr std::size_t max_rounds = 20;
/// Ranks are looked for at once, and again when more is known.
constexpr std::size_t rounds_before_ranks = 4;
constexpr double seconds_per_question = 5;

} // namespace

Termination::Termination(const BlockProgram& program, Budget& budget, Observer& observer)
    : program_(program),
      budget_(budget),
      observer_(observer),
      manager_(budget),
      predicates_(program),
      narrator_(program, predicates_, observer),
      probe_(program.problem(), budget, observer) {}

Answer Termination::run() {
  observer_.phase("looking for executions without end");
  seed_predicates(program_, predicates_, few_conditions);
  if (std::optional<Answer> answer = search(IntegerModel::Math)) return *answer;
  if (!answered_)
    if (std::optional<Answer> answer = leap_over_loops()) return *answer;
  if (program_.problem().integers == IntegerModel::Machine)
    if (std::optional<Answer> answer = search(IntegerModel::Machine)) return *answer;
  if (answered_)
    if (std::optional<Answer> answer = leap_over_loops()) return *answer;
  return Unknown{"no predicates decide whether it ends"};
}

/// A leap is one step of what must happen, however often its loop goes round.
std::optional<Answer> Termination::leap_over_loops() {
  if (leap::obstacle(program_.problem())) return std::nullopt;
  Answer answer = leap::solve(program_.problem(), budget_, observer_);
  observer_.phase("looking for executions without end");
  if (std::holds_alternative<Unknown>(answer)) return std::nullopt;
  return answer;
}

/// Unbounded integers find predicates for machine integers too, but no answer.
std::optional<Answer> Termination::search(IntegerModel model) {
  std::unique_ptr<smt::Session> session =
      session_for(program_, model, seconds_per_question, budget_);
  domain::ExactDomain domain(program_.terms(), manager_, *session, model);
  ir::ProcId main = program_.program().entry;
  bool decides = model == program_.problem().integers;
  Facts facts(program_, model, budget_);
  for (std::size_t round = 1; round <= max_rounds; ++round) {
    observer_.progress(fmt::format("round {}, {} predicates", round, predicates_.size()));
    narrator_.round(++rounds_, model);
    AbstractProgram abstract(program_, predicates_, facts, domain);
    Forward forward(abstract, budget_);
    forward.run();
    if (round == 1 || round == rounds_before_ranks)
      if (auto proof = ranked_proof(abstract, forward, model, budget_)) {
        answered_ = true;
        if (!decides) return std::nullopt;
        return std::move(*proof);
      }
    NonTermination nonterm(abstract, forward, budget_);
    nonterm.solve();
    const domain::Belnap& start = nonterm.states(main, abstract.entry(main));
    if (start.may.is_false()) {
      if (!decides) return std::nullopt;
      return Unknown{"every execution seems to end, but nothing shows it to a judge"};
    }
    if (decides) {
      if (std::optional<evidence::RecurrentSet> answer = recurs(abstract, forward, nonterm))
        return *answer;
    } else if (start_inside(program_, domain.formula(start.must), model, budget_)) {
      answered_ = true;
      return std::nullopt;
    }
    auto open = [&](ir::ProcId f, ir::LocId l) {
      return nonterm.states(f, l).may != nonterm.states(f, l).must;
    };
    if (pull_back(abstract, nonterm.must_side(), open, predicates_, predicates_per_round) == 0)
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<evidence::RecurrentSet> Termination::recurs(const AbstractProgram& abstract,
                                                          const Forward& forward,
                                                          NonTermination& nonterm) {
  ir::ProcId main = program_.program().entry;
  const Bdd& start = nonterm.states(main, abstract.entry(main)).must;
  auto inputs = start_inside(
      program_, abstract.domain().formula(start), program_.problem().integers, budget_);
  bool anywhere = std::ranges::any_of(program_.procedures(), [&](const Procedure& p) {
    return std::ranges::any_of(
        p.cuts, [&](ir::LocId l) { return !nonterm.states(p.id, l).must.is_false(); });
  });
  if (!anywhere) return std::nullopt;
  evidence::RecurrentSet answer = recurrent_set(abstract, forward, nonterm);
  if (inputs) {
    answer.stem.inputs = std::move(*inputs);
    return answer;
  }
  std::optional<Probe::Stem> stem = probe_.reach(answer.states);
  if (!stem) return std::nullopt;
  answer.stem = std::move(stem->execution);
  answer.procedure = stem->procedure;
  answer.location = stem->location;
  return answer;
}

} // namespace kleene::engine::exact
