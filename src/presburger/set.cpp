// SPDX-License-Identifier: Apache-2.0
#include "kleene/presburger/relation.h"
#include "kleene/support/invariant.h"

#include "isl_calls.h"
#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/space.h>

#include <array>

#include "number.h"

namespace kleene::presburger {

template <>
isl_set* HandleOps<isl_set>::copy(isl_set* object) {
  return isl_set_copy(object);
}
template <>
void HandleOps<isl_set>::free(isl_set* object) {
  isl_set_free(object);
}

namespace {

isl_space* space(const Context& c, std::size_t dims) {
  return isl_space_set_alloc(c.raw(), 0, static_cast<unsigned>(dims));
}

} // namespace

Set Set::universe(const Context& c, std::size_t dims) {
  c.begin();
  return {c, isl_set_universe(space(c, dims))};
}

Set Set::empty(const Context& c, std::size_t dims) {
  c.begin();
  return {c, isl_set_empty(space(c, dims))};
}

Set Set::point(const Context& c, const Point& point) {
  c.begin();
  isl_set* s = isl_set_universe(space(c, point.size()));
  for (std::size_t i = 0; i < point.size(); ++i)
    s = isl_set_fix_val(s, isl_dim_set, static_cast<unsigned>(i), to_val(c, point[i]));
  return {c, s};
}

Set Set::half_space(const Context& c, const Conjunction::Linear& form, bool equality) {
  KL_INVARIANT(form.quotients.empty(), "a half space should have no quotients");
  c.begin();
  isl_local_space* ls = isl_local_space_from_space(space(c, form.dims.size()));
  isl_constraint* k =
      equality ? isl_constraint_alloc_equality(ls) : isl_constraint_alloc_inequality(ls);
  k = isl_constraint_set_constant_val(k, to_val(c, form.constant));
  for (std::size_t i = 0; i < form.dims.size(); ++i)
    k = isl_constraint_set_coefficient_val(
        k, isl_dim_set, static_cast<int>(i), to_val(c, form.dims[i]));
  return {c, isl_set_from_basic_set(isl_basic_set_from_constraint(k))};
}

std::size_t Set::dims() const {
  return checked_size(context(), isl_set_dim(peek(), isl_dim_set));
}

Set Set::operator|(const Set& other) const {
  context().begin();
  return {context(), isl_set_union(give(), other.give())};
}

Set Set::operator&(const Set& other) const {
  context().begin();
  return {context(), isl_set_intersect(give(), other.give())};
}

Set Set::operator-(const Set& other) const {
  context().begin();
  return {context(), isl_set_subtract(give(), other.give())};
}

Set Set::complement() const {
  context().begin();
  return {context(), isl_set_complement(give())};
}

bool Set::is_empty() const {
  context().begin();
  return checked(context(), isl_set_is_empty(peek()));
}

bool Set::subset_of(const Set& other) const {
  context().begin();
  return checked(context(), isl_set_is_subset(peek(), other.peek()));
}

bool Set::equals(const Set& other) const {
  context().begin();
  return checked(context(), isl_set_is_equal(peek(), other.peek()));
}

bool Set::contains(const Point& point) const {
  return Set::point(context(), point).subset_of(*this);
}

Set Set::apply(const Map& map) const {
  context().begin();
  return {context(), isl_set_apply(give(), map.give())};
}

Set Set::fix(std::size_t dim, Integer value) const {
  context().begin();
  return {
      context(),
      isl_set_fix_val(give(), isl_dim_set, static_cast<unsigned>(dim), to_val(context(), value))};
}

Set Set::project_out(std::size_t first, std::size_t count) const {
  context().begin();
  return {context(),
          isl_set_project_out(
              give(), isl_dim_set, static_cast<unsigned>(first), static_cast<unsigned>(count))};
}

Set Set::coalesce() const {
  context().begin();
  return {context(), isl_set_coalesce(give())};
}

Set Set::explicit_quotients() const {
  context().begin();
  return {context(), isl_set_compute_divs(give())};
}

std::size_t Set::disjuncts() const {
  return checked_size(context(), isl_set_n_basic_set(peek()));
}

std::vector<Set> Set::split() const {
  context().begin();
  struct Collect {
    std::vector<Set> parts;
    const Context* context;
  } collect{{}, &context()};
  auto add = [](isl_basic_set* part, void* user) {
    auto* into = static_cast<Collect*>(user);
    isl_set* s = isl_set_from_basic_set(part);
    if (s == nullptr) return isl_stat_error;
    into->parts.emplace_back(*into->context, s);
    return isl_stat_ok;
  };
  checked_stat(context(), isl_set_foreach_basic_set(peek(), add, &collect));
  return std::move(collect.parts);
}

Set Set::simple_hull() const {
  context().begin();
  return {context(), isl_set_from_basic_set(isl_set_simple_hull(give()))};
}

Set Set::affine_hull() const {
  context().begin();
  return {context(), isl_set_from_basic_set(isl_set_affine_hull(give()))};
}

std::vector<std::optional<Integer>> Set::plain_values() const {
  std::vector<std::optional<Integer>> result(dims());
  for (std::size_t d = 0; d < result.size(); ++d) {
    isl_val* v = isl_set_plain_get_val_if_fixed(peek(), isl_dim_set, static_cast<unsigned>(d));
    if (v == nullptr) context().failed();
    if (isl_val_is_int(v) == isl_bool_true)
      result[d] = from_val(context(), v);
    else
      isl_val_free(v);
  }
  return result;
}

std::optional<Point> Set::sample() const {
  if (is_empty()) return std::nullopt;
  static constexpr std::array<Integer, 5> liked{0, 1, 2, -1, 3};
  Set rest = *this;
  Point result;
  for (std::size_t d = 0; d < dims(); ++d) {
    std::optional<Integer> value;
    for (Integer v : liked) {
      Set fixed = rest.fix(d, v);
      if (fixed.is_empty()) continue;
      rest = std::move(fixed);
      value = v;
      break;
    }
    if (!value) {
      context().begin();
      isl_point* point = isl_set_sample_point(rest.give());
      if (point == nullptr) context().failed();
      isl_val* v = isl_point_get_coordinate_val(point, isl_dim_set, static_cast<int>(d));
      isl_point_free(point);
      value = from_val(context(), v);
      rest = rest.fix(d, *value);
    }
    result.push_back(*value);
  }
  return result;
}

Map Set::as_map(std::size_t inputs) const {
  context().begin();
  auto n = static_cast<unsigned>(inputs);
  isl_map* all = isl_map_from_range(give());
  return {context(), isl_map_move_dims(all, isl_dim_in, 0, isl_dim_out, 0, n)};
}

std::string Set::text() const {
  return checked_text(context(), isl_set_to_str(peek()));
}

} // namespace kleene::presburger
