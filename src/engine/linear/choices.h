// SPDX-License-Identifier: Apache-2.0
// From steps between concrete states to the answers that make the interpreter take them.
#pragma once
#include "kleene/domain/presburger_domain.h"
#include "kleene/evidence/execution.h"

#include <map>

namespace kleene::engine::linear {

/// Some element of a set that has one.
presburger::Point some(const presburger::Set& set);

/// What the interpreter asks on the way, last question first.
struct Answers {
  std::vector<evidence::Input> inputs;
  std::uint64_t steps = 0;

  /// Throws presburger::Failure if there are too many.
  void add(evidence::Input input);
  void append(const Answers& earlier);
  evidence::Execution execution() &&;
};

/// Finds the answers that make the interpreter take an edge.
class Choices {
public:
  explicit Choices(const domain::PresburgerDomain& domain);

  /// The values that the statement of the edge reads, then which edge is taken.
  void follow(ir::ProcId f,
              std::size_t edge,
              const presburger::Point& before,
              const presburger::Point& after,
              Answers& answers);
  /// The globals that the program starts with.
  void start(const presburger::Point& state, Answers& answers) const;

private:
  void choose(ir::ProcId f,
              std::size_t taken,
              const presburger::Point& before,
              const std::vector<std::size_t>& edges,
              Answers& answers);
  bool possible(ir::ProcId f, std::size_t edge, const presburger::Point& before);

  const domain::PresburgerDomain& domain_;
  std::vector<std::vector<std::vector<std::size_t>>> outgoing_;
  std::map<std::pair<ir::ProcId, std::size_t>, presburger::Set> conditions_;
};

} // namespace kleene::engine::linear
