// SPDX-License-Identifier: Apache-2.0
#include "lead.h"

#include "counterexample.h"
#include "must_reach.h"
#include "pull_back.h"
#include "safety.h"
#include "start.h"

namespace kleene::engine::exact {
namespace {

constexpr std::size_t few_conditions = 16;
constexpr std::size_t predicates_per_round = 8;
constexpr std::size_t max_rounds = 5;
constexpr double seconds_per_question = 5;

/// With some inputs the program begins in a state that leads to a target.
std::optional<evidence::MustReach> sets_of(const AbstractProgram& abstract,
                                           const MustReachability& must,
                                           IntegerModel model,
                                           Budget& budget) {
  const BlockProgram& program = abstract.program();
  ir::ProcId main = program.program().entry;
  Term start = abstract.domain().formula(must.leads(main, abstract.entry(main)));
  auto inputs = start_inside(program, start, model, budget);
  if (!inputs) return std::nullopt;
  std::optional<evidence::MustReach> sets = must.evidence();
  if (sets) sets->stem.inputs = std::move(*inputs);
  return sets;
}

} // namespace

std::optional<evidence::MustReach> lead_to_target(const evidence::Problem& problem,
                                                  const PredicateMap* given,
                                                  BddManager& manager,
                                                  Budget& budget) {
  IntegerModel model = problem.integers;
  BlockProgram program(problem, {.cut_at_choices = true});
  PredicateMap predicates(program);
  if (given == nullptr) seed_predicates(program, predicates, few_conditions);
  for (const Procedure& p : program.procedures())
    for (Term atom : given == nullptr ? std::vector<Term>{} : given->of(p.id))
      predicates.add(p.id, atom);
  std::unique_ptr<smt::Session> session = session_for(program, model, seconds_per_question, budget);
  domain::ExactDomain domain(program.terms(), manager, *session, model);
  Facts facts(program, model, budget);
  for (std::size_t round = 0; round < max_rounds; ++round) {
    AbstractProgram abstract(program, predicates, facts, domain);
    Forward forward(abstract, budget);
    forward.finish();
    MustReachability must(abstract, forward, model, budget);
    must.solve();
    if (auto sets = sets_of(abstract, must, model, budget)) {
      smt::Cvc5 solver;
      if (evidence::judge(problem, *sets, solver, budget).accepted()) return sets;
      return std::nullopt;
    }
    auto open = [&](ir::ProcId f, ir::LocId l) { return must.leads(f, l) != forward.states(f, l); };
    if (pull_back(abstract, must.must_side(), open, predicates, predicates_per_round) == 0) break;
  }
  return std::nullopt;
}

} // namespace kleene::engine::exact
