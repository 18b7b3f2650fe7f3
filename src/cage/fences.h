// SPDX-License-Identifier: Apache-2.0
// What the new process does to itself before the program begins, in this order. Each answers false, with
// errno, if the kernel does not grant it. They run in a copy of a process with threads: only system calls, no
// memory from the heap.
#pragma once
#include "kleene/cage/cage.h"

#include <linux/filter.h>

namespace kleene::cage {

/// Whom the program runs as, where we are root.
inline constexpr unsigned nobody = 65534;

/// True for root with all rights: no user namespace is needed then.
bool privileged();

/// Ordinary users: the ids inside are those outside, and no others exist.
bool map_ids(unsigned user, unsigned group);
/// Nothing is open but the standard streams and the given files.
bool close_others(const std::vector<std::pair<int, int>>& files);
/// What limits there are cannot be raised, and there are some more.
bool fix_limits();
/// No capabilities, and no way to get any; root becomes nobody.
bool give_up_rights(bool root);
/// If our parent dies, so do we.
bool die_with_parent();
bool install_filter(const std::vector<sock_filter>& filter);

} // namespace kleene::cage
