// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/calculus/calculus.h"

#include "kleene/calculus/algorithms.h"
#include "kleene/calculus/session.h"
#include "kleene/domain/boolean_scope.h"
#include "kleene/engine/summaries/summaries.h"
#include "kleene/support/invariant.h"
#include "kleene/transform/guard_slicing.h"

#include <algorithm>

#include "bindings.h"
#include "path_edges.h"

namespace kleene::engine::calculus {
namespace {

namespace language = kleene::calculus;

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

/// Invariants and summaries.
evidence::InductiveProof proof_of(const ir::Program& program, const PathEdges& edges) {
  evidence::InductiveProof proof;
  for (std::size_t p = 0; p < edges.size(); ++p) {
    auto& claims = proof.procedures.emplace_back();
    if (std::ranges::all_of(edges[p], [](Term t) { return t.null(); })) continue; // never called
    claims.invariants = edges[p];
    claims.summary = edges[p][program.procedures[p].exit.index()];
  }
  return proof;
}

/// What a formula says about a program.
struct Said {
  std::optional<bool> reachable;
  PathEdges edges;
  std::string obstacle; ///< to evidence
};

/// A formula with the relations of a program.
Result<std::unique_ptr<language::Session>>
read(const Formula& formula, const ProgramRelations& relations, SourceFiles& files) {
  std::vector<FileId> order{files.add("program", relations.types()),
                            files.add(formula.file, formula.text)};
  language::ReadOptions options;
  options.constants = formula.constants;
  auto session = language::Session::read(files, order, options);
  if (!session) return session.error();
  bind_relations(relations, **session);
  for (const std::string& input : (*session)->open_inputs())
    if (!relations.clauses(input))
      return Diagnostic::error(ErrorKind::Unsupported,
                               formula.file + " takes the input '" + input
                                   + "', which programs do not have");
  return session;
}

Result<Said> evaluate(const Formula& formula,
                      const evidence::Problem& problem,
                      Budget& budget,
                      Observer& observer) {
  SourceFiles files;
  ProgramRelations relations(problem.program, problem.targets);
  auto session = read(formula, relations, files);
  if (!session) return session.error();
  Said said;
  std::optional<std::string> exported = relation_of_path_edges((*session)->relations());
  if (!exported)
    said.obstacle = "it has no relation over two states, an entry and what it leads to";
  else
    (*session)->at_end([&](language::RelationValues& values) {
      observer.phase("writing down '" + *exported + "'");
      Result<PathEdges> edges = path_edges(problem.program, relations, *exported, values);
      if (edges)
        said.edges = *std::move(edges);
      else
        said.obstacle = edges.error().message;
    });
  if (formula.on_round) (*session)->on_round(formula.on_round);
  auto outcomes = (*session)->evaluate(budget, observer);
  if (!outcomes) return outcomes.error();
  for (const language::Outcome& outcome : *outcomes)
    if (outcome.name == "reachable" && outcome.value) said.reachable = outcome.value;
  return said;
}

} // namespace

Answer solve_nothing(const evidence::Problem&, Budget&, Observer&) {
  return Unknown{"no formula was given; --algorithm FILE does"};
}

std::optional<Diagnostic> complaint_about(const Formula& formula,
                                          const evidence::Problem& problem) {
  SourceFiles files;
  ProgramRelations relations(problem.program, problem.targets);
  auto session = read(formula, relations, files);
  if (session) return std::nullopt;
  return session.error();
}

Answer solve_by(const Formula& formula,
                const evidence::Problem& problem,
                Budget& budget,
                Observer& observer) {
  observer.phase("evaluating " + formula.file);
  Result<Said> said = evaluate(formula, problem, budget, observer);
  if (!said) return Unknown{said.error().message};
  if (!said->reachable) return Unknown{formula.file + " has no closed query 'reachable'"};
  std::string answer = *said->reachable ? "true" : "false";
  auto no_evidence = [&](const std::string& why) {
    return Unknown{formula.file + " says that reachable is " + answer + ", but " + why};
  };
  if (!said->obstacle.empty()) return no_evidence(said->obstacle);
  if (!*said->reachable) return proof_of(problem.program, said->edges);
  Answer found = summaries::violation_within(problem, said->edges, budget, observer);
  if (const auto* none = std::get_if<Unknown>(&found)) return no_evidence(none->reason);
  return found;
}

Result<bool> decide(std::string_view algorithm,
                    const evidence::Problem& problem,
                    Budget& budget,
                    Observer& observer) {
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
