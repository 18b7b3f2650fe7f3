// SPDX-License-Identifier: Apache-2.0
#include "kleene/verify/goal.h"

#include "kleene/frontend/task/property.h"
#include "kleene/ir/opaque.h"
#include "kleene/property/property.h"

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
  goal.targets.assertions = goal.targets.functions.contains(assertion_failure);
  if (line.names == FormulaText::Names::Label) goal.targets.labels = {line.argument};
  if (entry(*line.property).sites) goal.targets.checks = {*line.property};
  return goal;
}

/// `text` says what `properties` was read from.
Result<Goal> goal_of_properties(const Result<std::vector<task::PropertyLine>>& properties,
                                const std::string& name,
                                const std::string& text) {
  if (!properties) return properties.error();
  Result<Goal> goal = goal_of(properties->front());
  if (!goal) return goal;
  for (std::size_t i = 1; i < properties->size(); ++i) {
    Result<Goal> next = goal_of((*properties)[i]);
    if (!next) return next;
    bool sites = !goal->targets.checks.empty() && !next->targets.checks.empty();
    if (!sites || next->entry != goal->entry)
      return Diagnostic::error(ErrorKind::Unsupported, "several properties in one file: " + name);
    goal->property = Property::ValidMemsafety;
    goal->targets.checks.insert(next->targets.checks.begin(), next->targets.checks.end());
  }
  goal->asked = std::string(kleene::name(goal->property));
  goal->specification = text.substr(0, text.find_last_not_of(" \n\r\t") + 1);
  return goal;
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
  if (!goal.targets.checks.empty()) {
    std::string text;
    for (Property check : goal.targets.checks)
      for (const FormulaText& formula : entry(check).formulas)
        if (!formula.text.empty())
          text += (text.empty() ? "" : "\n") + check_text(formula, "", goal.entry);
    return text;
  }
  bool label = goal.targets.functions.empty() && !goal.targets.labels.empty();
  bool assertion = goal.targets.functions == std::set<std::string>{assertion_failure};
  const std::string named = label       ? *goal.targets.labels.begin()
                            : assertion ? assertion_failure
                                        : "reach_error";
  for (const FormulaText& formula : entry(goal.property).formulas)
    if (label == (formula.names == FormulaText::Names::Label))
      return check_text(formula, named, goal.entry);
  return {};
}

namespace {

Result<Property> property_of(const std::string& name) {
  std::optional<Property> property = find_property(name);
  if (!property)
    return Diagnostic::error(ErrorKind::Usage,
                             fmt::format("unknown property '{}': it should be {} or a .prp file",
                                         name,
                                         property_names()));
  if (!entry(*property).decided()) return unsupported(name);
  return *property;
}

/// The parts of all that are named, without those behind a minus.
Result<std::set<Property>> parts_of_list(const std::string& list) {
  std::set<Property> result;
  for (std::size_t at = 0; at <= list.size();) {
    std::size_t end = std::min(list.find(',', at), list.size());
    std::string name = list.substr(at, end - at);
    at = end + 1;
    bool without = name.starts_with('-');
    Result<Property> property = property_of(name.substr(without ? 1 : 0));
    if (!property) return property.error();
    for (Property part : parts_of(*property))
      if (without)
        result.erase(part);
      else
        result.insert(part);
  }
  return result;
}

/// What has to be excluded for all of these.
Result<Goal> goal_of_parts(const std::set<Property>& parts, bool task) {
  Goal goal;
  goal.property = parts.size() == 1 ? *parts.begin() : Property::Safety;
  for (Property part : parts) {
    const PropertyEntry& row = entry(part);
    if (part == Property::UnreachCall) {
      goal.targets = default_targets();
      if (task) goal.targets = {{"reach_error", "__VERIFIER_error"}, false, {}};
    } else if (parts.size() > 1 && row.liveness()) {
      return Diagnostic::error(ErrorKind::Usage,
                               fmt::format("{} can only be asked for alone", row.name));
    }
  }
  for (Property part : parts)
    if (entry(part).sites || (parts.size() > 1 && part == Property::NoOverflow))
      goal.targets.checks.insert(part);
  return goal;
}

} // namespace

Result<Goal> goal_with_demanded(const std::string& name, const std::string& demanded, bool task) {
  for (std::size_t at = 0; at <= demanded.size();) {
    std::size_t end = std::min(demanded.find(',', at), demanded.size());
    std::string one = demanded.substr(at, end - at);
    at = end + 1;
    std::optional<Property> property = find_property(one);
    if (!property || !is_on_demand(*property))
      return Diagnostic::error(
          ErrorKind::Usage,
          fmt::format("unknown check '{}': it should be {}", one, names_on_demand()));
  }
  return goal_of_name(name + "," + demanded, task);
}

Result<Goal> goal_of_name(const std::string& name, bool task) {
  Result<std::set<Property>> parts = parts_of_list(name);
  if (!parts) return parts.error();
  if (parts->empty()) return Diagnostic::error(ErrorKind::Usage, "no property is left to check");
  Result<Goal> goal = goal_of_parts(*parts, task);
  if (goal) goal->asked = name;
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
