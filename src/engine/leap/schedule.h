// SPDX-License-Identifier: Apache-2.0
// Schedules: what the environment chooses inside a loop, so that its steps are determined. A choice is a
// constant (other branches are disabled), a boundary of the conditions behind it, or depends on a
// predicate (branches are taken in turn).
#pragma once
#include <map>

#include "effect.h"

namespace kleene::engine::leap {

/// A place where the environment is asked.
struct InputSite {
  ir::ProcId procedure;
  std::size_t edge = 0;
  VarId variable;
  friend auto operator<=>(const InputSite&, const InputSite&) = default;
};

/// What is chosen at each, over the values at that moment.
using Policy = std::map<InputSite, Term>;

/// Policies worth trying, simple ones first; a single empty one if nothing is asked. `predicates` are
/// formulas over the values at that moment, the most promising first.
std::vector<Policy> policies(Effects& effects,
                             const std::vector<Items>& paths,
                             const std::vector<Spot>& starts,
                             const std::vector<Term>& predicates,
                             std::size_t most);

Chooser chooser(const Policy& policy);
/// Chooses what the way says; to be used once.
Chooser chooser(const Way& way);
/// The choices in the order of the way.
std::vector<Term> choices(const Effect& effect, const Policy& policy);

} // namespace kleene::engine::leap
