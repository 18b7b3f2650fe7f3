// SPDX-License-Identifier: Apache-2.0
#include "kleene/presburger/context.h"

#include <fmt/core.h>
#include <isl/ctx.h>
#include <isl/options.h>

#include <array>

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

isl_val* to_val(const Context& context, Integer value) {
  bool negative = value < 0;
  auto magnitude =
      negative ? -static_cast<unsigned __int128>(value) : static_cast<unsigned __int128>(value);
  std::array<std::uint64_t, 2> chunks{static_cast<std::uint64_t>(magnitude),
                                      static_cast<std::uint64_t>(magnitude >> 64)};
  isl_val* v = isl_val_int_from_chunks(context.raw(), 2, sizeof(std::uint64_t), chunks.data());
  return negative ? isl_val_neg(v) : v;
}

Integer from_val(const Context& context, isl_val* value) {
  if (value == nullptr) context.failed();
  std::array<std::uint64_t, 2> chunks{};
  isl_size count = isl_val_n_abs_num_chunks(value, sizeof(std::uint64_t));
  bool fits = isl_val_is_int(value) == isl_bool_true && count >= 0 && count <= 2
              && isl_val_get_abs_num_chunks(value, sizeof(std::uint64_t), chunks.data()) == 0
              && chunks[1] >> 63 == 0;
  bool negative = isl_val_is_neg(value) == isl_bool_true;
  isl_val_free(value);
  if (!fits) throw Failure("a number does not fit in 128 bits");
  auto magnitude =
      static_cast<Integer>((static_cast<unsigned __int128>(chunks[1]) << 64) | chunks[0]);
  return negative ? -magnitude : magnitude;
}

} // namespace kleene::presburger
