// SPDX-License-Identifier: Apache-2.0
// What the turns that begin in one state tell about each other: whether two of them touch the same bytes, and
// whether any of them is possible at all.
#pragma once
#include "kleene/ir/threads.h"

#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kleene::engine::schedules {

class Meetings {
public:
  struct Wanted {
    bool races = false;
    bool deadlocks = false;
    VarId spurious; ///< who writes it waits as far as deadlocks are concerned; may be invalid
  };
  explicit Meetings(Wanted wanted) : wanted_(wanted) {}

  /// `turns` begin in the state; `blockable`: every thread that has not ended has one.
  void begin(std::uint32_t state, std::size_t turns, bool blockable);
  /// One of the turns needs an input; it is tried again with each of so many values.
  void ask_again(std::uint32_t state, std::size_t values);
  /// A turn that begins there was taken. Gives a thread whose turn races with it.
  std::optional<std::uint32_t> took(std::uint32_t state,
                                    std::uint32_t thread,
                                    ir::Turn turn,
                                    const std::vector<ir::SharedAccess>& accesses);
  /// Whether the last turn that was taken is the last of its state, and all of them have to wait.
  bool deadlock() const { return deadlock_; }

private:
  bool waits(ir::Turn turn, const std::vector<ir::SharedAccess>& accesses) const;

  struct TurnState {
    std::size_t open = 0;
    bool blocked = false; ///< as far as is known
    std::vector<std::pair<std::uint32_t, std::vector<ir::SharedAccess>>> touched;
  };
  Wanted wanted_;
  std::unordered_map<std::uint32_t, TurnState> states_;
  bool deadlock_ = false;
};

} // namespace kleene::engine::schedules
