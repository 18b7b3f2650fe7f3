// SPDX-License-Identifier: Apache-2.0
#include "kleene/verify/asked.h"

#include "kleene/transform/check_sites.h"

#include <fmt/core.h>

#include <filesystem>

namespace kleene::verify {
namespace {

namespace task = frontend::task;

Diagnostic usage(std::string message) {
  return Diagnostic::error(ErrorKind::Usage, std::move(message));
}

/// A property that was asked about by its name; unreach-call needs something that could be reached.
Result<Goal> goal_of_name(const std::string& name, const AskedAbout& about) {
  Result<Goal> goal = verify::goal_of_name(name, about.task_reading);
  if (goal && goal->property == Property::UnreachCall)
    goal->needs_target = !about.task_reading && about.language == Language::C;
  return goal;
}

Result<Goal> goal_of(Property property, const AskedAbout& about) {
  return goal_of_name(std::string(name(property)), about);
}

/// The first property of a task that can be decided; which one it is becomes a note.
Result<Goal> goal_of_task(const task::Task& task) {
  std::optional<Diagnostic> first_error;
  for (const task::TaskProperty& property : task.properties) {
    Result<Goal> goal = goal_of_file(property.property_file);
    if (goal) {
      if (task.properties.size() > 1) {
        Diagnostic note = usage(fmt::format("the task has {} properties; checking {}",
                                            task.properties.size(),
                                            property.property_file));
        note.severity = Severity::Note;
        goal->notes.push_back(std::move(note));
      }
      return goal;
    }
    if (!first_error) first_error = goal.error();
  }
  return *first_error;
}

/// A task's own file for a property named on the command line: it has the exact function.
const task::TaskProperty* task_property(const AskedAbout& about, const std::string& name) {
  if (about.task == nullptr) return nullptr;
  for (const task::TaskProperty& property : about.task->properties)
    if (std::filesystem::path(property.property_file).stem() == name) return &property;
  return nullptr;
}

/// --check beside a property that is asked about by its name, or beside none.
Result<Goal> goal_with_demanded(const Asked& asked, const AskedAbout& about) {
  if (asked.label || asked.formula() || about.language != Language::C
      || (asked.property ? is_property_file(*asked.property) : about.task != nullptr))
    return usage("--check goes with C programs and properties that are named: it makes no sense "
                 "with tasks, .prp files, --label, --spec and --ltl");
  return verify::goal_with_demanded(
      asked.property.value_or("safety"), *asked.demanded, about.task_reading);
}

Result<Goal> goal_without_label(const Asked& asked, const AskedAbout& about) {
  if (asked.demanded) return goal_with_demanded(asked, about);
  if (asked.property) {
    if (is_property_file(*asked.property)) return goal_of_file(*asked.property);
    if (const task::TaskProperty* own = task_property(about, *asked.property))
      return goal_of_file(own->property_file);
    return goal_of_name(*asked.property, about);
  }
  if (about.task != nullptr && !about.task->properties.empty()) return goal_of_task(*about.task);
  if (about.task_reading) return goal_of(Property::UnreachCall, about);
  bool other = asked.label || asked.formula();
  if (about.language == Language::C && about.integers == IntegerModel::Machine && !other)
    return goal_of(Property::Safety, about);
  Goal goal;
  goal.targets = default_targets();
  return goal;
}

} // namespace

bool is_property_file(const std::string& property) {
  return std::filesystem::path(property).extension() == ".prp";
}

Result<Goal> choose_goal(const Asked& asked, const AskedAbout& about) {
  Result<Goal> goal = goal_without_label(asked, about);
  if (goal && goal->asked.empty()) goal->asked = name(goal->property);
  if (goal && goal->specification.empty()) goal->specification = verify::specification_of(*goal);
  if (!goal || !asked.label) return goal;
  if (goal->property != Property::UnreachCall)
    return usage(fmt::format("--label makes no sense with the property {}", name(goal->property)));
  goal->targets = {{}, false, {*asked.label}};
  goal->specification = verify::specification_of(*goal);
  return goal;
}

Result<Goal> goal_of_witness(const Asked& asked,
                             const AskedAbout& about,
                             const std::string& file,
                             std::string specification) {
  bool chosen = asked.property || asked.label;
  if (chosen || specification.empty()) return choose_goal(asked, about);
  if (specification.find("CHECK") == std::string::npos)
    specification = fmt::format("CHECK( init(main()), LTL({}) )", specification);
  Result<Goal> goal = goal_of_specification(file, specification);
  bool nonsense = !goal && goal.error().kind == ErrorKind::Parse;
  return nonsense ? choose_goal(asked, about) : goal;
}

ir::Program with_checks(const Goal& goal, ir::Program program) {
  if (goal.targets.checks.empty()) return program;
  return transform::with_check_sites(program, goal.targets).transformed.program;
}

bool has_label(const ir::Program& program, const std::string& label) {
  return verify::has_target(program, {{}, false, {label}});
}

} // namespace kleene::verify
