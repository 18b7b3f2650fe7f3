// SPDX-License-Identifier: Apache-2.0
// "I tried everything": evidence for programs whose environment has few choices, or none at all. The
// judge takes every choice there is and runs the program to its end each time.
#pragma once
#include "kleene/evidence/inductive.h"
#include "kleene/evidence/kind.h"
#include "kleene/evidence/problem.h"

#include <cstdint>

namespace kleene::evidence {

struct AllRuns {
  static constexpr KindEntry kind{
      "all-runs",
      Shows::PropertyHolds,
      {.noun = "a number of runs", .events = about::everything, .ends = true},
      {"runs steps"}};
  std::uint64_t max_runs = 1;
  std::uint64_t max_steps = 0; ///< of all runs together
};

/// Accepts if the program has at most `max_runs` executions, all of them end by themselves within the
/// steps, none violates the property, and none uses a value that nobody knows. `questions` are runs.
Judgement judge(const Problem& problem, const AllRuns& runs, Budget& budget);

} // namespace kleene::evidence
