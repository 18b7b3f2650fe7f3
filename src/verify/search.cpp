// SPDX-License-Identifier: Apache-2.0
#include "kleene/verify/search.h"

#include "kleene/engine/calculus/calculus.h"
#include "kleene/engine/concurrent/in_rounds.h"
#include "kleene/engine/summaries/summaries.h"
#include "kleene/evidence/file.h"
#include "kleene/evidence/object_program.h"
#include "kleene/evidence/tried.h"
#include "kleene/verify/order.h"
#include "kleene/verify/registry.h"

#include <fmt/core.h>

#include <algorithm>

namespace kleene::verify {
namespace {

/// Threads for an engine that knows none.
bool sequentially(const engine::Engine& e, const evidence::Problem& problem) {
  return problem.program.concurrent() && !e.attributes.concurrent;
}

/// For an engine that looks for invariants, where it is asked whether addresses are valid.
std::optional<ir::Program> program_with_objects(const engine::Engine& engine,
                                                const evidence::Problem& problem) {
  bool able = engine.attributes.by_invariants && problem.asks_for_validity()
              && !problem.program.concurrent() && evidence::has_object_program(problem.program);
  if (!able) return std::nullopt;
  return evidence::object_program(problem.program);
}

std::optional<engine::Answer> solve_with_objects(const engine::Engine& engine,
                                                 const evidence::Problem& problem,
                                                 Budget& budget,
                                                 Observer& observer) {
  std::optional<ir::Program> known = program_with_objects(engine, problem);
  if (!known) return std::nullopt;
  const ir::Program& program = *known;
  engine::Answer answer = engine.solve(problem.about(program), budget, observer);
  if (auto* proof = std::get_if<evidence::InductiveProof>(&answer)) {
    proof->known_objects = true;
    return answer;
  }
  const auto* unknown = std::get_if<engine::Unknown>(&answer);
  return engine::Unknown{unknown == nullptr ? "not found by invariants" : unknown->reason, {}};
}

std::optional<std::string> obstacle_to(const engine::Engine& e, const evidence::Problem& problem) {
  if (evidence::asks_for_acceptance(problem) && &e != &engine::summaries::engine)
    return "it knows no accepting places";
  if (std::optional<ir::Program> known = program_with_objects(e, problem))
    return e.obstacle(problem.about(*known));
  if (!sequentially(e, problem)) return e.obstacle(problem);
  if (!problem.rounds) return "it takes sequential programs only, and threads with --rounds";
  return engine::concurrent::obstacle_in_rounds(e, problem);
}

bool made_for(const engine::Engine& e, Language language) {
  using engine::MadeFor;
  return (language == Language::Linear && e.attributes.made_for == MadeFor::LinearPrograms)
         || (language == Language::Boolean && e.attributes.made_for == MadeFor::BooleanPrograms);
}

/// What an answer would have the environment choose, as far as it says so.
std::vector<evidence::Input> inputs_of(const engine::Answer& answer) {
  if (const auto* execution = std::get_if<evidence::Execution>(&answer)) return execution->inputs;
  if (const auto* lasso = std::get_if<evidence::Lasso>(&answer)) return lasso->stem;
  if (const auto* set = std::get_if<evidence::RecurrentSet>(&answer)) return set->stem.inputs;
  if (const auto* reach = std::get_if<evidence::MustReach>(&answer)) return reach->stem.inputs;
  const auto* chain = std::get_if<evidence::LeapChain>(&answer);
  if (chain != nullptr && chain->execution) return chain->execution->inputs;
  return {};
}

} // namespace

Choice choose_engines(const Question& question, std::string_view wanted) {
  std::vector<const engine::Engine*> order;
  const engine::Engine* named = find_engine(wanted);
  for (const RegistryEntry& row : registry()) {
    const engine::Engine& e = *row.engine;
    bool usual = !e.attributes.on_request && !sequentially(e, question.problem);
    if (named == &e || (wanted == "auto" && usual)) order.push_back(&e);
  }
  std::ranges::stable_partition(
      order, [&](const engine::Engine* e) { return made_for(*e, question.language); });
  Choice choice;
  for (const engine::Engine* e : order)
    if (std::optional<std::string> obstacle = obstacle_to(*e, question.problem))
      choice.others.push_back({std::string(e->name), *obstacle});
    else
      choice.able.push_back(e);
  return choice;
}

engine::Answer solve(const engine::Engine& engine,
                     const Question& question,
                     const std::vector<std::string>& hints,
                     Budget& budget,
                     Observer& observer) {
  evidence::Problem problem = question.problem;
  for (const std::string& text : hints) {
    Result<evidence::EvidenceFile> read = evidence::read_evidence(text, problem.program);
    if (!read) continue;
    if (auto* believed = std::get_if<evidence::InductiveProof>(&read->evidence))
      problem.hints = std::make_shared<evidence::InductiveProof>(std::move(*believed));
  }
  if (auto answer = solve_with_objects(engine, problem, budget, observer))
    return *std::move(answer);
  bool own = question.algorithm != nullptr && &engine == &engine::calculus::algorithm_engine;
  engine::Answer answer =
      own ? engine::calculus::solve_by(*question.algorithm, problem, budget, observer)
      : sequentially(engine, problem)
          ? engine::concurrent::solve_in_rounds(engine, problem, budget, observer)
          : engine.solve(problem, budget, observer);
  evidence::tell_tried(observer, inputs_of(answer));
  if (auto* execution = std::get_if<evidence::Execution>(&answer))
    *execution = evidence::simplest_heap(problem, std::move(*execution), budget);
  return answer;
}

PortfolioResult search(const Question& question,
                       std::vector<const engine::Engine*> engines,
                       const Attempt& attempt,
                       const PortfolioOptions& options) {
  const ir::Program& program = question.problem.program;
  if (program.concurrent()) engines.resize(1);
  if (question.language != Language::C || engines.size() == 1)
    return try_in_turn(engines, attempt, options);
  Features features = features_of(program);
  put_in_order(engines, features);
  options.observer.phase(fmt::format("engines for {}", describe(features)));
  return try_at_once(engines, attempt, options);
}

std::string refusal_of(const std::string& asked, const std::vector<Obstacle>& others) {
  std::string shared;
  std::ptrdiff_t most = 0;
  for (const Obstacle& o : others) {
    auto count = std::ranges::count(others, o.reason, &Obstacle::reason);
    if (count > most) shared = o.reason;
    most = std::max(most, count);
  }
  if (others.size() == 1) shared = others.front().engine + ": " + shared;
  return fmt::format("no engine decides {} here: {}", asked, shared);
}

} // namespace kleene::verify
