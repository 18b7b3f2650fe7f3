// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/live_objects.h"

#include <algorithm>
#include <utility>

namespace kleene::ir {
namespace {

bool is_on_heap(const Edge& edge) {
  const auto* alloc = std::get_if<Alloc>(&edge.statement);
  return alloc != nullptr && alloc->storage == Storage::Heap;
}

class Writer {
public:
  Writer(Program& program, VarId live)
      : program_(program), terms_(*program.terms), live_(live), pointer_(program.pointer_type()) {}

  void rewrite(Procedure& procedure) {
    std::size_t edges = procedure.edges.size();
    for (std::size_t e = 0; e < edges; ++e)
      if (is_on_heap(procedure.edges[e]))
        begin_life(procedure, e);
      else if (std::holds_alternative<Free>(procedure.edges[e].statement))
        end_life(procedure, e);
  }

private:
  Term number(Integer n) const { return terms_.constant(pointer_, n); }

  void begin_life(Procedure& procedure, std::size_t e) {
    const Alloc& alloc = std::get<Alloc>(procedure.edges[e].statement);
    Term address = program_.var(alloc.target);
    Term is_new =
        terms_.conj(terms_.eq(terms_.load(pointer_, program_.var(live_), address), number(0)),
                    terms_.negate(terms_.eq(address, number(0))));
    if (alloc.alignment > 1 && (alloc.alignment & (alloc.alignment - 1)) == 0)
      is_new = terms_.conj(
          is_new,
          terms_.eq(terms_.binary(Op::BitAnd, address, number(Integer(alloc.alignment - 1))),
                    number(0)));
    LocId made = procedure.add_location();
    LocId known = procedure.add_location();
    LocId behind = std::exchange(procedure.edges[e].to, made);
    SourceRange range = procedure.edges[e].range;
    procedure.add_edge(made, known, Assume{is_new}, range);
    procedure.add_edge(known, behind, set(address, 1), range);
  }

  /// Null is no object: its cell stays zero.
  void end_life(Procedure& procedure, std::size_t e) {
    Term address = std::get<Free>(procedure.edges[e].statement).address;
    LocId freed = procedure.add_location();
    LocId behind = std::exchange(procedure.edges[e].to, freed);
    procedure.add_edge(freed, behind, set(address, 0), procedure.edges[e].range);
  }

  Assign set(Term address, Integer value) const {
    return {{live_}, {terms_.store(program_.var(live_), address, number(value))}};
  }

  Program& program_;
  TermManager& terms_;
  VarId live_;
  Type pointer_;
};

} // namespace

Program with_live_objects(const Program& program) {
  Program result = program;
  Variable live{.name = result.fresh_name("live"), .display = "live()", .type = Type::memory()};
  live.cell = program.pointer_type();
  live.temporary = true;
  Writer writer(result, result.add_variable(std::move(live)));
  for (Procedure& procedure : result.procedures)
    writer.rewrite(procedure);
  return result;
}

VarId live_objects(const Program& program) {
  return VarId(program.variables.size() - 1);
}

bool allocates_on_heap(const Program& program) {
  return std::ranges::any_of(program.procedures, [](const Procedure& p) {
    return std::ranges::any_of(p.edges, is_on_heap);
  });
}

} // namespace kleene::ir
