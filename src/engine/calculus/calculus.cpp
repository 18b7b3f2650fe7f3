// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/calculus/calculus.h"

#include "kleene/calculus/algorithms.h"
#include "kleene/calculus/session.h"
#include "kleene/domain/boolean_scope.h"
#include "kleene/engine/summaries/summaries.h"
#include "kleene/support/invariant.h"
#include "kleene/transform/guard_slicing.h"

#include "bindings.h"

namespace kleene::engine::calculus {
namespace {

/// Whether the property does not hold. Most guards may not be needed to see that it does.
Result<bool> decide_with_fewer_guards_first(std::string_view algorithm,
                                            const evidence::Problem& problem,
                                            Budget& budget,
                                            Observer& observer) {
  if (problem.events().targets)
    for (const auto& [easier, back] :
         transform::easier_programs(problem.program, problem.targets)) {
      Result<bool> violated = decide(algorithm, problem.about(easier), budget, observer);
      if (!violated || !*violated) return violated;
    }
  return decide(algorithm, problem, budget, observer);
}

Answer solve(std::string_view algorithm,
             const evidence::Problem& problem,
             Budget& budget,
             Observer& observer) {
  Result<bool> violated = decide_with_fewer_guards_first(algorithm, problem, budget, observer);
  if (!violated) return Unknown{violated.error().message};
  Answer answer = summaries::solve(problem, budget, observer);
  std::optional<bool> evidence_says = engine::violated(answer);
  KL_INVARIANT(!evidence_says || *evidence_says == *violated,
               "the calculus and the summaries should agree");
  return answer;
}

} // namespace

Result<bool> decide(std::string_view algorithm,
                    const evidence::Problem& problem,
                    Budget& budget,
                    Observer& observer) {
  namespace language = kleene::calculus;
  observer.phase("evaluating the formula");
  std::optional<std::string_view> formula = language::shipped_algorithm(algorithm);
  KL_INVARIANT(formula.has_value(), "the algorithm of an engine should be shipped");
  SourceFiles files;
  ProgramRelations relations(problem.program, problem.targets);
  std::vector<FileId> order{files.add("program", relations.types()),
                            files.add(std::string(algorithm) + ".fix", std::string(*formula))};
  auto session = language::Session::read(files, order);
  if (!session) return session.error();
  bind_relations(relations, **session);
  auto outcomes = (*session)->evaluate(budget, observer);
  if (!outcomes) return outcomes.error();
  bool reach = problem.events().targets;
  for (const language::Outcome& outcome : *outcomes)
    if (outcome.name == (reach ? "reachable" : "nonterminating") && outcome.value)
      return *outcome.value;
  return Diagnostic::error(ErrorKind::Unsupported, "the formula does not answer the question");
}

std::optional<std::string> obstacle_to_reachability(const evidence::Problem& problem) {
  if (!problem.events().targets) return "the formula is about reachability";
  return domain::obstacle_to_boolean(problem.program);
}

std::optional<std::string> obstacle_to_termination(const evidence::Problem& problem) {
  if (!problem.events().no_end) return "the formula is about infinite executions";
  return domain::obstacle_to_boolean(problem.program);
}

Answer solve_simple(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  return solve("simple", problem, budget, observer);
}
Answer solve_ef(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  return solve("ef", problem, budget, observer);
}
Answer solve_ef_opt(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  return solve("ef-opt", problem, budget, observer);
}
Answer solve_backward(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  return solve("backward", problem, budget, observer);
}
Answer solve_nonterm(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  return solve("nonterm", problem, budget, observer);
}

} // namespace kleene::engine::calculus
