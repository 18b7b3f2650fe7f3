// SPDX-License-Identifier: Apache-2.0
#include "kleene/support/budget.h"

#include "kleene/support/work.h"

#include <cstdio>
#include <unistd.h>

namespace kleene {

std::atomic<const char*> Budget::cancelled_{nullptr};

namespace {

/// What a check stands for where work is counted: callers do that much between two of them.
constexpr unsigned long nanoseconds_per_check = 1000;

/// Work is counted from the zero of the clock.
Budget::Clock::time_point now() {
  if (!work::counted()) return Budget::Clock::now();
  return Budget::Clock::time_point(std::chrono::duration_cast<Budget::Clock::duration>(
      std::chrono::duration<double>(work::seconds())));
}

} // namespace

std::size_t resident_memory() {
  std::FILE* f = std::fopen("/proc/self/statm", "r");
  if (f == nullptr) return 0;
  unsigned long total = 0;
  unsigned long resident = 0;
  int read = std::fscanf(f, "%lu %lu", &total, &resident);
  std::fclose(f);
  return read == 2 ? resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)) : 0;
}

Budget::Budget(std::optional<std::chrono::duration<double>> time,
               std::optional<std::size_t> memory_bytes)
    : start_(now()), memory_(memory_bytes) {
  if (time) end_ = start_ + std::chrono::duration_cast<Clock::duration>(*time);
}

void Budget::check() {
  if (const char* why = cancelled_.load(std::memory_order_relaxed)) throw ResourceOut(why);
  work::add_nanoseconds(nanoseconds_per_check);
  if (end_ && now() >= *end_) throw ResourceOut("time limit reached");
  if (memory_ && calls_++ % 256 == 0 && resident_memory() > *memory_)
    throw ResourceOut("memory limit reached");
}

bool Budget::exhausted() noexcept {
  try {
    check();
    return false;
  } catch (const ResourceOut&) {
    return true;
  }
}

void Budget::check_memory(std::size_t more) const {
  if (memory_ && resident_memory() + more > *memory_) throw ResourceOut("memory limit reached");
}

std::optional<double> Budget::seconds_left() const {
  if (!end_) return std::nullopt;
  return std::chrono::duration<double>(*end_ - now()).count();
}

double Budget::seconds_used() const {
  return std::chrono::duration<double>(now() - start_).count();
}

Budget Budget::slice(double seconds) const {
  Budget part = *this;
  part.start_ = now();
  auto end = part.start_
             + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  if (!end_ || end < *end_) part.end_ = end;
  return part;
}

void Budget::cancel_all(const char* why) noexcept {
  cancelled_.store(why, std::memory_order_relaxed);
}

} // namespace kleene
