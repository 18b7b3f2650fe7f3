// SPDX-License-Identifier: Apache-2.0
#include "kleene/transform/live_objects.h"

#include <algorithm>
#include <utility>

namespace kleene::transform {
namespace {

constexpr std::string_view live_name = "live()";

bool is_on_heap(const ir::Edge& edge) {
  const auto* alloc = std::get_if<ir::Alloc>(&edge.statement);
  return alloc != nullptr && alloc->storage == ir::Storage::Heap;
}

class Writer {
public:
  Writer(ir::Program& program, VarId live)
      : program_(program), terms_(*program.terms), live_(live), pointer_(program.pointer_type()) {}

  void rewrite(ir::Procedure& procedure) {
    std::size_t edges = procedure.edges.size();
    for (std::size_t e = 0; e < edges; ++e)
      if (is_on_heap(procedure.edges[e]))
        begin_life(procedure, e);
      else if (std::holds_alternative<ir::Free>(procedure.edges[e].statement))
        end_life(procedure, e);
  }

private:
  Term number(Integer n) const { return terms_.constant(pointer_, n); }

  void begin_life(ir::Procedure& procedure, std::size_t e) {
    const ir::Alloc& alloc = std::get<ir::Alloc>(procedure.edges[e].statement);
    Term address = program_.var(alloc.target);
    Term is_new =
        terms_.conj(terms_.eq(terms_.load(pointer_, program_.var(live_), address), number(0)),
                    terms_.negate(terms_.eq(address, number(0))));
    if (alloc.alignment > 1 && (alloc.alignment & (alloc.alignment - 1)) == 0)
      is_new = terms_.conj(
          is_new,
          terms_.eq(terms_.binary(Op::BitAnd, address, number(Integer(alloc.alignment - 1))),
                    number(0)));
    ir::LocId made = procedure.add_location();
    ir::LocId known = procedure.add_location();
    ir::LocId behind = std::exchange(procedure.edges[e].to, made);
    SourceRange range = procedure.edges[e].range;
    procedure.add_edge(made, known, ir::Assume{is_new}, range);
    procedure.add_edge(known, behind, set(address, 1), range);
  }

  /// Null is no object: its cell stays zero.
  void end_life(ir::Procedure& procedure, std::size_t e) {
    Term address = std::get<ir::Free>(procedure.edges[e].statement).address;
    ir::LocId freed = procedure.add_location();
    ir::LocId behind = std::exchange(procedure.edges[e].to, freed);
    procedure.add_edge(freed, behind, set(address, 0), procedure.edges[e].range);
  }

  ir::Assign set(Term address, Integer value) const {
    return {{live_}, {terms_.store(program_.var(live_), address, number(value))}};
  }

  ir::Program& program_;
  TermManager& terms_;
  VarId live_;
  Type pointer_;
};

} // namespace

Transformed with_live_objects(const ir::Program& program) {
  Transformed result{program, Back(program)};
  ir::Variable live{.name = result.program.fresh_name("live"),
                    .display = std::string(live_name),
                    .type = Type::memory()};
  live.cell = program.pointer_type();
  live.temporary = true;
  Writer writer(result.program, result.program.add_variable(std::move(live)));
  for (ir::Procedure& procedure : result.program.procedures)
    writer.rewrite(procedure);
  return result;
}

VarId live_objects(const ir::Program& program) {
  return VarId(program.variables.size() - 1);
}

bool has_live_objects(const ir::Program& program) {
  return !program.variables.empty() && program.variables.back().display == live_name;
}

bool allocates_on_heap(const ir::Program& program) {
  return std::ranges::any_of(program.procedures, [](const ir::Procedure& p) {
    return std::ranges::any_of(p.edges, is_on_heap);
  });
}

} // namespace kleene::transform
