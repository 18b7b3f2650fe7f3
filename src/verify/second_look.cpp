// SPDX-License-Identifier: Apache-2.0
#include "kleene/verify/second_look.h"

#include <algorithm>

namespace kleene::verify {

std::optional<evidence::SecondLook> second_look(const Question& question,
                                                const evidence::TriedInputs& tried,
                                                Budget& budget,
                                                Observer& observer) {
  const evidence::Problem& problem = question.problem;
  bool due = question.native && !problem.program.concurrent() && !problem.events().no_end
             && question.spec.empty();
  if (!due) return std::nullopt;
  observer.phase("taking a second look");
  constexpr double share = 0.1;
  constexpr double shortest = 0.1;
  constexpr double longest = 2;
  constexpr double one_compilation = 5;
  Budget own = budget.slice(one_compilation);
  double seconds = std::clamp(share * budget.seconds_used(), shortest, longest);
  try {
    return evidence::look_before_true(problem, *question.native, tried, seconds, own);
  } catch (const ResourceOut& limit) {
    return evidence::SecondLook{.not_run = limit.what()};
  }
}

} // namespace kleene::verify
