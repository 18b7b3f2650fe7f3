// SPDX-License-Identifier: Apache-2.0
// Judges of what threads do next in one state: data races and deadlocks.
#pragma once
#include "kleene/evidence/schedule.h"
#include "kleene/ir/threads.h"

#include <optional>
#include <utility>
#include <vector>

namespace kleene::evidence {

/// Two accesses to one byte, at least one a write, not both atomic. The caller knows that they belong to different
/// threads and come next in one state.
using RacingPair = std::pair<ir::SharedAccess, ir::SharedAccess>;
std::optional<RacingPair> racing(const std::vector<ir::SharedAccess>& one,
                                 const std::vector<ir::SharedAccess>& other);

/// `a data race: thread 1 writes x at f.c:3:5, thread 2 reads it at f.c:9:7`.
std::string
describe(const RacingPair& pair, std::size_t one, std::size_t other, const Problem& problem);

/// The turn is not possible, or ends a wait for no reason, on which nobody can rely.
bool is_blocked(ir::Turn turn,
                const std::vector<ir::SharedAccess>& accesses,
                const ir::Program& program);

/// The threads that the slices without turns at the end of a schedule name; those are taken away.
std::vector<std::size_t> take_next(std::vector<ir::Slice>& slices);

/// Whether all threads wait after the schedule, or the next turns of two race, as the problem asks: then the run
/// gets a target. Otherwise the objection says why not.
void look_at_next(const Problem& problem,
                  const Schedule& schedule,
                  const std::vector<std::size_t>& next,
                  const ir::RunOptions& options,
                  ScheduleReplay& result);

} // namespace kleene::evidence
