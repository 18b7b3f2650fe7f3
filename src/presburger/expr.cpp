// SPDX-License-Identifier: Apache-2.0
#include "kleene/presburger/relation.h"
#include "kleene/support/invariant.h"

#include "isl_calls.h"
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>

#include "number.h"

namespace kleene::presburger {

template <>
isl_pw_aff* HandleOps<isl_pw_aff>::copy(isl_pw_aff* object) {
  return isl_pw_aff_copy(object);
}
template <>
void HandleOps<isl_pw_aff>::free(isl_pw_aff* object) {
  isl_pw_aff_free(object);
}

namespace {

isl_local_space* local_space(const Context& c, std::size_t dims) {
  return isl_local_space_from_space(isl_space_set_alloc(c.raw(), 0, static_cast<unsigned>(dims)));
}

isl_pw_aff* number(const Context& c, isl_pw_aff* like, Integer value) {
  isl_local_space* ls = isl_local_space_from_space(isl_pw_aff_get_domain_space(like));
  return isl_pw_aff_from_aff(isl_aff_val_on_domain(ls, to_val(c, value)));
}

} // namespace

Expr Expr::constant(const Context& c, std::size_t dims, Integer value) {
  c.begin();
  return {c, isl_pw_aff_from_aff(isl_aff_val_on_domain(local_space(c, dims), to_val(c, value)))};
}

Expr Expr::dimension(const Context& c, std::size_t dims, std::size_t index) {
  c.begin();
  return {
      c, isl_pw_aff_var_on_domain(local_space(c, dims), isl_dim_set, static_cast<unsigned>(index))};
}

Expr Expr::operator+(const Expr& other) const {
  context().begin();
  return {context(), isl_pw_aff_add(give(), other.give())};
}

Expr Expr::operator-(const Expr& other) const {
  context().begin();
  return {context(), isl_pw_aff_sub(give(), other.give())};
}

Expr Expr::scaled(Integer factor) const {
  context().begin();
  return {context(), isl_pw_aff_scale_val(give(), to_val(context(), factor))};
}

Expr Expr::quotient(Integer divisor) const {
  KL_INVARIANT(divisor != 0, "a divisor should not be zero");
  context().begin();
  if (divisor < 0) return scaled(-1).quotient(-divisor);
  return {context(), isl_pw_aff_tdiv_q(give(), number(context(), peek(), divisor))};
}

Expr Expr::remainder(Integer divisor) const {
  return *this - quotient(divisor).scaled(divisor);
}

Expr Expr::choose(const Set& condition, const Expr& yes, const Expr& no) {
  const Context& c = condition.context();
  c.begin();
  isl_pw_aff* first = isl_pw_aff_intersect_domain(yes.give(), condition.give());
  isl_pw_aff* second = isl_pw_aff_intersect_domain(no.give(), isl_set_complement(condition.give()));
  return {c, isl_pw_aff_union_add(first, second)};
}

Set Expr::equal_to(const Expr& other) const {
  context().begin();
  return {context(), isl_pw_aff_eq_set(give(), other.give())};
}

Set Expr::less_than(const Expr& other) const {
  context().begin();
  return {context(), isl_pw_aff_lt_set(give(), other.give())};
}

Set Expr::at_most(const Expr& other) const {
  context().begin();
  return {context(), isl_pw_aff_le_set(give(), other.give())};
}

Map function(const Context& c, std::size_t inputs, std::span<const Expr> values) {
  c.begin();
  isl_space* space = isl_space_alloc(c.raw(), 0, static_cast<unsigned>(inputs), 0);
  isl_map* all = isl_map_universe(space);
  for (const Expr& value : values)
    all = isl_map_flat_range_product(all, isl_map_from_pw_aff(value.give()));
  return {c, all};
}

} // namespace kleene::presburger
