// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/schedules/schedules.h"

#include "kleene/evidence/admission.h"
#include "kleene/evidence/threads.h"
#include "kleene/support/budget.h"

#include "explorer.h"

namespace kleene::engine::schedules {
namespace {

/// Of the first thread with any two others.
constexpr std::uint64_t most_states = 1'000'000;
constexpr double most_seconds = 600;

/// Any number of threads, then few of them, then more. Nothing if there is no answer.
std::optional<Answer>
try_many(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  auto part = [&] { return budget.slice(budget.seconds_left().value_or(most_seconds) / 3); };
  auto in_time = [&](const auto& attempt) -> std::optional<Answer> {
    try {
      return attempt(part());
    } catch (const ResourceOut&) {
      budget.check();
      return std::nullopt;
    }
  };
  observer.phase("the first thread with any two others");
  const evidence::AllRuns any_number{most_states, 0};
  std::optional<Answer> answer = in_time([&](Budget time) -> std::optional<Answer> {
    if (!evidence::judge_schedules(problem, any_number, time).accepted()) return std::nullopt;
    return any_number;
  });
  for (std::size_t threads : {3, 4, 6, 10})
    if (!answer)
      answer = in_time([&](Budget time) -> std::optional<Answer> {
        Explorer explorer(problem, time, observer, threads);
        Answer found = explorer.run();
        if (explorer.left_out_threads() && std::holds_alternative<Unknown>(found))
          return std::nullopt;
        return found;
      });
  return answer;
}

} // namespace

std::optional<std::string> obstacle(const evidence::Problem& problem) {
  if (!problem.program.concurrent()) return "the program has no threads";
  if (!problem.program.threads.empty() || evidence::is_boolean(problem.program))
    return "it takes threads of C programs only";
  if (problem.events().no_end) return "it cannot tell whether executions end";
  if (problem.integers != IntegerModel::Machine) return "it takes machine integers only";
  if (problem.context_switches || problem.rounds)
    return "it takes no bound on context switches or rounds";
  return std::nullopt;
}

Answer solve(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  if (evidence::creates_threads_in_a_loop(problem.program))
    if (std::optional<Answer> answer = try_many(problem, budget, observer))
      return *std::move(answer);
  constexpr std::size_t no_bound = 1000;
  return Explorer(problem, budget, observer, no_bound).run();
}

} // namespace kleene::engine::schedules
