// SPDX-License-Identifier: Apache-2.0
// The part of a harness that makes threads take turns as a schedule says.
#pragma once
#include "kleene/ir/schedule.h"

#include <string>
#include <vector>

namespace kleene::evidence {

/// What the program calls instead of functions about threads, and of some others.
inline constexpr std::string_view thread_prefix = "kleene_thread_";

inline constexpr std::string_view heap_prefix = "kleene_heap_";

/// Is the function one of those?
bool is_replaced(const std::string& function);

/// What the harness says when the schedule is over and two threads race, or all of them wait.
inline constexpr std::string_view data_race = "data race";
inline constexpr std::string_view all_wait = "deadlock";

/// Defines them all, and what gcc's -fsanitize=thread calls before each access. Calls of the functions in
/// `sections` are atomic. `deadlock`: when the schedule is over, all threads should wait. `checks_heap`: what is
/// called instead of malloc and calloc (heap_prefix) keeps blocks that are freed, and accesses to them, behind the end of a
/// block and near null are reported as the address sanitizer does, which knows no such threads.
std::string thread_functions(const std::vector<ir::Slice>& schedule,
                             const std::vector<std::string>& sections,
                             bool deadlock,
                             bool checks_heap);

} // namespace kleene::evidence
