// SPDX-License-Identifier: Apache-2.0
// Executions tried on the side. An abstract counterexample through a loop of a thousand rounds needs a
// thousand refinements before it becomes possible, one execution that goes on by itself needs none.
#pragma once
#include "kleene/engine/engine.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace kleene::engine::exact {

class Probe {
public:
  /// Keeps references.
  Probe(const evidence::Problem& problem, Budget& budget, Observer& observer);

  /// A violation among executions whose inputs are constants of the program and their neighbours.
  std::optional<evidence::Execution> first_look();
  /// A violation among executions that begin with these inputs.
  std::optional<evidence::Execution> follow(const std::vector<Integer>& beginning);

  /// An execution up to a state of a set.
  struct Stem {
    evidence::Execution execution;
    ir::ProcId procedure;
    ir::LocId location;
  };
  /// Per procedure and location: the states; null: none. Inputs are tried as in `first_look`.
  std::optional<Stem> reach(const std::vector<std::vector<Term>>& states);

private:
  class Source;
  class Watcher;
  std::optional<evidence::Execution> run(Source& source, std::uint64_t max_steps);
  std::optional<Stem> reach(const std::vector<std::vector<Term>>& states, Source& source);

  const evidence::Problem& problem_;
  Budget& budget_;
  Observer& observer_;
  ir::Interpreter interpreter_;
  std::vector<Integer> constants_;
  std::uint64_t left_; ///< steps that may still be taken
  std::uint64_t random_ = 1;
};

} // namespace kleene::engine::exact
