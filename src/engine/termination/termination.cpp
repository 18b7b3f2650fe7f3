// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/termination/termination.h"

#include "kleene/evidence/admission.h"

#include <fmt/core.h>

#include <algorithm>

#include "cells.h"
#include "learner.h"
#include "opaque_floats.h"
#include "ranker.h"

namespace kleene::engine::termination {
namespace {

std::string describe(const ir::Program& program, const ir::ProgramPoint& place) {
  const ir::Procedure& p = program.procedure(place.procedure);
  if (place.location == p.entry) return fmt::format("calls of {}", p.name);
  for (const ir::Edge& e : p.edges)
    if (e.from == place.location && e.range.known())
      return fmt::format("the loop at {}", program.files.describe(e.range));
  return fmt::format("a loop in {}", p.name);
}

/// A rank at every place where something is stated; where nothing is reached any will do.
evidence::TerminationProof proof_of(const ir::Program& program,
                                    const System& system,
                                    const std::vector<std::vector<Term>>& ranks,
                                    evidence::InductiveProof invariants) {
  evidence::TerminationProof result{std::move(invariants), {}};
  for (const ir::Procedure& p : program.procedures)
    result.ranks.emplace_back(p.locations.size());
  for (std::size_t i = 0; i < system.places.size(); ++i)
    result.ranks[system.places[i].procedure.index()][system.places[i].location.index()] = ranks[i];
  return result;
}

} // namespace

std::optional<std::string> obstacle(const evidence::Problem& problem) {
  if (!problem.events().within(evidence::about::end))
    return "it proves that every execution ends, and nothing else";
  if (evidence::is_boolean(problem.program)) return "made for programs with integers";
  return std::nullopt;
}

Answer solve(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  observer.phase("computing ranges");
  Learner learner(problem, budget, observer);
  std::string reason;
  auto prove = [&](Ranker::Effort effort) -> std::optional<Answer> {
    observer.phase("looking for ranks");
    System system = learner.system();
    auto without = with_opaque_floats(system, *problem.program.terms, learner.unfolder().fresh());
    auto find = [&](const System& steps) -> std::optional<Answer> {
      Ranker ranker(problem, steps, learner.unfolder(), budget, observer);
      if (auto found = ranker.find(effort))
        return proof_of(problem.program, system, *found, learner.proof());
      const Numbers& left = ranker.without_rank();
      reason = left.empty() ? "no ranks were found"
                            : "no rank was found for "
                                  + describe(problem.program, system.places[left.back()]);
      return std::nullopt;
    };
    if (without) {
      std::optional<Answer> answer = find(*without);
      // Guesses are to be quick.
      if (answer || effort == Ranker::Effort::Guesses) return answer;
    }
    return find(system);
  };
  auto prove_by_cases = [&](bool more) -> std::optional<Answer> {
    System system = learner.system();
    std::optional<Cells> cells = cells_of(problem, system, learner.options(), budget);
    if (!cells && !more) return std::nullopt;
    if (!cells) return prove(Ranker::Effort::Synthesis);
    observer.phase("looking for ranks, case by case");
    Ranker ranker(problem, cells->system, learner.unfolder(), budget, observer);
    if (auto found = ranker.find(Ranker::Effort::Synthesis))
      return proof_of(problem.program,
                      system,
                      cells->together(*problem.program.terms, *found),
                      learner.proof());
    return std::nullopt;
  };
  learner.learn(Learner::Effort::Ranges);
  if (auto answer = prove(Ranker::Effort::Guesses)) return *answer;
  learner.learn(Learner::Effort::Relations);
  if (auto answer = prove(Ranker::Effort::Synthesis)) return *answer;
  if (learner.learn_about_elements())
    if (auto answer = prove(Ranker::Effort::Synthesis)) return *answer;
  bool more = learner.learn(Learner::Effort::Cases);
  if (auto answer = prove_by_cases(more)) return *answer;
  return Unknown{reason};
}

} // namespace kleene::engine::termination
