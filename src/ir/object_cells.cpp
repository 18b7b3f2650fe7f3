// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/object_cells.h"

#include <algorithm>

namespace kleene::ir {
namespace {

/// The cells of the object, if the statement is where they come to life: without values, or as zero.
std::vector<VarId> born(const Program& program, const Alloc& alloc, const Statement& statement) {
  auto global = [&](VarId v) { return !program.variable(v).owner.valid(); };
  if (const auto* havoc = std::get_if<Havoc>(&statement))
    if (havoc->uninitialised && std::ranges::all_of(havoc->variables, global))
      return havoc->variables;
  const auto* zero = std::get_if<Assign>(&statement);
  bool all = alloc.zeroed && zero != nullptr && std::ranges::all_of(zero->targets, global)
             && std::ranges::all_of(zero->values,
                                    [](Term t) { return t.is_constant() && t.value() == 0; });
  return all ? zero->targets : std::vector<VarId>();
}

} // namespace

std::map<const Alloc*, std::vector<VarId>> object_cells(const Program& program) {
  constexpr int most_between = 4; ///< transformations may have put something there
  std::map<const Alloc*, std::vector<VarId>> result;
  for (const Procedure& p : program.procedures) {
    std::vector<std::vector<std::size_t>> outgoing = p.outgoing();
    for (const Edge& edge : p.edges) {
      const auto* alloc = std::get_if<Alloc>(&edge.statement);
      if (alloc == nullptr) continue;
      LocId at = edge.to;
      for (int i = 0; i < most_between && outgoing[at.index()].size() == 1; ++i) {
        const Edge& next = p.edges[outgoing[at.index()].front()];
        if (std::holds_alternative<Alloc>(next.statement)) break;
        std::vector<VarId> cells = born(program, *alloc, next.statement);
        at = next.to;
        if (cells.empty()) continue;
        result[alloc] = std::move(cells);
        break;
      }
    }
  }
  return result;
}

} // namespace kleene::ir
