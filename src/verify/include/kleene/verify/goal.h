// SPDX-License-Identifier: Apache-2.0
// What has to be decided about a program: a property and its targets, from names and property files.
#pragma once
#include "kleene/evidence/problem.h"
#include "kleene/support/result.h"

#include <string>
#include <vector>

namespace kleene::verify {

struct Goal {
  Property property = Property::UnreachCall;
  ir::TargetSelection targets;
  std::string asked; ///< the question in words: the name of the property, or a list of names
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

/// What a failing assertion calls: a property that names it is about assertions.
inline const std::string assertion_failure = "__assert_fail";

/// The targets if nobody names a property: every way to say "this must not happen".
ir::TargetSelection default_targets();

/// The goal of a text as in a property file; `name` is for messages.
Result<Goal> goal_of_specification(const std::string& name, const std::string& text);
Result<Goal> goal_of_file(const std::string& path);
/// The goal of a property by its name, or of several: `a,b`, `safety,-b`; in tasks exactly the error functions are targets.
Result<Goal> goal_of_name(const std::string& name, bool task);

/// The same with what --check demands, a list of names of property/property.h.
Result<Goal> goal_with_demanded(const std::string& name, const std::string& demanded, bool task);

/// For goals that no property file describes: the text that comes nearest.
std::string specification_of(const Goal& goal);

/// Does any location of the program count as a target?
bool has_target(const ir::Program& program, const ir::TargetSelection& targets);

} // namespace kleene::verify
