// SPDX-License-Identifier: Apache-2.0
// Engine `fuzz`: looks for a violation by running the program on many inputs. Where there are so
// few inputs that all of them can be tried, that is a proof: `AllRuns`.
//
// First come plain policies (all zeros, small values, boundary values of the types, constants of the
// program and their neighbours), then random ones, then mutations of those input sequences that took
// edges nobody took before. Limits on steps and on the number of inputs grow from round to round.
// Everything is seeded: the same program gives the same answer.
#pragma once
#include "kleene/engine/engine.h"

namespace kleene::engine::fuzz {

struct Options {
  std::uint64_t seed = 1;
  /// Gives up after so many steps of the interpreter; a run costs some on its own.
  std::uint64_t effort = 30'000'000;
};

Answer
fuzz(const evidence::Problem& problem, const Options& options, Budget& budget, Observer& observer);

/// One run: does it come back to a state that it has been in, for ever? The answer is judged.
std::optional<evidence::Lasso> find_lasso(const evidence::Problem& problem,
                                          ir::InputSource& inputs,
                                          std::uint64_t steps,
                                          Budget& budget);

std::optional<std::string> obstacle(const evidence::Problem& problem);
Answer solve(const evidence::Problem& problem, Budget& budget, Observer& observer);

inline constexpr Engine engine{
    "fuzz", "runs the program on boundary, random and mutated inputs", &obstacle, &solve};

} // namespace kleene::engine::fuzz
