// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/schedules/schedules.h"

#include "kleene/evidence/admission.h"

#include "explorer.h"

namespace kleene::engine::schedules {

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
  return Explorer(problem, budget, observer).run();
}

} // namespace kleene::engine::schedules
