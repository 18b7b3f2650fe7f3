// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/exact/exact.h"

#include "safety.h"

namespace kleene::engine::exact {

std::optional<std::string> obstacle(const evidence::Problem& problem) {
  if (problem.property != evidence::Property::UnreachCall) return "only for unreach-call";
  return std::nullopt;
}

Candidate solve(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  BlockProgram program(problem, {});
  return Safety(program, budget, observer).run();
}

} // namespace kleene::engine::exact
