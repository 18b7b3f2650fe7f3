// SPDX-License-Identifier: Apache-2.0
// Nobody checks the front end: so before `true` is said about C, the compiled program is run for a moment.
#pragma once
#include "commands.h"
#include "goal.h"

namespace kleene::cli {

/// The verdict; an error in place of `true` if a native run contradicts it.
report::Verdict after_second_look(Context& context,
                                  const Input& input,
                                  const Goal& goal,
                                  const evidence::Problem& problem,
                                  const report::Verdict& verdict);

} // namespace kleene::cli
