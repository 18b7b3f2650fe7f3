// SPDX-License-Identifier: Apache-2.0
#include "second_look.h"

#include "kleene/evidence/second_look.h"

#include <fmt/core.h>

#include <algorithm>

namespace kleene::cli {

using report::Verdict;

Verdict after_second_look(Context& context,
                          const Input& input,
                          const Goal& goal,
                          const evidence::Problem& problem,
                          const Verdict& verdict) {
  constexpr double share = 0.1;
  constexpr double longest = 2;
  bool looks = verdict == Verdict::holds() && input.language == Language::C
               && input.integers == IntegerModel::Machine && !problem.program.concurrent()
               && goal.property != evidence::Property::Termination && goal.spec.empty();
  if (!looks) return verdict;
  context.observer.phase("taking a second look");
  evidence::SecondLook look =
      evidence::look_before_true(problem,
                                 native_program(input, context.arguments.input, goal.entry),
                                 std::min(longest, share * context.budget.seconds_used()),
                                 context.budget);
  if (look.contradiction.empty()) return verdict;
  return Verdict::contradicted(fmt::format(
      "contradiction: {} proved the property, and the proof was accepted; but {}. One of them is "
      "wrong, please report it",
      context.report.engine,
      look.contradiction));
}

} // namespace kleene::cli
