// SPDX-License-Identifier: Apache-2.0
// What an engine is: a name, what it can take, and how it answers. An answer is a candidate: it
// carries its evidence in its type, and counts only after `evidence` has accepted it.
#pragma once
#include "kleene/evidence/activations.h"
#include "kleene/evidence/all_runs.h"
#include "kleene/evidence/boolean.h"
#include "kleene/evidence/bounded.h"
#include "kleene/evidence/execution.h"
#include "kleene/evidence/inductive.h"
#include "kleene/evidence/lasso.h"
#include "kleene/evidence/layers.h"
#include "kleene/evidence/leap.h"
#include "kleene/evidence/must.h"
#include "kleene/evidence/ranking.h"
#include "kleene/evidence/recurrent.h"
#include "kleene/evidence/schedule.h"
#include "kleene/evidence/stacks.h"
#include "kleene/support/observer.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace kleene::engine {

/// The property is violated by this execution.
struct Violated {
  evidence::Execution execution;
  /// It was found without looking for a short one.
  bool maybe_long = false;
};

/// A target is reached by an execution that is too long to write down: these runs of procedures say so.
struct Reached {
  evidence::Activations runs;
};

/// No target is reached: these invariants say so.
struct Proved {
  evidence::InductiveProof proof;
};

/// The property holds: there are so few executions that all can be tried.
struct Exhausted {
  evidence::AllRuns runs;
};

/// The property holds, because every execution stays within these bounds and is fine.
struct Bounded {
  evidence::BoundedProof proof;
};

/// Every execution ends: this order of states says so.
struct Terminates {
  evidence::RankedProof proof;
};

/// Every execution ends: these ranks become ever less.
struct Ends {
  evidence::TerminationProof proof;
};

/// Some execution never ends: this one.
struct NeverEnds {
  evidence::Lasso lasso;
};

/// Some execution never ends: it stays in this set.
struct Recurs {
  evidence::RecurrentSet set;
};

/// The same where every loop is too long to write down: it need not leave these sets.
struct Persists {
  evidence::LayeredRecurrence recurrence;
};

/// The property is violated by an execution that goes round its loops very often: this chain of leaps
/// says so, and has its inputs where it is short enough.
struct Leapt {
  evidence::LeapChain chain;
};

/// A target is reached, because from the states of these sets the program must be able to go on to it.
struct MustReached {
  evidence::MustReach sets;
};

/// The property of a concurrent program is violated under this schedule.
struct ViolatedBySchedule {
  evidence::Schedule schedule;
};

/// No interleaving of the threads reaches a target: these sets of states say so.
struct ProvedForThreads {
  evidence::InterleavingProof proof;
};

/// The same for recursive threads: these sets of configurations, stacks included, say so.
struct ProvedForStacks {
  evidence::StackProof proof;
};

/// No target can be reached in the control-flow graphs, whatever the values are.
struct NoWayToTarget {};

/// The engine gave up; `reason` names the obstacle in words for people.
struct Unknown {
  std::string reason;
  /// What it believes to hold all the same: hints for other engines.
  std::shared_ptr<const evidence::InductiveProof> believed;
};

using Candidate = std::variant<Violated,
                               Reached,
                               Proved,
                               Bounded,
                               Exhausted,
                               Terminates,
                               Ends,
                               NeverEnds,
                               Recurs,
                               Persists,
                               Leapt,
                               MustReached,
                               ViolatedBySchedule,
                               ProvedForThreads,
                               ProvedForStacks,
                               NoWayToTarget,
                               Unknown>;

/// Whether an answer says that the property does not hold; nothing if it gives no answer.
inline std::optional<bool> violated(const Candidate& answer) {
  if (std::holds_alternative<Unknown>(answer)) return std::nullopt;
  return !std::holds_alternative<Proved>(answer) && !std::holds_alternative<Bounded>(answer)
         && !std::holds_alternative<Exhausted>(answer)
         && !std::holds_alternative<Terminates>(answer) && !std::holds_alternative<Ends>(answer)
         && !std::holds_alternative<ProvedForThreads>(answer)
         && !std::holds_alternative<ProvedForStacks>(answer)
         && !std::holds_alternative<NoWayToTarget>(answer);
}

/// One row of the table in registry.h. Engines are stateless; `solve` may throw ResourceOut.
struct Engine {
  std::string_view name;
  std::string_view description;
  /// Why this engine cannot take the problem; nothing if it can.
  std::optional<std::string> (*obstacle)(const evidence::Problem& problem);
  Candidate (*solve)(const evidence::Problem& problem, Budget& budget, Observer& observer);
  /// Made for concurrent programs; the others take sequential ones only.
  bool concurrent = false;
};

} // namespace kleene::engine
