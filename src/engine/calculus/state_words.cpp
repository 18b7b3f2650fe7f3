// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/calculus/relations.h"

#include <fmt/core.h>

#include "program_relations.h"

namespace kleene::engine::calculus {
namespace {

namespace language = kleene::calculus;

/// Finds values in the bits of a state.
struct EncodedState {
  const language::Type& type;
  const std::vector<bool>& bits;
  std::size_t offset;

  std::size_t code(const char* name) const {
    const language::Component* part = type.component(name);
    std::size_t result = 0;
    for (std::size_t i = 0; i < part->type->bits; ++i)
      result = result * 2 + (bits[offset + part->offset + i] ? 1 : 0);
    return result;
  }
  bool component(const char* name, std::size_t number) const {
    const language::Component* part = type.component(name);
    return bits[offset + part->offset + part->type->components[number].offset];
  }
};

/// The line of a statement that begins at a location, or else of one that ends there.
std::size_t line_of(const ir::Procedure& procedure, ir::LocId l) {
  std::size_t behind = 0;
  for (const ir::Edge& edge : procedure.edges) {
    if (edge.range.begin.line == 0) continue;
    if (edge.from == l) return edge.range.begin.line;
    if (edge.to == l) behind = edge.range.begin.line;
  }
  return behind;
}

std::optional<std::string>
words_of(const ir::Program& program, const ProgramRelations& relations, const EncodedState& state) {
  std::vector<ir::ProcId> procedures = relations.by_module_number();
  std::size_t module = state.code("mod");
  if (module >= procedures.size()) return std::nullopt;
  ir::ProcId p = procedures[module];
  std::optional<ir::LocId> l = relations.location(p, state.code("pc"));
  if (!l) return std::nullopt;
  const ir::Procedure& procedure = program.procedure(p);
  std::string values;
  for (VarId v : relations.meant(p, *l)) {
    ComponentId c = relations.component(v);
    bool global = c < relations.global_count();
    bool value = state.component(global ? "G" : "L", global ? c : c - relations.global_count());
    values += fmt::format("{}{} = {}",
                          values.empty() ? "" : ", ",
                          program.variable(v).display,
                          value ? "true" : "false");
  }
  std::string place =
      *l == procedure.exit ? "at its end" : fmt::format("line {}", line_of(procedure, *l));
  return fmt::format("{}, {} {{{}}}", procedure.name, place, values);
}

} // namespace

language::ShowValue state_words(const ir::Program& program) {
  static const ir::TargetSelection no_targets;
  auto relations = std::make_shared<ProgramRelations>(program, no_targets);
  return [&program, relations](const language::Type& type,
                               const std::vector<bool>& bits,
                               std::size_t offset) -> std::optional<std::string> {
    if (type.name != "State") return std::nullopt;
    return words_of(program, *relations, {type, bits, offset});
  };
}

} // namespace kleene::engine::calculus
