// SPDX-License-Identifier: Apache-2.0
// An answer for every check of a C program, in words.
#pragma once
#include "commands.h"
#include "goal.h"

namespace kleene::cli {

/// The program as the front end made it, without targets for checks; see verify/all_checks.h.
Result<report::Verdict>
check_all(Context& context, const Input& input, const Goal& goal, const ir::Program& program);

} // namespace kleene::cli
