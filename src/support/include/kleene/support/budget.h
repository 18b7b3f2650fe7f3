// SPDX-License-Identifier: Apache-2.0
// Limits on time and memory. Work that may be long calls `Budget::check()` now and then; when a
// limit is reached it throws ResourceOut, which is caught once per engine run and becomes `unknown`.
#pragma once
#include <atomic>
#include <chrono>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>

namespace kleene {

/// A limit was reached: time, memory, nodes, or a request to stop. Only ever makes an answer weaker.
class ResourceOut : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Bytes of memory this process holds now (resident set).
std::size_t resident_memory();

class Budget {
public:
  using Clock = std::chrono::steady_clock;

  /// No limits.
  Budget() = default;
  Budget(std::optional<std::chrono::duration<double>> time,
         std::optional<std::size_t> memory_bytes);

  /// Throws ResourceOut if a limit is reached or `cancel_all()` was called. Cheap: a clock read, and
  /// the memory only every few hundred calls.
  void check();
  bool exhausted() noexcept;
  /// Throws ResourceOut if so many more bytes would break the memory limit.
  void check_memory(std::size_t more) const;
  /// Seconds left; nothing if there is no time limit.
  std::optional<double> seconds_left() const;
  double seconds_used() const;
  /// A part of this budget: at most `seconds` of what is left of it.
  Budget slice(double seconds) const;

  /// Asks every budget of the process to throw at its next check; safe in a signal handler.
  static void cancel_all(const char* why) noexcept;

private:
  static std::atomic<const char*> cancelled_;
  Clock::time_point start_ = Clock::now();
  std::optional<Clock::time_point> end_;
  std::optional<std::size_t> memory_;
  unsigned calls_ = 0;
};

} // namespace kleene
