// SPDX-License-Identifier: Apache-2.0
// The ground truth for concurrent Boolean programs: every interleaving, one whole configuration at a
// time, with the number of context switches it took. Slow and plain on purpose; shares nothing with
// the engines it judges.
#pragma once
#include "kleene/ir/program.h"

#include <optional>

namespace kleene::reference {

struct Scheduled {
  /// The fewest switches with which a target is reached.
  std::optional<std::size_t> switches;
  /// Some execution was cut off: by the bound on switches, the depth of a stack, the number of
  /// threads or of configurations.
  bool cut_off = false;
  bool too_large = false; ///< by the number of configurations: `switches` may not be the fewest
};

struct SchedulerLimits {
  std::size_t switches = 6;
  std::size_t depth = 4;   ///< procedures active in one thread
  std::size_t threads = 5; ///< that ever live
  std::size_t configurations = 20'000;
};

/// Any thread may begin; every later change of the active thread is one switch; creating a thread, and
/// going from the entry procedure to the first of Program::threads, is none.
Scheduled schedule_explicitly(const ir::Program& program,
                              const ir::TargetSelection& targets,
                              SchedulerLimits limits);

} // namespace kleene::reference
