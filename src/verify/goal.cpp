// SPDX-License-Identifier: Apache-2.0
#include "kleene/verify/goal.h"

#include "kleene/frontend/task/property.h"
#include "kleene/ir/opaque.h"

#include <fmt/core.h>

#include <algorithm>

namespace kleene::verify {
namespace {

namespace task = frontend::task;

Diagnostic unsupported(std::string_view property) {
  return Diagnostic::error(ErrorKind::Unsupported, fmt::format("property {}", property));
}

/// The goal that a line of a property file stands for.
Result<Goal> goal_of(const task::PropertyLine& line) {
  if (!line.property) return unsupported("coverage");
  if (!entry(*line.property).decided()) return unsupported(name(*line.property));
  Goal goal;
  goal.entry = line.entry;
  goal.property = *line.property;
  if (line.names == FormulaText::Names::Function) goal.targets.functions = {line.argument};
  if (line.names == FormulaText::Names::Label) goal.targets.labels = {line.argument};
  return goal;
}

/// `text` says what `properties` was read from.
Result<Goal> goal_of_properties(const Result<std::vector<task::PropertyLine>>& properties,
                                const std::string& name,
                                const std::string& text) {
  if (!properties) return properties.error();
  if (properties->size() == 1) {
    Result<Goal> goal = goal_of(properties->front());
    if (goal) goal->specification = text.substr(0, text.find_last_not_of(" \n\r\t") + 1);
    return goal;
  }
  for (const task::PropertyLine& property : *properties)
    if (Result<Goal> goal = goal_of(property); !goal) return goal;
  return Diagnostic::error(ErrorKind::Unsupported, "several properties in one file: " + name);
}

} // namespace

ir::TargetSelection default_targets() {
  return {{"reach_error", "__VERIFIER_error"}, true, {"ERROR", "SLIC_ERROR"}};
}

Result<Goal> goal_of_specification(const std::string& name, const std::string& text) {
  return goal_of_properties(task::parse_properties(name, text), name, text);
}

Result<Goal> goal_of_file(const std::string& path) {
  return goal_of_properties(
      task::read_properties(path), path, read_file(path).text.value_or(std::string()));
}

std::string specification_of(const Goal& goal) {
  bool label = goal.targets.functions.empty() && !goal.targets.labels.empty();
  for (const FormulaText& formula : entry(goal.property).formulas)
    if (label == (formula.names == FormulaText::Names::Label))
      return check_text(formula, label ? *goal.targets.labels.begin() : "reach_error", goal.entry);
  return {};
}

Result<Goal> goal_of_name(const std::string& name, bool task) {
  std::optional<Property> property = find_property(name);
  if (!property)
    return Diagnostic::error(ErrorKind::Usage,
                             fmt::format("unknown property '{}': it should be {} or a .prp file",
                                         name,
                                         property_names()));
  if (!entry(*property).decided()) return unsupported(name);
  Goal goal;
  goal.property = *property;
  if (!entry(*property).violated_by.targets) return goal;
  goal.targets = default_targets();
  if (task) goal.targets = {{"reach_error", "__VERIFIER_error"}, false, {}};
  return goal;
}

bool has_target(const ir::Program& program, const ir::TargetSelection& targets) {
  return std::ranges::any_of(program.procedures, [&](const ir::Procedure& procedure) {
    return std::ranges::any_of(procedure.locations, [&](const ir::Location& l) {
      return targets.selects(l) && !ir::is_opaque(l);
    });
  });
}

} // namespace kleene::verify
