// SPDX-License-Identifier: Apache-2.0
#include "goal.h"

#include "kleene/frontend/task/property.h"
#include "kleene/ir/opaque.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace kleene::cli {
namespace {

namespace task = frontend::task;

Diagnostic usage(std::string message) {
  return Diagnostic::error(ErrorKind::Usage, std::move(message));
}

Diagnostic unsupported(std::string_view property) {
  return Diagnostic::error(ErrorKind::Unsupported, fmt::format("property {}", property));
}

/// The goal that a formula of a property file stands for.
Result<Goal> goal_of(const task::Property& property) {
  Goal goal;
  goal.entry = property.entry;
  switch (property.formula) {
  case task::Formula::NoCall:
    goal.targets.functions = {property.argument};
    return goal;
  case task::Formula::NoLabel:
    goal.targets.labels = {property.argument};
    return goal;
  case task::Formula::Termination:
    goal.property = evidence::Property::Termination;
    return goal;
  case task::Formula::NoOverflow:
    goal.property = evidence::Property::NoOverflow;
    return goal;
  default:
    return unsupported(task::name(property.formula));
  }
}

/// `text` says what `properties` was read from.
Result<Goal> goal_of_properties(const Result<std::vector<task::Property>>& properties,
                                const std::string& name,
                                const std::string& text) {
  if (!properties) return properties.error();
  if (properties->size() == 1) {
    Result<Goal> goal = goal_of(properties->front());
    if (goal) goal->specification = text.substr(0, text.find_last_not_of(" \n\r\t") + 1);
    return goal;
  }
  for (const task::Property& property : *properties)
    if (Result<Goal> goal = goal_of(property); !goal) return goal;
  return Diagnostic::error(ErrorKind::Unsupported, "several properties in one file: " + name);
}

Result<Goal> goal_of_file(const std::string& path) {
  return goal_of_properties(
      task::read_properties(path), path, read_file(path).text.value_or(std::string()));
}

/// For goals that no property file describes: the one that comes nearest.
std::string specification(const Goal& goal) {
  std::string formula = "G ! call(reach_error())";
  if (goal.property == evidence::Property::Termination) formula = "F end";
  if (goal.property == evidence::Property::NoOverflow) formula = "G ! overflow";
  if (goal.targets.functions.empty() && !goal.targets.labels.empty())
    formula = fmt::format("G ! label({})", *goal.targets.labels.begin());
  return fmt::format("CHECK( init({}()), LTL({}) )", goal.entry, formula);
}

constexpr std::array unsupported_names{"valid-memsafety",
                                       "valid-memcleanup",
                                       "valid-free",
                                       "valid-deref",
                                       "valid-memtrack",
                                       "no-data-race",
                                       "def-behavior"};

Result<Goal> goal_of_name(const std::string& name, const Input& input) {
  Goal goal;
  if (name == "unreach-call") {
    goal.targets = default_targets();
    if (input.reading.task) goal.targets = {{"reach_error", "__VERIFIER_error"}, false, {}};
    goal.needs_target = !input.reading.task && input.language == Language::C;
    return goal;
  }
  if (name == "termination") {
    goal.property = evidence::Property::Termination;
    return goal;
  }
  if (name == "no-overflow") {
    goal.property = evidence::Property::NoOverflow;
    return goal;
  }
  if (std::ranges::find(unsupported_names, name) != unsupported_names.end())
    return unsupported(name);
  return usage(fmt::format("unknown property '{}': it should be unreach-call, termination, "
                           "no-overflow or a .prp file",
                           name));
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

Result<Goal> goal_without_label(const CheckArguments& arguments, const Input& input) {
  if (arguments.property) {
    if (is_property_file(*arguments.property)) return goal_of_file(*arguments.property);
    if (const task::TaskProperty* own = task_property(input, *arguments.property))
      return goal_of_file(own->property_file);
    return goal_of_name(*arguments.property, input);
  }
  if (input.task && !input.task->properties.empty()) return goal_of_task(*input.task);
  if (input.reading.task) return goal_of_name("unreach-call", input);
  Goal goal;
  goal.targets = default_targets();
  return goal;
}

} // namespace

ir::TargetSelection default_targets() {
  return {{"reach_error", "__VERIFIER_error"}, true, {"ERROR", "SLIC_ERROR"}};
}

Result<Goal> goal_of_specification(const std::string& name, const std::string& text) {
  return goal_of_properties(task::parse_properties(name, text), name, text);
}

Result<Goal> choose_goal(const CheckArguments& arguments, const Input& input) {
  Result<Goal> goal = goal_without_label(arguments, input);
  if (goal && goal->specification.empty()) goal->specification = specification(*goal);
  if (!goal || !arguments.label) return goal;
  if (goal->property != evidence::Property::UnreachCall)
    return usage(fmt::format("--label makes no sense with the property {}", name(goal->property)));
  goal->targets = {{}, false, {*arguments.label}};
  goal->specification = specification(*goal);
  return goal;
}

ReadingOptions reading_options(const Goal& goal, const CheckArguments& arguments) {
  ReadingOptions options{goal.entry, goal.targets.functions, true};
  // A formula asks for labels: what error functions do matters then.
  if (arguments.spec) options.target_functions.clear();
  return options;
}

bool has_target(const ir::Program& program, const ir::TargetSelection& targets) {
  return std::ranges::any_of(program.procedures, [&](const ir::Procedure& procedure) {
    return std::ranges::any_of(procedure.locations, [&](const ir::Location& l) {
      return targets.selects(l) && !ir::is_opaque(l);
    });
  });
}

bool has_label(const ir::Program& program, const std::string& label) {
  return has_target(program, {{}, false, {label}});
}

} // namespace kleene::cli
