// SPDX-License-Identifier: Apache-2.0
#include "kleene/presburger/context.h"

#include <fmt/core.h>
#include <isl/ctx.h>
#include <isl/options.h>

#include <cstdint>
#include <vector>

#include "number.h"

namespace kleene::presburger {

void Context::Free::operator()(isl_ctx* ctx) const {
  isl_ctx_free(ctx);
}

Context::Context(Budget& budget, std::uint64_t max_operations)
    : budget_(budget), max_operations_(max_operations), ctx_(isl_ctx_alloc()) {
  isl_options_set_on_error(ctx_.get(), ISL_ON_ERROR_CONTINUE);
}

Context::~Context() = default;

void Context::begin() const {
  ++count_;
  budget_.check();
  isl_ctx_reset_operations(ctx_.get());
  isl_ctx_set_max_operations(ctx_.get(), max_operations_);
}

void Context::failed() const {
  bool quota = isl_ctx_last_error(ctx_.get()) == isl_error_quota;
  const char* message = isl_ctx_last_error_msg(ctx_.get());
  std::string why = quota ? "a step on sets of integers took too long"
                          : fmt::format("a step on sets of integers failed: {}",
                                        message == nullptr ? "no reason given" : message);
  isl_ctx_reset_error(ctx_.get());
  isl_ctx_reset_operations(ctx_.get());
  throw Failure(why);
}

isl_val* to_val(const Context& context, const Integer& value) {
  std::vector<std::uint64_t> digits = value.digits();
  isl_val* v =
      isl_val_int_from_chunks(context.raw(), digits.size(), sizeof(std::uint64_t), digits.data());
  return value < 0 ? isl_val_neg(v) : v;
}

Integer from_val(const Context& context, isl_val* value) {
  if (value == nullptr) context.failed();
  isl_size count = isl_val_n_abs_num_chunks(value, sizeof(std::uint64_t));
  std::vector<std::uint64_t> digits(count > 0 ? static_cast<std::size_t>(count) : 0);
  bool is_integer = isl_val_is_int(value) == isl_bool_true && count >= 0
                    && isl_val_get_abs_num_chunks(value, sizeof(std::uint64_t), digits.data()) == 0;
  bool negative = isl_val_is_neg(value) == isl_bool_true;
  isl_val_free(value);
  if (!is_integer) throw Failure("a number is no integer");
  return {digits, negative};
}

} // namespace kleene::presburger
