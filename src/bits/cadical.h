// SPDX-License-Identifier: Apache-2.0
// CaDiCaL as a process, with a limit on time or on work.
#pragma once
#include "kleene/support/process.h"

namespace kleene::bits {

inline constexpr int exit_satisfiable = 10;
inline constexpr int exit_unsatisfiable = 20;

/// Asks about the question in a file, for so many seconds (of work, where that is counted) and as long as the budget
/// lasts. `more` are further words of the command.
ProcessResult run_cadical(const std::filesystem::path& question,
                          std::vector<std::string> more,
                          double seconds,
                          Budget& budget);

} // namespace kleene::bits
