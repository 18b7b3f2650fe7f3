// SPDX-License-Identifier: Apache-2.0
// The owner of everything that isl makes, and the limits on its work. Any operation on sets and
// relations may give up: it then throws Failure, and the answer built on it must get weaker.
#pragma once
#include "kleene/support/budget.h"

#include <cstdint>
#include <memory>
#include <string>

struct isl_ctx;

namespace kleene::presburger {

/// An operation gave up: its limit was reached, or a number was too large. Never a wrong result.
class Failure : public ResourceOut {
public:
  using ResourceOut::ResourceOut;
};

class Context {
public:
  /// `max_operations` bounds each single operation, in isl's own unit (about a microsecond); the budget is
  /// checked before each.
  explicit Context(Budget& budget, std::uint64_t max_operations = 2'000'000);
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  isl_ctx* raw() const { return ctx_.get(); }
  std::uint64_t max_operations() const { return max_operations_; }
  void set_max_operations(std::uint64_t limit) const { max_operations_ = limit; }
  std::uint64_t operations_done() const { return count_; }

  /// Called before every operation: checks the budget and starts the operation's own limit.
  void begin() const;
  /// Throws Failure with isl's reason, and makes the context usable again.
  [[noreturn]] void failed() const;

private:
  struct Free {
    void operator()(isl_ctx* ctx) const;
  };
  Budget& budget_;
  mutable std::uint64_t max_operations_; // limits and counters are no part of any value
  mutable std::uint64_t count_ = 0;
  std::unique_ptr<isl_ctx, Free> ctx_;
};

/// A limit on single operations for the time of a scope: for steps that are worth a try.
class TighterLimit {
public:
  TighterLimit(const Context& context, std::uint64_t max_operations)
      : context_(context), old_(context.max_operations()) {
    if (max_operations < old_) context_.set_max_operations(max_operations);
  }
  ~TighterLimit() { context_.set_max_operations(old_); }
  TighterLimit(const TighterLimit&) = delete;
  TighterLimit& operator=(const TighterLimit&) = delete;

private:
  const Context& context_;
  std::uint64_t old_;
};

} // namespace kleene::presburger
