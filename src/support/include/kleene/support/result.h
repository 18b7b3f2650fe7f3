// SPDX-License-Identifier: Apache-2.0
// A value, or the diagnostic that says why there is none. For failures that are expected at a
// boundary (parsing, unsupported constructs, bad options); bugs use KL_INVARIANT, exhausted
// resources throw ResourceOut.
#pragma once
#include "kleene/support/diagnostic.h"
#include "kleene/support/invariant.h"

#include <utility>
#include <variant>

namespace kleene {

template <class T>
class [[nodiscard]] Result {
public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Diagnostic error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& value() & { return check(), std::get<0>(state_); }
  const T& value() const& { return check(), std::get<0>(state_); }
  T&& value() && { return check(), std::get<0>(std::move(state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  const Diagnostic& error() const {
    KL_INVARIANT(!ok(), "error() should be asked only of a failed Result");
    return std::get<1>(state_);
  }

private:
  void check() const { KL_INVARIANT(ok(), "value() should be asked only of a successful Result"); }
  std::variant<T, Diagnostic> state_;
};

} // namespace kleene
