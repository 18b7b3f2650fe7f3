// SPDX-License-Identifier: Apache-2.0
// Work as a measure of time: counted where it is done, so that limits mean the same whatever else the machine has
// to do. One process has one count; copies of it go on from theirs.
#pragma once

namespace kleene::work {

/// From now on, budgets of this process and of its copies measure work in place of time.
void count() noexcept;
bool counted() noexcept;

/// About so many seconds of an ordinary processor were worked.
void add(double seconds) noexcept;
void add_nanoseconds(unsigned long nanoseconds) noexcept;
/// All work so far, in such seconds.
double seconds() noexcept;

/// For limits on computing alone: work where it is counted, otherwise the processor time of this process.
double computed_seconds() noexcept;

/// How much longer than its work a helper may take by the clock before it counts as hanging.
inline constexpr double patience = 20;

} // namespace kleene::work
