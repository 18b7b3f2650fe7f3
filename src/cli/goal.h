// SPDX-License-Identifier: Apache-2.0
// What `check` has to decide: from --property, --label and the properties of a task to a property and
// its targets.
#pragma once
#include "kleene/verify/goal.h"

#include "arguments.h"
#include "input.h"

namespace kleene::cli {

using verify::Goal;

Result<Goal> choose_goal(const CheckArguments& arguments, const Input& input);

/// How a program is to be read for a goal.
ReadingOptions reading_options(const Goal& goal, const CheckArguments& arguments);

/// The program with targets for the checks of the goal.
ir::Program with_checks(const Goal& goal, ir::Program program);

bool has_label(const ir::Program& program, const std::string& label);

} // namespace kleene::cli
