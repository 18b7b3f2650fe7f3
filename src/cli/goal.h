// SPDX-License-Identifier: Apache-2.0
// What the command line means for those who decide and those who tell.
#pragma once
#include "kleene/report/telling.h"
#include "kleene/report/unknown.h"
#include "kleene/verify/asked.h"
#include "kleene/verify/spec.h"

#include "commands.h"

namespace kleene::cli {

using verify::Goal;

verify::AskedAbout asked_about(const Input& input);
Result<Goal> choose_goal(const CheckArguments& arguments, const Input& input);

/// How a program is to be read for a goal.
ReadingOptions reading_options(const Goal& goal, const CheckArguments& arguments);

/// The goal as a question about a program; of a formula, whether it wants an execution.
verify::Question question_of(const Context& context,
                             const Input& input,
                             const Goal& goal,
                             const ir::Program& program,
                             const verify::Spec* spec = nullptr);

report::Outputs outputs_of(const Context& context, const Input& input);
report::Allowance allowance_of(const Arguments& arguments);

/// Limits and messages of the command for a search.
verify::PortfolioOptions portfolio_options(Context& context, Observer& observer);

} // namespace kleene::cli
