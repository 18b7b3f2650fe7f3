// SPDX-License-Identifier: Apache-2.0
// The judges of evidence about C programs with threads, which take turns (kleene/ir/threads.h).
//
// A schedule (Schedule) counts turns, not steps; it is run in the interpreter and then natively. That all states
// were visited (AllRuns, where a run is a state that is visited, and a step a turn) is judged by visiting them all
// once more: the judge lets the threads take turns in every order and gives every input every value, until
// nothing new is reached.
#pragma once
#include "kleene/evidence/all_runs.h"
#include "kleene/evidence/native.h"
#include "kleene/evidence/schedule.h"
#include "kleene/ir/threads.h"

namespace kleene::evidence {

/// What these judges may be asked.
inline constexpr Precondition turns_of_threads{
    .noun = "turns of threads", .events = about::safety, .programs = Programs::Threads};

/// How values that nobody gave are read in a run that is to be evidence of a violation.
ir::Reading reading_for(const Problem& problem);

/// The place that stands for violations of this property, which several threads have together (data races, deadlocks;
/// transform/check_sites.h); nothing if they are not asked about.
std::optional<ir::LocId> site_of_threads(const Problem& problem, Property property);

/// Runs any program with threads under a schedule.
ir::ScheduledRun run(const Problem& problem,
                     const std::vector<ir::Slice>& slices,
                     ir::InputSource& inputs,
                     const ir::RunOptions& options,
                     ir::Tracer* tracer = nullptr);

/// Does a loop create threads?
bool creates_threads_in_a_loop(const ir::Program& program);

/// Of evidence with no turns (`max_steps` is 0): for any number of threads, accepts if the first thread with any two
/// others has at most `max_runs` states (evidence/unbounded_threads.h). Otherwise
/// accepts if at most `max_runs` states are reached, no turn violates the property, and none uses a value that
/// nobody knows. A statement that touches more than one scalar outside of atomic sections is one step here,
/// but several in a processor: if another thread touches the same bytes, the judge objects. `questions` are turns.
Judgement judge_schedules(const Problem& problem, const AllRuns& states, Budget& budget);

/// As the other replay_natively (native.h), for threads: the program is compiled with -fsanitize=thread, whose calls
/// before each access of memory lead to a run-time library of ours that gives turns to the threads as the schedule
/// says. Requires: `replay` accepted the schedule and gave `accepted`.
NativeReplay replay_natively(const Problem& problem,
                             const Schedule& schedule,
                             const ScheduleReplay& accepted,
                             const NativeProgram& program,
                             Budget& budget);

} // namespace kleene::evidence
