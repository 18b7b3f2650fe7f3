// SPDX-License-Identifier: Apache-2.0
// Natural semantics in closed form: what each procedure does from entry to result, with loops and
// linear recursion closed at once. The time does not depend on how often a loop runs.
#pragma once
#include "kleene/support/observer.h"

#include "call_graph.h"
#include "flow.h"

namespace kleene::engine::linear {

/// Every reachable procedure, solved.
struct Solution {
  struct Procedure {
    domain::StateSet entries; ///< with which it is called
    domain::Relation summary; ///< entry to result
    Relations paths;          ///< entry to state at each location, for all entries
  };
  std::vector<std::optional<Procedure>> procedures; ///< none: cannot be reached
  domain::Exactness exactness = domain::Exactness::Exact;
  std::string obstacle; ///< if it is not Exact: what has no exact closed form
};

/// Solves `nat` and the entries. Throws presburger::Failure if a loop or a recursion has no closure
/// within the limits, and domain::NotLinear. With a context, a solution that is closed under all steps,
/// loops and recursion are closed within it, and the result is right for what it allows.
Solution solve_natural(const domain::PresburgerDomain& domain,
                       const CallGraph& calls,
                       Observer& observer,
                       const Solution* context = nullptr);

/// Per location one convex set that contains all states of a solution.
StateSets hulls(const Solution::Procedure& procedure);

/// A procedure whose semantics is known exactly, for all entries.
struct Exactly {
  domain::Relation summary;
  Relations paths;
};

/// The procedures that have an exact closed form; none for the others. Throws domain::NotLinear.
std::vector<std::optional<Exactly>> exact_procedures(const domain::PresburgerDomain& domain,
                                                     const CallGraph& calls,
                                                     Observer& observer);

} // namespace kleene::engine::linear
