// SPDX-License-Identifier: Apache-2.0
// From what a user asks, and what the program is, to a goal: names of properties, labels, formulas, and the properties
// of a task.
#pragma once
#include "kleene/frontend/task/task.h"
#include "kleene/verify/goal.h"
#include "kleene/verify/question.h"

#include <optional>
#include <string>

namespace kleene::verify {

/// As it was given; nothing that was not.
struct Asked {
  std::optional<std::string> property; ///< a name or a `.prp` file
  std::optional<std::string> demanded; ///< names of checks on demand (property/property.h)
  std::optional<std::string> spec;     ///< a CTL formula; see spec.h
  std::optional<std::string> ltl;      ///< a formula of linear temporal logic; see ltl.h
  std::optional<std::string> label;

  bool formula() const { return spec.has_value() || ltl.has_value(); }
};

/// What the goal depends on.
struct AskedAbout {
  Language language = Language::C;
  IntegerModel integers = IntegerModel::Machine;
  bool task_reading = false;                  ///< exactly the targets of the property count
  const frontend::task::Task* task = nullptr; ///< null: there is none
};

bool is_property_file(const std::string& property);

Result<Goal> choose_goal(const Asked& asked, const AskedAbout& about);

/// The goal of a witness: what is asked, or else what the witness is about (its specification), or else the usual. `file`
/// is for messages.
Result<Goal> goal_of_witness(const Asked& asked,
                             const AskedAbout& about,
                             const std::string& file,
                             std::string specification);

/// The program with targets for the checks of the goal.
ir::Program with_checks(const Goal& goal, ir::Program program);

bool has_label(const ir::Program& program, const std::string& label);

} // namespace kleene::verify
