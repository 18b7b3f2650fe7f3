// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/shadow.h"

#include <charconv>
#include <string_view>

namespace kleene::ir {
namespace {

/// What people would see of a shadow, and by what it is known: the number of the region follows.
constexpr std::string_view shadow_of = "uninitialised()#";

} // namespace

VarId add_shadow(Program& program, VarId region) {
  Variable shadow{.name = program.fresh_name("uninitialised." + program.variable(region).name),
                  .display = std::string(shadow_of) + std::to_string(region.index()),
                  .type = Type::memory()};
  if (const auto& cell = program.variable(region).cell)
    shadow.cell = Type::machine(cell->width(), false);
  shadow.temporary = true;
  return program.add_variable(std::move(shadow));
}

std::vector<VarId> shadowed_regions(const Program& program) {
  std::vector<VarId> result(program.variables.size());
  for (std::size_t v = 0; v < result.size(); ++v) {
    const Variable& variable = program.variables[v];
    if (!variable.type.is_memory() || !variable.display.starts_with(shadow_of)) continue;
    std::size_t region = 0;
    const std::string& text = variable.display;
    std::from_chars(text.data() + shadow_of.size(), text.data() + text.size(), region);
    result[v] = VarId(region);
  }
  return result;
}

} // namespace kleene::ir
