// SPDX-License-Identifier: Apache-2.0
// Which engines are asked, and how: in turn, or at once in the order that the program suggests.
#pragma once
#include "kleene/verify/portfolio.h"
#include "kleene/verify/question.h"

namespace kleene::verify {

struct Choice {
  std::vector<const engine::Engine*> able;
  std::vector<Obstacle> others; ///< why they cannot take the question
};
/// The engine of that name; for `auto` all that are not asked by name only, the one made for the language
/// first.
Choice choose_engines(const Question& question, std::string_view wanted);

/// Why no engine takes the question: the reason that most of them share comes first. `asked` is the question in words.
std::string refusal_of(const std::string& asked, const std::vector<Obstacle>& others);

/// What the engine says. Engines that know no threads get the program in rounds (Problem::rounds). `hints` are
/// evidence texts: the newest one that makes sense for the program counts.
engine::Answer solve(const engine::Engine& engine,
                     const Question& question,
                     const std::vector<std::string>& hints,
                     Budget& budget,
                     Observer& observer);

/// C is put to all engines at the same time, anything else to one after the other; threads to the first.
PortfolioResult search(const Question& question,
                       std::vector<const engine::Engine*> engines,
                       const Attempt& attempt,
                       const PortfolioOptions& options);

} // namespace kleene::verify
