// SPDX-License-Identifier: Apache-2.0
#include "second_look.h"

#include "kleene/evidence/second_look.h"

#include <fmt/core.h>

#include <algorithm>

namespace kleene::cli {

using report::Verdict;

namespace {

/// Within its own limits of time. The answer is there already: a limit of the command ends the look only.
evidence::SecondLook look_again(Context& context,
                                const evidence::Problem& problem,
                                const evidence::NativeProgram& program) {
  constexpr double share = 0.1;
  constexpr double longest = 2;
  constexpr double one_compilation = 5;
  Budget budget = context.budget.slice(one_compilation);
  double seconds = std::min(longest, share * context.budget.seconds_used());
  try {
    return evidence::look_before_true(problem, program, seconds, budget);
  } catch (const ResourceOut& limit) {
    return {.not_run = limit.what()};
  }
}

} // namespace

Verdict after_second_look(Context& context,
                          const Input& input,
                          const Goal& goal,
                          const evidence::Problem& problem,
                          const Verdict& verdict) {
  bool looks = verdict == Verdict::holds() && input.language == Language::C
               && input.integers == IntegerModel::Machine && !problem.program.concurrent()
               && goal.property != evidence::Property::Termination && goal.spec.empty();
  if (!looks) return verdict;
  context.observer.phase("taking a second look");
  evidence::SecondLook look =
      look_again(context, problem, native_program(input, context.arguments.input, goal.entry));
  if (look.contradiction.empty()) return verdict;
  // What was proved is not to be shown as an answer.
  context.report.rendered.reset();
  context.report.proof.reset();
  context.report.witness.clear();
  return Verdict::contradicted(fmt::format(
      "contradiction: {} proved the property, and the proof was accepted; but {}. One of them is "
      "wrong, please report it",
      context.report.engine,
      look.contradiction));
}

} // namespace kleene::cli
