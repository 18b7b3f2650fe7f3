// SPDX-License-Identifier: Apache-2.0
// From isl's constraints to plain numbers.
#include "kleene/presburger/relation.h"

#include "isl_calls.h"
#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/set.h>

#include "number.h"

namespace kleene::presburger {
namespace {

struct Reader {
  const Context& context;
  std::size_t dims = 0;
  std::size_t quotients = 0;
  Conjunction result;
  std::string error;

  Conjunction::Linear linear(isl_constraint* k) const {
    Conjunction::Linear l;
    l.constant = from_val(context, isl_constraint_get_constant_val(k));
    for (std::size_t i = 0; i < dims; ++i)
      l.dims.push_back(from_val(
          context, isl_constraint_get_coefficient_val(k, isl_dim_set, static_cast<int>(i))));
    for (std::size_t i = 0; i < quotients; ++i)
      l.quotients.push_back(from_val(
          context, isl_constraint_get_coefficient_val(k, isl_dim_div, static_cast<int>(i))));
    return l;
  }

  /// The argument of floor, times its denominator.
  Conjunction::Quotient quotient(isl_aff* div) const {
    Conjunction::Quotient q;
    isl_val* d = isl_aff_get_denominator_val(div);
    q.denominator = from_val(context, isl_val_copy(d));
    isl_aff* scaled = isl_aff_scale_val(isl_aff_copy(div), d);
    q.numerator.constant = from_val(context, isl_aff_get_constant_val(scaled));
    for (std::size_t i = 0; i < dims; ++i)
      q.numerator.dims.push_back(
          from_val(context, isl_aff_get_coefficient_val(scaled, isl_dim_in, static_cast<int>(i))));
    std::size_t inner = checked_size(context, isl_aff_dim(scaled, isl_dim_div));
    for (std::size_t i = 0; i < inner; ++i)
      q.numerator.quotients.push_back(
          from_val(context, isl_aff_get_coefficient_val(scaled, isl_dim_div, static_cast<int>(i))));
    isl_aff_free(scaled);
    return q;
  }

  void read(isl_basic_set* part) {
    dims = checked_size(context, isl_basic_set_dim(part, isl_dim_set));
    quotients = checked_size(context, isl_basic_set_dim(part, isl_dim_div));
    for (std::size_t i = 0; i < quotients; ++i) {
      isl_aff* div = isl_basic_set_get_div(part, static_cast<int>(i));
      if (div == nullptr) context.failed();
      Conjunction::Quotient q = quotient(div);
      isl_aff_free(div);
      // The local space of a quotient lists all of them: only earlier ones can occur.
      q.numerator.quotients.resize(i, 0);
      result.quotients.push_back(std::move(q));
    }
    auto add = [](isl_constraint* k, void* user) {
      auto* self = static_cast<Reader*>(user);
      isl_stat status = isl_stat_ok;
      try {
        Conjunction::Linear l = self->linear(k);
        bool equality = checked(self->context, isl_constraint_is_equality(k));
        (equality ? self->result.equalities : self->result.inequalities).push_back(std::move(l));
      } catch (const Failure& f) {
        self->error = f.what();
        status = isl_stat_error;
      }
      isl_constraint_free(k);
      return status;
    };
    isl_stat stat = isl_basic_set_foreach_constraint(part, add, this);
    if (!error.empty()) throw Failure(error);
    checked_stat(context, stat);
  }
};

} // namespace

std::vector<Conjunction> Set::conjunctions() const {
  context().begin();
  struct Collect {
    const Context& context;
    std::vector<Conjunction> all;
    std::string error;
  } collect{context(), {}, {}};
  auto add = [](isl_basic_set* part, void* user) {
    auto* into = static_cast<Collect*>(user);
    isl_stat status = isl_stat_ok;
    try {
      Reader reader{into->context};
      reader.read(part);
      into->all.push_back(std::move(reader.result));
    } catch (const Failure& f) {
      into->error = f.what();
      status = isl_stat_error;
    }
    isl_basic_set_free(part);
    return status;
  };
  isl_stat stat = isl_set_foreach_basic_set(peek(), add, &collect);
  if (!collect.error.empty()) throw Failure(collect.error);
  checked_stat(context(), stat);
  return std::move(collect.all);
}

} // namespace kleene::presburger
