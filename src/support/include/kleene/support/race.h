// SPDX-License-Identifier: Apache-2.0
// Several ways to one answer, tried at the same time: each in a copy of this process, so that a crash
// or a lack of memory costs that one only. Whoever is left when the race ends is killed, together with
// every process it started.
#pragma once
#include "kleene/support/observer.h"
#include "kleene/support/process.h"

#include <limits>

namespace kleene {

struct Entrant {
  std::string name;
  /// Runs in the copy; what it returns is its result. What it tells the observer is seen by the race.
  std::function<std::string(Observer&)> work;
  double seconds = std::numeric_limits<double>::infinity(); ///< from its own start on
};

/// How an entrant came to its end.
struct Finish {
  std::string result;
  std::string failure; ///< in words, if there is no result
  double work = 0;     ///< seconds, as they are counted in work.h; of who came to its end by itself
};

struct RaceOptions {
  std::size_t at_once = 2;
  /// After so many seconds nobody waits any longer: all who are left start.
  double patience = std::numeric_limits<double>::infinity();
  Budget* budget = nullptr;          ///< when it is exhausted, the race ends with ResourceOut
  std::optional<std::size_t> memory; ///< resident bytes that all may hold together
  /// In bytes; whoever has more to say fails. No result is ever cut off.
  std::size_t longest_result = std::size_t(256) << 20;
};

struct RaceWatcher {
  /// True ends the race.
  std::function<bool(std::size_t entrant, const Finish& finish)> finished;
  std::function<void(std::size_t entrant, std::string_view progress)> progress;
  /// True if who makes this progress is close to the end: the others, and what they started, give way to it.
  std::function<bool(std::size_t entrant, std::string_view progress)> urgent;
  /// Inputs that an entrant told its observer of; at most some hundred of each.
  std::function<void(std::size_t entrant, std::string_view inputs)> tried;
};

/// Entrants start in their order as others finish, or as patience ends. Returns when one finish ends the race, or all are
/// done.
void race(const std::vector<Entrant>& entrants,
          const RaceOptions& options,
          const RaceWatcher& watcher);

} // namespace kleene
