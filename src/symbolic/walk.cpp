// SPDX-License-Identifier: Apache-2.0
#include "kleene/symbolic/walk.h"

#include "kleene/symbolic/exclusive.h"

namespace kleene::symbolic {

void join(const ir::Program& program, PathState& one, const PathState& other) {
  PathJoin joined(*program.terms, one.path, other.path);
  one.state = merge(program, joined.on_first, one.state, other.state);
  one.path = joined.path;
}

void branch(const ir::Program& program,
            const ir::Procedure& procedure,
            const std::vector<std::size_t>& edges,
            const Path& path,
            FreshVariables& fresh,
            const TakeEdge& take,
            const Divided& divided) {
  std::vector<const ir::Statement*> statements;
  for (std::size_t index : edges)
    statements.push_back(&procedure.edges[index].statement);
  bool choose = !exclusive(*program.terms, statements);
  Path rest = path;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    Path taken = rest;
    if (choose && i + 1 < edges.size()) {
      Term picked = fresh(Type::boolean());
      if (divided) divided(picked, rest);
      taken = rest.with(picked);
      rest = rest.with(program.terms->negate(picked));
    }
    take(procedure.edges[edges[i]], taken);
  }
}

} // namespace kleene::symbolic
