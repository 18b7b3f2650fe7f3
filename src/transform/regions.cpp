// SPDX-License-Identifier: Apache-2.0
#include "kleene/transform/regions.h"

#include "kleene/support/invariant.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "points_to.h"
#include "region_rewriter.h"

namespace kleene::transform {
namespace {

using Class = FlowGraph::Class;

std::string identifier(std::string text) {
  auto allowed = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'
           || c == '.';
  };
  std::ranges::replace_if(text, std::not_fn(allowed), '_');
  return text.empty() ? "object" : text;
}

class Splitter {
public:
  Splitter(ir::Program& program, VarId memory)
      : program_(program), memory_(memory), points_to_(program) {}

  RegionSummary split() {
    for (const Access& a : points_to_.accesses())
      accessed_.insert(points_to_.representative(a.touches));
    collect_members();
    mark_external();
    name_regions();
    find_cells();
    rewrite();
    return summary();
  }

private:
  struct Members {
    Region region;
    bool writable = false;
    unsigned alignment = FlowGraph::max_alignment; ///< of the addresses of the objects
  };

  void collect_members();
  void mark_external();
  void name_regions();
  std::string base_name(const Members& members) const;
  void find_cells();
  void rewrite();
  void rewrite_havoc(ir::Havoc& havoc) const;
  RegionSummary summary() const;

  VarId region(Class c) const {
    auto found = classes_.find(c);
    return found == classes_.end() ? memory_ : found->second.region.variable;
  }
  VarId region_of_address(Term address) const { return region(points_to_.touched(address)); }

  ir::Program& program_;
  VarId memory_;
  PointsTo points_to_;
  std::set<Class> accessed_;
  std::map<Class, Members> classes_; ///< those that are accessed and have an object
};

void Splitter::collect_members() {
  auto members = [&](Class c, bool writable, std::uint64_t alignment) -> Region* {
    if (!accessed_.contains(c)) return nullptr;
    Members& m = classes_[c];
    m.writable = m.writable || writable;
    m.alignment = std::min(m.alignment, static_cast<unsigned>(std::countr_zero(alignment)));
    return &m.region;
  };
  for (std::size_t i = 0; i < program_.objects.size(); ++i) {
    const ir::Object& object = program_.objects[i];
    if (object.kind != ir::ObjectKind::Data) continue;
    Region* r = members(points_to_.object(ObjectId(i)), !object.read_only, object.address);
    if (r != nullptr) r->objects.emplace_back(i);
  }
  for (std::size_t p = 0; p < program_.procedures.size(); ++p) {
    const std::vector<ir::Edge>& edges = program_.procedures[p].edges;
    for (std::size_t e = 0; e < edges.size(); ++e) {
      const auto* alloc = std::get_if<ir::Alloc>(&edges[e].statement);
      if (alloc == nullptr) continue;
      Region* r = members(points_to_.allocation(ir::ProcId(p), e), true, alloc->alignment);
      if (r != nullptr) r->allocations.push_back({ir::ProcId(p), e});
    }
  }
}

void Splitter::mark_external() {
  for (Class c : points_to_.external()) {
    auto found = classes_.find(c);
    if (found != classes_.end()) found->second.region.external = found->second.writable;
  }
}

std::string Splitter::base_name(const Members& members) const {
  const Region& r = members.region;
  const std::string& memory = program_.variable(memory_).name;
  if (r.objects.size() + r.allocations.size() != 1) return memory;
  if (!r.objects.empty())
    return fmt::format("{}.{}", memory, identifier(program_.object(r.objects[0]).name));
  const AllocSite& site = r.allocations[0];
  const ir::Statement& statement = program_.procedure(site.procedure).edges[site.edge].statement;
  return fmt::format("{}.{}", memory, identifier(std::get<ir::Alloc>(statement).name));
}

void Splitter::name_regions() {
  // In the order of their first members, so that names do not depend on the analysis.
  std::vector<Members*> order;
  for (auto& [c, members] : classes_)
    order.push_back(&members);
  std::ranges::sort(order, {}, [](const Members* m) {
    const Region& r = m->region;
    if (!r.objects.empty()) return std::tuple(std::size_t(0), r.objects[0].index(), std::size_t(0));
    return std::tuple(std::size_t(1), r.allocations[0].procedure.index(), r.allocations[0].edge);
  });
  for (Members* members : order) {
    std::string name = program_.fresh_name(base_name(*members));
    members->region.variable = program_.add_variable({.name = name, .type = Type::memory()});
  }
}

/// A region has cells if every access has their width and is aligned, copies lead to and from regions
/// with the same cells, and nothing writes parts of them.
void Splitter::find_cells() {
  std::map<Class, std::optional<Type>> cells; ///< empty: the accesses do not agree
  for (const Access& a : points_to_.accesses()) {
    if (!a.type) continue;
    Class c = points_to_.representative(a.touches);
    auto [cell, first] = cells.emplace(c, a.type);
    if (first || !cell->second) continue;
    if (cell->second->width() != a.type->width())
      cell->second.reset();
    else if (*cell->second != *a.type)
      cell->second = Type::machine(a.type->width(), false);
  }
  auto unit = [](Type type) { return static_cast<unsigned>(std::countr_zero(type.bytes())); };
  for (auto& [c, cell] : cells) {
    auto members = classes_.find(c);
    bool good = cell && members != classes_.end() && std::has_single_bit(cell->bytes())
                && members->second.alignment >= unit(*cell);
    if (!good) cell.reset();
  }
  for (const Access& a : points_to_.accesses()) {
    std::optional<Type>& cell = cells[points_to_.representative(a.touches)];
    if (!cell || unit(*cell) == 0) continue;
    bool whole = a.type || a.length_alignment >= unit(*cell);
    if (a.bytewise || !whole || points_to_.alignment(a.address) < unit(*cell)) cell.reset();
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (auto [to, from] : points_to_.copies()) {
      auto& a = cells[points_to_.representative(to)];
      auto& b = cells[points_to_.representative(from)];
      if ((!a && !b) || (a && b && a->width() == b->width())) continue;
      a.reset();
      b.reset();
      changed = true;
    }
  }
  for (auto& [c, members] : classes_)
    program_.variable(members.region.variable).cell = cells[c];
}

void Splitter::rewrite() {
  RegionRewriter rewriter(program_, memory_, [&](Term a) { return region_of_address(a); });
  for (std::size_t p = 0; p < program_.procedures.size(); ++p) {
    std::vector<ir::Edge>& edges = program_.procedures[p].edges;
    for (std::size_t e = 0; e < edges.size(); ++e) {
      ir::Statement& statement = edges[e].statement;
      rewriter.rewrite(statement);
      if (auto* alloc = std::get_if<ir::Alloc>(&statement))
        alloc->region = region(points_to_.allocation(ir::ProcId(p), e));
      if (auto* havoc = std::get_if<ir::Havoc>(&statement)) rewrite_havoc(*havoc);
    }
  }
  for (std::size_t i = 0; i < program_.objects.size(); ++i)
    if (program_.objects[i].kind == ir::ObjectKind::Data)
      program_.objects[i].region = region(points_to_.object(ObjectId(i)));
}

void Splitter::rewrite_havoc(ir::Havoc& havoc) const {
  if (std::erase(havoc.variables, memory_) == 0) return;
  for (const auto& [c, members] : classes_)
    if (members.region.external) havoc.variables.push_back(members.region.variable);
}

RegionSummary Splitter::summary() const {
  RegionSummary result;
  for (const auto& [c, members] : classes_)
    result.regions.push_back(members.region);
  std::ranges::sort(result.regions, {}, &Region::variable);
  for (const Access& a : points_to_.accesses()) {
    ++result.accesses;
    if (!classes_.contains(points_to_.representative(a.touches))) ++result.pointless_accesses;
  }
  return result;
}

} // namespace

Split split_regions(ir::Program program) {
  Back back(program);
  Split result{{std::move(program), std::move(back)}, {}};
  std::optional<VarId> memory;
  for (std::size_t i = 0; i < result.program.variables.size(); ++i) {
    if (!result.program.variables[i].type.is_memory()) continue;
    KL_INVARIANT(!memory, "a program should have one memory before it is split");
    memory = VarId(i);
  }
  if (memory) result.summary = Splitter(result.program, *memory).split();
  return result;
}

} // namespace kleene::transform
