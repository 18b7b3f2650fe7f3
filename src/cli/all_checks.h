// SPDX-License-Identifier: Apache-2.0
// Every check of a C program gets its own answer.
#pragma once
#include "commands.h"
#include "goal.h"

namespace kleene::cli {

/// The program as the front end made it, without targets for checks. One proof serves as many checks as it can;
/// checks that are violated end executions from then on, and the rest is asked again.
Result<report::Verdict>
decide_all(Context& context, const Input& input, const Goal& goal, const ir::Program& program);

} // namespace kleene::cli
