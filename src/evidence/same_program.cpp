// SPDX-License-Identifier: Apache-2.0
#include "same_program.h"

#include <algorithm>
#include <tuple>

#include "questions.h"

namespace kleene::evidence {
namespace {

using ir::LocId;

void demand(bool holds, const char* otherwise) {
  if (!holds) throw NotCheckable(otherwise);
}

bool same(const ir::Skip&, const ir::Skip&) {
  return true;
}
bool same(const ir::Assign& a, const ir::Assign& b) {
  return a.targets == b.targets && a.values == b.values;
}
bool same(const ir::Assume& a, const ir::Assume& b) {
  return a.condition == b.condition && a.kind == b.kind;
}
bool same(const ir::Havoc& a, const ir::Havoc& b) {
  return std::tie(a.variables, a.choice, a.origin, a.escaping, a.uninitialised)
         == std::tie(b.variables, b.choice, b.origin, b.escaping, b.uninitialised);
}
bool same(const ir::Call& a, const ir::Call& b) {
  return std::tie(a.results, a.callee, a.arguments) == std::tie(b.results, b.callee, b.arguments);
}
bool same(const ir::Alloc& a, const ir::Alloc& b) {
  return std::tie(a.target, a.size, a.storage, a.zeroed, a.alignment, a.region, a.name)
         == std::tie(b.target, b.size, b.storage, b.zeroed, b.alignment, b.region, b.name);
}
bool same(const ir::Free& a, const ir::Free& b) {
  return a.address == b.address;
}
bool same(const ir::Forget& a, const ir::Forget& b) {
  return std::tie(a.region, a.address, a.length) == std::tie(b.region, b.address, b.length);
}
bool same(const ir::Output& a, const ir::Output& b) {
  return std::tie(a.channel, a.format, a.arguments, a.destination, a.limit, a.result, a.region)
         == std::tie(b.channel, b.format, b.arguments, b.destination, b.limit, b.result, b.region);
}
bool same(const ir::Halt& a, const ir::Halt& b) {
  return a.kind == b.kind && a.status == b.status;
}
bool same(const ir::Spawn& a, const ir::Spawn& b) {
  return a.callee == b.callee && a.arguments == b.arguments;
}
bool same(const ir::EndThread&, const ir::EndThread&) {
  return true;
}

bool same_variable(const ir::Variable& a, const ir::Variable& b) {
  return std::tie(a.type, a.owner, a.initial, a.cell, a.heap_offset)
         == std::tie(b.type, b.owner, b.initial, b.cell, b.heap_offset);
}

bool same_object(const ir::Object& a, const ir::Object& b) {
  bool pointers = std::ranges::equal(a.pointers, b.pointers, [](const auto& x, const auto& y) {
    return std::tie(x.offset, x.object, x.addend) == std::tie(y.offset, y.object, y.addend);
  });
  return pointers
         && std::tie(a.kind, a.address, a.size, a.region, a.read_only, a.bytes, a.procedure)
                == std::tie(b.kind, b.address, b.size, b.region, b.read_only, b.bytes, b.procedure);
}

template <class T>
bool begins_with(const std::vector<T>& longer, const std::vector<T>& shorter) {
  return longer.size() >= shorter.size()
         && std::equal(shorter.begin(), shorter.end(), longer.begin());
}

void demand_same_entry(const ir::Program& a, const ir::Program& b) {
  demand(a.procedures.size() == b.procedures.size() && a.entry == b.entry,
         "the program starts otherwise");
}

/// The way through new locations of one procedure, each with one edge to it and one from it.
class Ways {
public:
  Ways(const ir::Procedure& original, const ir::Procedure& made)
      : original_(original), made_(made), to_(made.locations.size()), outgoing_(made.outgoing()) {
    demand(begins_with_places() && made.edges.size() >= original.edges.size()
               && original.exit == made.exit
               && std::tie(original.parameters, original.returns, original.locals)
                      == std::tie(made.parameters, made.returns, made.locals),
           "a procedure is another one");
    for (std::size_t e = 0; e < made.edges.size(); ++e)
      to_[made.edges[e].to.index()].push_back(e);
    demand_same_entry();
  }

  Chain chain(std::size_t e) const {
    const ir::Edge& edge = made_.edges[e];
    Chain result;
    result.statement = &edge.statement;
    LocId from = edge.from;
    for (; is_new(from); from = made_.edges[only(to_[from.index()])].from) {
      result.before.push_back(made_.edges[only(to_[from.index()])].statement);
      demand(result.before.size() <= made_.edges.size(), "a loop of new edges");
    }
    std::ranges::reverse(result.before);
    LocId to = edge.to;
    for (; is_new(to); to = made_.edges[only(outgoing_[to.index()])].to) {
      result.behind.push_back(made_.edges[only(outgoing_[to.index()])].statement);
      demand(result.behind.size() <= made_.edges.size(), "a loop of new edges");
    }
    demand(from == original_.edges[e].from && to == original_.edges[e].to,
           "an edge leads elsewhere");
    return result;
  }

private:
  bool is_new(LocId l) const { return l.index() >= original_.locations.size(); }

  /// It must be a new edge, too.
  std::size_t only(const std::vector<std::size_t>& edges) const {
    demand(edges.size() == 1 && edges.front() >= original_.edges.size(), "new edges that part");
    return edges.front();
  }

  bool begins_with_places() const {
    return made_.locations.size() >= original_.locations.size()
           && std::equal(original_.locations.begin(),
                         original_.locations.end(),
                         made_.locations.begin(),
                         same_place);
  }

  /// Nothing happens before the old entry.
  void demand_same_entry() const {
    LocId at = made_.entry;
    for (std::size_t steps = 0; is_new(at); ++steps) {
      const ir::Edge& edge = made_.edges[only(outgoing_[at.index()])];
      demand(std::holds_alternative<ir::Skip>(edge.statement) && steps < made_.edges.size(),
             "a procedure begins otherwise");
      at = edge.to;
    }
    demand(at == original_.entry, "a procedure begins elsewhere");
  }

  const ir::Procedure& original_;
  const ir::Procedure& made_;
  std::vector<std::vector<std::size_t>> to_; ///< the edges that lead to each location
  std::vector<std::vector<std::size_t>> outgoing_;
};

} // namespace

bool same_place(const ir::Location& a, const ir::Location& b) {
  if (a.target.has_value() != b.target.has_value()) return false;
  bool target = !a.target
                || std::tie(a.target->kind, a.target->function, a.target->property)
                       == std::tie(b.target->kind, b.target->function, b.target->property);
  return target && a.labels == b.labels && a.interior == b.interior;
}

void demand_same_data(const ir::Program& a, const ir::Program& b) {
  demand(!a.concurrent() && !b.concurrent(), "threads");
  demand(a.terms == b.terms, "terms of two managers");
  demand(
      b.variables.size() >= a.variables.size()
          && std::equal(a.variables.begin(), a.variables.end(), b.variables.begin(), same_variable),
      "a variable is another one");
  demand(begins_with(b.globals, a.globals), "a global variable is missing");
  for (std::size_t v = a.variables.size(); v < b.variables.size(); ++v)
    demand(std::ranges::find(b.globals, VarId(v)) != b.globals.end(), "a new local variable");
  demand(std::ranges::equal(a.objects, b.objects, same_object), "an object is another one");
  demand(std::tie(a.pointer_width, a.first_free_address, a.allocation, a.free_uninitialised)
             == std::tie(b.pointer_width, b.first_free_address, b.allocation, b.free_uninitialised),
         "the program starts otherwise");
}

bool same_statement(const ir::Statement& a, const ir::Statement& b) {
  return std::visit(
      [&]<class S>(const S& x) {
        const S* y = std::get_if<S>(&b);
        return y != nullptr && same(x, *y);
      },
      a);
}

Chains::Chains(const ir::Program& original, const ir::Program& made) {
  demand_same_data(original, made);
  demand_same_entry(original, made);
  for (std::size_t p = 0; p < original.procedures.size(); ++p) {
    Ways ways(original.procedures[p], made.procedures[p]);
    std::vector<Chain>& chains = chains_.emplace_back();
    for (std::size_t e = 0; e < original.procedures[p].edges.size(); ++e)
      chains.push_back(ways.chain(e));
  }
}

} // namespace kleene::evidence
