// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/values/values.h"

#include <fmt/core.h>

#include "proof.h"
#include "reached.h"
#include "refine.h"

namespace kleene::engine::values {
namespace {

/// Adds the variables by which a path is seen to be impossible. Says what stands in the way if none can
/// be added.
std::string refine(const evidence::Problem& problem, const Reached& reached, Precision& precision) {
  const Bad& bad = *reached.bad();
  auto path = path_to(reached, bad.state);
  if (!path) return "a path to a violation is too long to be looked at";
  auto variables = contradiction(problem, reached.transfer(), *path, bad.edge);
  if (!variables) return "as far as ranges of variables tell, a violation may be reached";
  bool grown = false;
  for (VarId v : *variables)
    if (!precision.banned.contains(v)) grown |= precision.tracked.insert(v).second;
  if (!grown) return "the values that matter are too many to be told apart";
  return {};
}

} // namespace

std::optional<std::string> obstacle(const evidence::Problem& problem) {
  if (problem.property == evidence::Property::Termination)
    return "values at places say nothing about termination";
  if (evidence::is_boolean(problem.program)) return "made for programs with integers";
  return std::nullopt;
}

Candidate solve(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  observer.phase("following values");
  Reached reached(problem, budget, observer);
  Precision precision;
  while (true) {
    if (!reached.run(precision))
      return Unknown{fmt::format("more than {} states with {} variables told apart by their values",
                                 reached.size(),
                                 precision.tracked.size())};
    if (!reached.bad()) return Proved{proof_of(problem, reached)};
    std::string reason = refine(problem, reached, precision);
    if (!reason.empty()) return Unknown{reason};
  }
}

} // namespace kleene::engine::values
