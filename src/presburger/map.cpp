// SPDX-License-Identifier: Apache-2.0
#include "kleene/presburger/relation.h"

#include "isl_calls.h"
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>

namespace kleene::presburger {

template <>
isl_map* HandleOps<isl_map>::copy(isl_map* object) {
  return isl_map_copy(object);
}
template <>
void HandleOps<isl_map>::free(isl_map* object) {
  isl_map_free(object);
}

namespace {

isl_space* space(const Context& c, std::size_t inputs, std::size_t outputs) {
  return isl_space_alloc(c.raw(), 0, static_cast<unsigned>(inputs), static_cast<unsigned>(outputs));
}

} // namespace

Map Map::universe(const Context& c, std::size_t inputs, std::size_t outputs) {
  c.begin();
  return {c, isl_map_universe(space(c, inputs, outputs))};
}

Map Map::empty(const Context& c, std::size_t inputs, std::size_t outputs) {
  c.begin();
  return {c, isl_map_empty(space(c, inputs, outputs))};
}

Map Map::identity(const Context& c, std::size_t dims) {
  c.begin();
  return {c, isl_map_identity(space(c, dims, dims))};
}

Map Map::select(const Context& c,
                std::size_t inputs,
                std::span<const std::optional<std::size_t>> sources) {
  c.begin();
  isl_map* m = isl_map_universe(space(c, inputs, sources.size()));
  for (std::size_t i = 0; i < sources.size(); ++i)
    if (sources[i])
      m = isl_map_equate(
          m, isl_dim_in, static_cast<int>(*sources[i]), isl_dim_out, static_cast<int>(i));
  return {c, m};
}

std::size_t Map::inputs() const {
  return checked_size(context(), isl_map_dim(peek(), isl_dim_in));
}

std::size_t Map::outputs() const {
  return checked_size(context(), isl_map_dim(peek(), isl_dim_out));
}

Map Map::operator|(const Map& other) const {
  context().begin();
  return {context(), isl_map_union(give(), other.give())};
}

Map Map::operator&(const Map& other) const {
  context().begin();
  return {context(), isl_map_intersect(give(), other.give())};
}

Map Map::operator-(const Map& other) const {
  context().begin();
  return {context(), isl_map_subtract(give(), other.give())};
}

Map Map::then(const Map& next) const {
  context().begin();
  return {context(), isl_map_apply_range(give(), next.give())};
}

Map Map::reverse() const {
  context().begin();
  return {context(), isl_map_reverse(give())};
}

Set Map::domain() const {
  context().begin();
  return {context(), isl_map_domain(give())};
}

Set Map::range() const {
  context().begin();
  return {context(), isl_map_range(give())};
}

Map Map::restrict_domain(const Set& set) const {
  context().begin();
  return {context(), isl_map_intersect_domain(give(), set.give())};
}

Map Map::restrict_range(const Set& set) const {
  context().begin();
  return {context(), isl_map_intersect_range(give(), set.give())};
}

bool Map::is_empty() const {
  context().begin();
  return checked(context(), isl_map_is_empty(peek()));
}

bool Map::subset_of(const Map& other) const {
  context().begin();
  return checked(context(), isl_map_is_subset(peek(), other.peek()));
}

bool Map::equals(const Map& other) const {
  context().begin();
  return checked(context(), isl_map_is_equal(peek(), other.peek()));
}

bool Map::single_valued() const {
  context().begin();
  return checked(context(), isl_map_is_single_valued(peek()));
}

Map Map::beside(const Map& other) const {
  context().begin();
  return {context(), isl_map_flat_range_product(give(), other.give())};
}

Map Map::parallel(const Map& other) const {
  context().begin();
  return {context(), isl_map_flat_product(give(), other.give())};
}

Map Map::coalesce() const {
  context().begin();
  return {context(), isl_map_coalesce(give())};
}

std::size_t Map::disjuncts() const {
  return checked_size(context(), isl_map_n_basic_map(peek()));
}

std::vector<Map> Map::split() const {
  context().begin();
  struct Collect {
    std::vector<Map> parts;
    const Context* context;
  } collect{{}, &context()};
  auto add = [](isl_basic_map* part, void* user) {
    auto* into = static_cast<Collect*>(user);
    isl_map* m = isl_map_from_basic_map(part);
    if (m == nullptr) return isl_stat_error;
    into->parts.emplace_back(*into->context, m);
    return isl_stat_ok;
  };
  checked_stat(context(), isl_map_foreach_basic_map(peek(), add, &collect));
  return std::move(collect.parts);
}

Closure Map::transitive_closure() const {
  context().begin();
  isl_bool exact = isl_bool_false;
  Map closed(context(), isl_map_transitive_closure(give(), &exact));
  return {std::move(closed), checked(context(), exact)};
}

Set Map::as_set() const {
  context().begin();
  return {context(), isl_set_flatten(isl_map_wrap(give()))};
}

std::string Map::text() const {
  return checked_text(context(), isl_map_to_str(peek()));
}

} // namespace kleene::presburger
