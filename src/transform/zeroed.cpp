// SPDX-License-Identifier: Apache-2.0
#include "kleene/transform/zeroed.h"

#include <utility>

namespace kleene::transform {
namespace {

/// The variables that can hold zero become zero.
ir::Assign zeros(ir::Program& program, const std::vector<VarId>& variables) {
  ir::Assign result;
  for (VarId v : variables) {
    Type type = program.variable(v).type;
    if (!type.is_bool() && !type.is_integer()) continue;
    result.targets.push_back(v);
    result.values.push_back(type.is_bool() ? program.terms->truth(false)
                                           : program.terms->constant(type, 0));
  }
  return result;
}

void give_zeros(ir::Program& program, ir::Statement& statement) {
  if (auto* havoc = std::get_if<ir::Havoc>(&statement); havoc != nullptr && havoc->uninitialised) {
    statement = zeros(program, havoc->variables);
  } else if (auto* alloc = std::get_if<ir::Alloc>(&statement)) {
    alloc->zeroed = true;
  } else if (auto* forget = std::get_if<ir::Forget>(&statement)) {
    Term zero = program.terms->constant(Type::machine(8, false), 0);
    Term bytes =
        program.terms->mem_set(program.var(forget->region), forget->address, zero, forget->length);
    statement = ir::Assign{{forget->region}, {bytes}};
  }
}

/// Behind a new entry, the variables of the procedure are set.
void begin_with_zeros(ir::Program& program, ir::Procedure& procedure) {
  std::vector<VarId> own = procedure.returns;
  own.insert(own.end(), procedure.locals.begin(), procedure.locals.end());
  ir::Assign set = zeros(program, own);
  if (set.targets.empty()) return;
  ir::LocId begin = std::exchange(procedure.entry, procedure.add_location());
  procedure.add_edge(procedure.entry, begin, std::move(set), procedure.range);
}

} // namespace

Transformed zeroed(const ir::Program& program) {
  Transformed result{program, Back(program)};
  for (ir::Procedure& procedure : result.program.procedures) {
    for (ir::Edge& edge : procedure.edges)
      give_zeros(result.program, edge.statement);
    begin_with_zeros(result.program, procedure);
  }
  return result;
}

} // namespace kleene::transform
