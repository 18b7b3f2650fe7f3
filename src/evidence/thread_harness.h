// SPDX-License-Identifier: Apache-2.0
// The part of a harness that makes threads take turns as a schedule says.
#pragma once
#include "kleene/ir/schedule.h"

#include <string>
#include <vector>

namespace kleene::evidence {

/// What the program calls instead of functions about threads, and of some others.
inline constexpr std::string_view thread_prefix = "kleene_thread_";

/// Is the function one of those?
bool is_replaced(const std::string& function);

/// Defines them all, and what gcc's -fsanitize=thread calls before each access. Calls of the functions in
/// `sections` are atomic.
std::string thread_functions(const std::vector<ir::Slice>& schedule,
                             const std::vector<std::string>& sections);

} // namespace kleene::evidence
