// SPDX-License-Identifier: Apache-2.0
#include "goal.h"

#include "kleene/transform/check_sites.h"
#include "kleene/verify/ltl.h"

#include <fmt/core.h>

#include <filesystem>

namespace kleene::cli {
namespace {

namespace task = frontend::task;
using verify::default_targets;
using verify::goal_of_file;

Diagnostic usage(std::string message) {
  return Diagnostic::error(ErrorKind::Usage, std::move(message));
}

/// A property that was asked about by its name; unreach-call needs something that could be reached.
Result<Goal> goal_of_name(const std::string& name, const Input& input) {
  Result<Goal> goal = verify::goal_of_name(name, input.reading.task);
  if (goal && goal->property == Property::UnreachCall)
    goal->needs_target = !input.reading.task && input.language == Language::C;
  return goal;
}

Result<Goal> goal_of(Property property, const Input& input) {
  return goal_of_name(std::string(name(property)), input);
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
const task::TaskProperty* task_property(const Input& input, const std::string& name) {
  if (!input.task) return nullptr;
  for (const task::TaskProperty& property : input.task->properties)
    if (std::filesystem::path(property.property_file).stem() == name) return &property;
  return nullptr;
}

/// --check beside a property that is asked about by its name, or beside none.
Result<Goal> goal_with_demanded(const CheckArguments& arguments, const Input& input) {
  if (arguments.label || arguments.spec || arguments.ltl || input.language != Language::C
      || (arguments.property ? is_property_file(*arguments.property) : input.task.has_value()))
    return usage("--check goes with C programs and properties that are named: it makes no sense "
                 "with tasks, .prp files, --label, --spec and --ltl");
  return verify::goal_with_demanded(
      arguments.property.value_or("safety"), *arguments.demanded, input.reading.task);
}

Result<Goal> goal_without_label(const CheckArguments& arguments, const Input& input) {
  if (arguments.demanded) return goal_with_demanded(arguments, input);
  if (arguments.property) {
    if (is_property_file(*arguments.property)) return goal_of_file(*arguments.property);
    if (const task::TaskProperty* own = task_property(input, *arguments.property))
      return goal_of_file(own->property_file);
    return goal_of_name(*arguments.property, input);
  }
  if (input.task && !input.task->properties.empty()) return goal_of_task(*input.task);
  if (input.reading.task) return goal_of(Property::UnreachCall, input);
  bool formula = arguments.label || arguments.spec || arguments.ltl;
  if (input.language == Language::C && input.integers == IntegerModel::Machine && !formula)
    return goal_of(Property::Safety, input);
  Goal goal;
  goal.targets = default_targets();
  return goal;
}

} // namespace

Result<Goal> choose_goal(const CheckArguments& arguments, const Input& input) {
  Result<Goal> goal = goal_without_label(arguments, input);
  if (goal && goal->asked.empty()) goal->asked = name(goal->property);
  if (goal && goal->specification.empty()) goal->specification = verify::specification_of(*goal);
  if (!goal || !arguments.label) return goal;
  if (goal->property != Property::UnreachCall)
    return usage(fmt::format("--label makes no sense with the property {}", name(goal->property)));
  goal->targets = {{}, false, {*arguments.label}};
  goal->specification = verify::specification_of(*goal);
  return goal;
}

ReadingOptions reading_options(const Goal& goal, const CheckArguments& arguments) {
  ReadingOptions options{goal.entry, goal.targets.functions, true};
  // A formula asks for labels: what error functions do matters then.
  if (arguments.spec || arguments.ltl) options.target_functions.clear();
  if (arguments.ltl) {
    Result<ltl::Formula> formula = ltl::parse(*arguments.ltl);
    options.mark_statements = formula && ltl::has_next(*formula);
  }
  options.overflows_count = goal.property == evidence::Property::NoOverflow
                            || goal.targets.checks.contains(Property::NoOverflow);
  options.checks = goal.targets.checks;
  return options;
}

ir::Program with_checks(const Goal& goal, ir::Program program) {
  if (goal.targets.checks.empty()) return program;
  return transform::with_check_sites(program, goal.targets).transformed.program;
}

bool has_label(const ir::Program& program, const std::string& label) {
  return verify::has_target(program, {{}, false, {label}});
}

} // namespace kleene::cli
