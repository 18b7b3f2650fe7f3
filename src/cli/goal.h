// SPDX-License-Identifier: Apache-2.0
// What `check` has to decide: from --property, --label and the properties of a task to a property and
// its targets.
#pragma once
#include "kleene/evidence/problem.h"

#include "arguments.h"
#include "input.h"

namespace kleene::cli {

struct Goal {
  evidence::Property property = evidence::Property::UnreachCall;
  ir::TargetSelection targets;
  std::string entry = "main";
  std::string spec; ///< the CTL formula that this is a question of, if any
  /// Of targets that have no counterpart in the source: gcc's code cannot be watched for them.
  std::string unwatched_label;
  std::string specification; ///< as in a property file
  /// Without any target there is no question, and no answer.
  bool needs_target = false;
  /// Of general interest, such as which property of a task was chosen.
  std::vector<Diagnostic> notes;
};

/// The targets if nobody names a property: every way to say "this must not happen".
ir::TargetSelection default_targets();

/// The goal of a text as in a property file; `name` is for messages.
Result<Goal> goal_of_specification(const std::string& name, const std::string& text);

Result<Goal> choose_goal(const CheckArguments& arguments, const Input& input);

/// How a program is to be read for a goal.
ReadingOptions reading_options(const Goal& goal, const CheckArguments& arguments);

/// Does any location of the program count as a target?
bool has_target(const ir::Program& program, const ir::TargetSelection& targets);
bool has_label(const ir::Program& program, const std::string& label);

} // namespace kleene::cli
