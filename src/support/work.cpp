// SPDX-License-Identifier: Apache-2.0
#include "kleene/support/work.h"

#include <atomic>
#include <ctime>

namespace kleene::work {
namespace {

// Written by the one thread that works, read by the one that watches.
std::atomic<bool> on{false}; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<unsigned long> done{0};

constexpr double nanosecond = 1e-9;

} // namespace

void count() noexcept {
  on.store(true, std::memory_order_relaxed);
}

bool counted() noexcept {
  return on.load(std::memory_order_relaxed);
}

void add_nanoseconds(unsigned long nanoseconds) noexcept {
  done.store(done.load(std::memory_order_relaxed) + nanoseconds, std::memory_order_relaxed);
}

void add(double seconds) noexcept {
  if (seconds > 0) add_nanoseconds(static_cast<unsigned long>(seconds / nanosecond));
}

double seconds() noexcept {
  return static_cast<double>(done.load(std::memory_order_relaxed)) * nanosecond;
}

double computed_seconds() noexcept {
  return counted() ? seconds() : static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

} // namespace kleene::work
