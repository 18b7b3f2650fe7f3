// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/program.h"

#include "kleene/support/invariant.h"

#include <fmt/core.h>

#include <algorithm>

namespace kleene::ir {

LocId Procedure::add_location() {
  locations.emplace_back();
  return LocId(locations.size() - 1);
}

void Procedure::add_edge(LocId from, LocId to, Statement statement, SourceRange source) {
  edges.push_back({from, to, std::move(statement), source});
}

std::vector<std::vector<std::size_t>> Procedure::outgoing() const {
  std::vector<std::vector<std::size_t>> result(locations.size());
  for (std::size_t e = 0; e < edges.size(); ++e)
    result[edges[e].from.index()].push_back(e);
  return result;
}

Program::Program() : terms(std::make_shared<TermManager>()) {}

VarId Program::add_variable(Variable variable) {
  VarId id(variables.size());
  if (variable.display.empty()) variable.display = variable.name;
  bool inserted = by_name_.emplace(variable.name, id).second;
  KL_INVARIANT(inserted, fmt::format("the variable name {} should be unique", variable.name));
  if (!variable.owner.valid()) globals.push_back(id);
  variables.push_back(std::move(variable));
  return id;
}

ProcId Program::add_procedure(Procedure procedure) {
  procedures.push_back(std::move(procedure));
  return ProcId(procedures.size() - 1);
}

ObjectId Program::add_object(Object object) {
  objects.push_back(std::move(object));
  return ObjectId(objects.size() - 1);
}

std::optional<ProcId> Program::find_procedure(std::string_view name) const {
  auto found = std::ranges::find(procedures, name, &Procedure::name);
  if (found == procedures.end()) return std::nullopt;
  return ProcId(static_cast<std::size_t>(found - procedures.begin()));
}

std::optional<VarId> Program::find_variable(std::string_view name) const {
  auto found = by_name_.find(name);
  if (found == by_name_.end()) return std::nullopt;
  return found->second;
}

std::string Program::fresh_name(const std::string& base) {
  if (!by_name_.contains(base)) return base;
  unsigned& suffix = suffixes_[base];
  std::string name;
  do {
    name = fmt::format("{}.{}", base, ++suffix);
  } while (by_name_.contains(name));
  return name;
}

void Program::add_assumption(const std::string& name, const std::string& text) {
  Assumption added{name, text};
  if (std::ranges::find(assumptions, added) == assumptions.end())
    assumptions.push_back(std::move(added));
}

bool Program::concurrent() const {
  if (!threads.empty()) return true;
  for (const Procedure& procedure : procedures)
    for (const Edge& edge : procedure.edges)
      if (std::holds_alternative<Spawn>(edge.statement)
          || std::holds_alternative<EndThread>(edge.statement))
        return true;
  return false;
}

bool Program::has_unknown_code() const {
  return std::ranges::any_of(procedures, &Procedure::unknown);
}

std::string describe(const Target& target) {
  switch (target.kind) {
  case TargetKind::Assertion:
    return "failing assertion";
  case TargetKind::Call:
    return "call of " + target.function;
  case TargetKind::Opaque:
    return "not modelled: " + target.function;
  case TargetKind::Check:
    return target.function;
  }
  return {};
}

bool TargetSelection::selects(const Location& location) const {
  if (location.target) {
    if (location.target->kind == TargetKind::Opaque) return true;
    if (location.target->kind == TargetKind::Assertion && assertions) return true;
    if (location.target->kind == TargetKind::Check && checks.contains(location.target->property))
      return true;
    if (location.target->kind == TargetKind::Call && functions.contains(location.target->function))
      return true;
  }
  return std::ranges::any_of(location.labels,
                             [&](const std::string& l) { return labels.contains(l); });
}

} // namespace kleene::ir
