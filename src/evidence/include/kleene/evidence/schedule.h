// SPDX-License-Identifier: Apache-2.0
// Evidence about concurrent programs over Booleans. For `false`: a schedule with inputs, which is run.
// For `true`: sets of states for the active thread that no step and no switch leaves.
#pragma once
#include "kleene/evidence/execution.h"
#include "kleene/evidence/inductive.h"
#include "kleene/evidence/kind.h"
#include "kleene/ir/schedule.h"
#include "kleene/ir/unfold.h"

#include <optional>
#include <string>
#include <vector>

namespace kleene::evidence {

struct Schedule {
  static constexpr KindEntry kind{
      "schedule",
      Shows::Violation,
      {"a schedule of the threads", about::reach, Programs::BooleanThreads, false},
      {"slice input"}};
  std::vector<ir::Slice> slices;
  std::vector<Input> inputs;
};

struct ScheduleReplay {
  ir::ScheduledRun run;
  std::vector<Input> inputs; ///< with the places at which they were consumed
  std::string objection;     ///< why this shows no violation; empty if it does

  bool accepted() const { return objection.empty(); }
};

/// Runs the program under the schedule. Accepts if a target is reached, with no more switches than the
/// problem allows.
ScheduleReplay replay(const Problem& problem, const Schedule& schedule, Budget& budget);

/// A proof over the unfolding of the program (ir/unfold.h). A state says for every thread but the
/// active one at which point it waits, as a number in bits of its own.
struct InterleavingProof {
  static constexpr KindEntry kind{"interleavings",
                                  Shows::PropertyHolds,
                                  {"states of the threads", about::reach, Programs::BooleanThreads},
                                  {"unfolded thread place waits active order"}};
  struct Thread {
    std::vector<Term> active; ///< per point, the states while this thread is active; null: none
    std::vector<VarId> place; ///< where it waits: bits, the most significant first
    std::vector<std::optional<std::size_t>> numbers; ///< per point, if the thread can wait there
  };
  std::vector<Thread> threads;
  std::vector<VarId> order; ///< advice for decision diagrams
  std::size_t depth = 1;    ///< to which recursion is unfolded; beyond it stacks are forgotten
};

/// The bit of that index beyond the variables of the unfolded program.
VarId place_bit(const ir::Unfolding& unfolding, std::size_t index);

/// Accepts if the unfolding has all executions of the program, and
///   the initial states are among those of every thread that may begin;             (start)
///   every step of the active thread stays inside;                                  (step)
///   where others have to be considered, each of them can become active inside;     (switch)
///   no states are at a target.                                                     (target)
Judgement judge(const Problem& problem, const InterleavingProof& proof, Budget& budget);

/// That no way through the program leads to a target. There is nothing to add.
struct ControlFlow {
  static constexpr KindEntry kind{
      "control-flow", Shows::PropertyHolds, {"control flow", about::reach, Programs::Threads}, {}};
};

/// Accepts if no target can be reached in the control-flow graphs, whatever the values are.
Judgement judge_control_flow(const Problem& problem);

} // namespace kleene::evidence
