// SPDX-License-Identifier: Apache-2.0
// The answer `unknown`: one cause, and one hint what to do about it.
#pragma once
#include "kleene/verify/cause.h"

#include "commands.h"

namespace kleene::cli {

/// The verdict of a question without answer; the report gets the hint and what each engine came to. `subject` is
/// what the cause is about, if it is not the whole question: `2 of 7 checks undecided`.
report::Verdict unknown_because(Context& context,
                                const verify::Cause& cause,
                                std::vector<report::Obstacle> obstacles,
                                const std::string& subject = {});

/// The verdict when a limit is reached, or a signal comes: `why` as the budget says it.
report::Verdict
stopped_by(report::Report& report, const Arguments& arguments, const std::string& why);

} // namespace kleene::cli
