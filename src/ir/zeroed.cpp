// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/zeroed.h"

#include <utility>

namespace kleene::ir {
namespace {

/// The variables that can hold zero become zero.
Assign zeros(Program& program, const std::vector<VarId>& variables) {
  Assign result;
  for (VarId v : variables) {
    Type type = program.variable(v).type;
    if (!type.is_bool() && !type.is_integer()) continue;
    result.targets.push_back(v);
    result.values.push_back(type.is_bool() ? program.terms->truth(false)
                                           : program.terms->constant(type, 0));
  }
  return result;
}

void give_zeros(Program& program, Statement& statement) {
  if (auto* havoc = std::get_if<Havoc>(&statement); havoc != nullptr && havoc->uninitialised) {
    statement = zeros(program, havoc->variables);
  } else if (auto* alloc = std::get_if<Alloc>(&statement)) {
    alloc->zeroed = true;
  } else if (auto* forget = std::get_if<Forget>(&statement)) {
    Term zero = program.terms->constant(Type::machine(8, false), 0);
    Term bytes =
        program.terms->mem_set(program.var(forget->region), forget->address, zero, forget->length);
    statement = Assign{{forget->region}, {bytes}};
  }
}

/// Behind a new entry, the variables of the procedure are set.
void begin_with_zeros(Program& program, Procedure& procedure) {
  std::vector<VarId> own = procedure.returns;
  own.insert(own.end(), procedure.locals.begin(), procedure.locals.end());
  Assign set = zeros(program, own);
  if (set.targets.empty()) return;
  LocId begin = std::exchange(procedure.entry, procedure.add_location());
  procedure.add_edge(procedure.entry, begin, std::move(set), procedure.range);
}

} // namespace

Program zeroed(const Program& program) {
  Program result = program;
  for (Procedure& procedure : result.procedures) {
    for (Edge& edge : procedure.edges)
      give_zeros(result, edge.statement);
    begin_with_zeros(result, procedure);
  }
  return result;
}

} // namespace kleene::ir
