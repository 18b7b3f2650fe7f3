// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/exact/exact.h"

#include "safety.h"
#include "termination.h"

namespace kleene::engine::exact {

std::optional<std::string> obstacle(const evidence::Problem& problem) {
  if (problem.events().overflows) return "only for unreach-call and termination";
  return std::nullopt;
}

Answer solve(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  if (problem.events().no_end) {
    BlockProgram program(problem, {.cut_at_choices = true});
    return Termination(program, budget, observer).run();
  }
  BlockProgram program(problem, {});
  return Safety(program, budget, observer).run();
}

} // namespace kleene::engine::exact
