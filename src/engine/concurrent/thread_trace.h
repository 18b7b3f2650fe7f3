// SPDX-License-Identifier: Apache-2.0
// An execution step by step, however it was found, as evidence: a schedule, and the inputs that make
// the program follow it.
#pragma once
#include "kleene/evidence/schedule.h"

#include <optional>
#include <vector>

namespace kleene::engine::concurrent {

struct ThreadTrace {
  struct Move {
    std::size_t thread = 0;
    std::optional<std::size_t> edge;   ///< of the procedure on top; nothing: it returns
    std::vector<bool> chosen;          ///< the values of a Havoc, in its order
    std::optional<std::size_t> starts; ///< the thread that comes to life
    bool spawns = false;               ///< a thread comes to life, perhaps none of these
  };
  /// Globals without initial value, then the parameters of the entry procedure.
  std::vector<bool> start;
  std::vector<bool> spawned; ///< per thread, whether it is not there from the beginning
  std::vector<Move> moves;
  std::size_t target_thread = 0;
};

evidence::Schedule to_schedule(const evidence::Problem& problem, const ThreadTrace& trace);

} // namespace kleene::engine::concurrent
