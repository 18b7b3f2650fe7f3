// SPDX-License-Identifier: Apache-2.0
// The system calls that a program in the cage may make. All others answer "no such call".
#pragma once
#include <cstdint>
#include <linux/filter.h>
#include <vector>

namespace kleene::cage {

/// The one page on which the name of a program may lie that is to be started. It is the lowest that can be
/// mapped, and the filter lets nobody map it: so the start of the program itself is the last one.
inline constexpr std::uintptr_t start_page = 0x10000;
inline constexpr std::size_t page_bytes = 0x1000;

/// Empty if the library cannot make it.
const std::vector<sock_filter>& filter();

} // namespace kleene::cage
