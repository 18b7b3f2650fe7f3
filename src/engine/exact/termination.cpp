// SPDX-License-Identifier: Apache-2.0
#include "termination.h"

#include "kleene/domain/atoms.h"
#include "kleene/engine/leap/leap.h"

#include <fmt/core.h>

#include "recurrent.h"
#include "safety.h"

namespace kleene::engine::exact {
namespace {

constexpr std::size_t few_conditions = 16;
constexpr std::size_t predicates_per_round = 8;
constexpr std::size_t max_rounds = 20;
constexpr double seconds_per_question = 5;

} // namespace

Termination::Termination(const BlockProgram& program, Budget& budget, Observer& observer)
    : program_(program),
      budget_(budget),
      observer_(observer),
      manager_(budget),
      predicates_(program),
      narrator_(program, predicates_, observer) {}

Candidate Termination::run() {
  observer_.phase("looking for executions without end");
  seed_predicates(program_, predicates_, few_conditions);
  if (std::optional<Candidate> answer = search(IntegerModel::Math)) return *answer;
  if (std::optional<Candidate> answer = leap_over_loops()) return *answer;
  if (program_.problem().integers == IntegerModel::Machine)
    if (std::optional<Candidate> answer = search(IntegerModel::Machine)) return *answer;
  return Unknown{"no predicates decide whether it ends"};
}

/// A leap is one step of what must happen, however often its loop goes round.
std::optional<Candidate> Termination::leap_over_loops() {
  if (leap::obstacle(program_.problem())) return std::nullopt;
  Candidate answer = leap::solve(program_.problem(), budget_, observer_);
  observer_.phase("looking for executions without end");
  if (std::holds_alternative<Unknown>(answer)) return std::nullopt;
  return answer;
}

/// Unbounded integers find predicates for machine integers too, but no answer.
std::optional<Candidate> Termination::search(IntegerModel model) {
  std::unique_ptr<smt::Session> session =
      session_for(program_, model, seconds_per_question, budget_);
  domain::ExactDomain domain(program_.terms(), manager_, *session, model);
  ir::ProcId main = program_.program().entry;
  bool decides = model == program_.problem().integers;
  Facts nothing_known(program_);
  for (std::size_t round = 1; round <= max_rounds; ++round) {
    observer_.progress(fmt::format("round {}, {} predicates", round, predicates_.size()));
    narrator_.round(++rounds_, model);
    AbstractProgram abstract(program_, predicates_, nothing_known, domain);
    Forward forward(abstract, budget_);
    forward.run();
    NonTermination nonterm(abstract, forward, budget_);
    nonterm.solve();
    const domain::Belnap& start = nonterm.states(main, abstract.entry(main));
    if (start.may.is_false()) {
      if (!decides) return std::nullopt;
      return Unknown{"every execution seems to end, but nothing shows it to a judge"};
    }
    if (auto inputs = start_inside(domain, start.must, model)) {
      if (!decides) return std::nullopt;
      Recurs answer{recurrent_set(abstract, forward, nonterm)};
      answer.set.stem.inputs = std::move(*inputs);
      return answer;
    }
    if (refine(abstract, nonterm) == 0) return std::nullopt;
  }
  return std::nullopt;
}

std::optional<std::vector<evidence::Input>>
Termination::start_inside(domain::ExactDomain& domain, const Bdd& states, IntegerModel model) {
  if (states.is_false()) return std::nullopt;
  std::unique_ptr<smt::Session> session =
      session_for(program_, model, seconds_per_question, budget_);
  Substitution start(program_.terms());
  for (const auto& [v, t] : program_.start().values)
    start.add(v, t);
  for (Term t : program_.start().condition)
    session->assume(t);
  session->assume(start(domain.formula(states)));
  for (const symbolic::FreshValue& value : program_.start_values())
    if (Type type = value.variable.type(); type.is_machine()) {
      TermManager& terms = program_.terms();
      session->assume(terms.le(terms.constant(type, min_value(type)), value.variable));
      session->assume(terms.le(value.variable, terms.constant(type, max_value(type))));
    }
  if (session->check() != smt::Answer::Sat) return std::nullopt;
  std::vector<evidence::Input> inputs;
  for (const symbolic::FreshValue& value : program_.start_values()) {
    std::optional<Integer> number = session->value(value.variable);
    if (!number) return std::nullopt;
    inputs.push_back({*number, ir::InputKind::Value, value.variable.type(), value.origin, {}});
  }
  return inputs;
}

/// Where the bounds differ, what follows is not decided: its predicates, before the step.
std::size_t Termination::refine(const AbstractProgram& abstract, NonTermination& nonterm) {
  std::size_t added = 0;
  auto add = [&](ir::ProcId f, Term formula) {
    for (Term atom : domain::atoms_of(program_.terms(), formula))
      if (added < predicates_per_round && predicates_.add(f, atom)) ++added;
  };
  auto pull = [&](ir::ProcId f, ir::ProcId g, ir::LocId to, const Values& values) {
    Substitution back(program_.terms());
    for (const auto& [v, t] : values)
      back.add(v, t);
    domain::PredicateList behind = abstract.predicates(g, to);
    for (Term q : behind)
      add(f, back(q));
  };
  for (const Procedure& p : program_.procedures())
    for (ir::LocId l : p.cuts) {
      const domain::Belnap& bounds = nonterm.states(p.id, l);
      if (bounds.may == bounds.must) continue;
      for (std::size_t b : abstract.blocks_from(p.id, l)) {
        const Block& block = p.blocks[b];
        pull(p.id, p.id, block.to, block.move.values);
      }
      for (Term condition : nonterm.choice_conditions(p.id, l))
        add(p.id, condition);
      for (std::size_t c : abstract.calls_from(p.id, l)) {
        const CallStep& call = p.calls[c];
        pull(p.id, call.callee, abstract.entry(call.callee), call.enter.values);
        pull(p.id, p.id, call.to, call.results);
      }
    }
  return added;
}

} // namespace kleene::engine::exact
