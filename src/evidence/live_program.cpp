// SPDX-License-Identifier: Apache-2.0
#include "live_program.h"

#include <bit>
#include <utility>

namespace kleene::evidence {
namespace {

/// Statements that come behind an edge, before whatever it led to.
void append(ir::Procedure& p, std::size_t edge, std::vector<ir::Statement> statements) {
  ir::LocId end = p.edges[edge].to;
  SourceRange range = p.edges[edge].range;
  std::vector<ir::LocId> places;
  for (std::size_t i = 0; i < statements.size(); ++i)
    places.push_back(p.add_location());
  p.edges[edge].to = places.front();
  places.push_back(end);
  for (std::size_t i = 0; i < statements.size(); ++i)
    p.add_edge(places[i], places[i + 1], std::move(statements[i]), range);
}

/// What is known of the address of a new heap object.
Term is_fresh(ir::Program& program, VarId live, const ir::Alloc& alloc) {
  TermManager& terms = *program.terms;
  Type pointer = program.pointer_type();
  Term zero = terms.constant(pointer, 0);
  Term address = program.var(alloc.target);
  std::vector<Term> facts{terms.eq(terms.load(pointer, program.var(live), address), zero),
                          terms.ne(address, zero)};
  if (alloc.alignment > 1 && std::has_single_bit(alloc.alignment)) {
    Term low_bits = terms.constant(pointer, Integer(alloc.alignment) - 1);
    facts.push_back(terms.eq(terms.binary(Op::BitAnd, address, low_bits), zero));
  }
  return terms.conj(std::move(facts));
}

} // namespace

ir::Program live_program(const ir::Program& program) {
  ir::Program result = program;
  ir::Variable memory{
      .name = result.fresh_name("live"), .display = "live()", .type = Type::memory()};
  memory.cell = result.pointer_type();
  memory.temporary = true;
  VarId live = result.add_variable(std::move(memory));
  auto mark = [&](Term address, Integer value) {
    Term number = result.terms->constant(result.pointer_type(), value);
    return ir::Assign{{live}, {result.terms->store(result.var(live), address, number)}};
  };
  for (ir::Procedure& p : result.procedures)
    for (std::size_t e = 0, edges = p.edges.size(); e < edges; ++e) {
      const ir::Statement statement = p.edges[e].statement;
      if (const auto* alloc = std::get_if<ir::Alloc>(&statement)) {
        if (alloc->storage == ir::Storage::Heap)
          append(p,
                 e,
                 {ir::Assume{is_fresh(result, live, *alloc)}, mark(result.var(alloc->target), 1)});
      } else if (const auto* free = std::get_if<ir::Free>(&statement)) {
        append(p, e, {mark(free->address, 0)});
      }
    }
  return result;
}

} // namespace kleene::evidence
