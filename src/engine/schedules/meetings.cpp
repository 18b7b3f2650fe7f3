// SPDX-License-Identifier: Apache-2.0
#include "meetings.h"

#include <algorithm>

namespace kleene::engine::schedules {
namespace {

bool race(const ir::SharedAccess& a, const ir::SharedAccess& b) {
  if ((!a.write && !b.write) || (a.atomic && b.atomic)) return false;
  if (a.variable.valid() || b.variable.valid()) return a.variable == b.variable;
  return a.address < b.address + b.length && b.address < a.address + a.length;
}

bool race(const std::vector<ir::SharedAccess>& a, const std::vector<ir::SharedAccess>& b) {
  return std::ranges::any_of(a, [&](const ir::SharedAccess& x) {
    return std::ranges::any_of(b, [&](const ir::SharedAccess& y) { return race(x, y); });
  });
}

bool is_impossible(ir::Turn turn) {
  return turn == ir::Turn::Waits || turn == ir::Turn::WaitsLate;
}

} // namespace

bool Meetings::waits(ir::Turn turn, const std::vector<ir::SharedAccess>& accesses) const {
  if (is_impossible(turn)) return true;
  return wanted_.spurious.valid() && std::ranges::any_of(accesses, [&](const ir::SharedAccess& a) {
           return a.write && a.variable == wanted_.spurious;
         });
}

void Meetings::begin(std::uint32_t state, std::size_t turns, bool blockable) {
  if (turns == 0 || (!wanted_.races && !wanted_.deadlocks)) return;
  if (!wanted_.deadlocks && turns < 2) return;
  states_[state] = {turns, blockable, {}};
}

void Meetings::ask_again(std::uint32_t state, std::size_t values) {
  if (auto found = states_.find(state); found != states_.end()) found->second.open += values;
}

std::optional<std::uint32_t> Meetings::took(std::uint32_t state,
                                            std::uint32_t thread,
                                            ir::Turn turn,
                                            const std::vector<ir::SharedAccess>& accesses) {
  deadlock_ = false;
  auto found = states_.find(state);
  if (found == states_.end()) return std::nullopt;
  TurnState& here = found->second;
  std::optional<std::uint32_t> other;
  here.blocked = here.blocked && waits(turn, accesses);
  if (wanted_.races && !is_impossible(turn)) {
    for (const auto& [t, touched] : here.touched)
      if (t != thread && race(touched, accesses)) other = t;
    if (!accesses.empty()) here.touched.emplace_back(thread, accesses);
  }
  if (--here.open == 0) {
    deadlock_ = wanted_.deadlocks && here.blocked;
    states_.erase(found);
  }
  return other;
}

} // namespace kleene::engine::schedules
