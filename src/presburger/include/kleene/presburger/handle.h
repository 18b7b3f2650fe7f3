// SPDX-License-Identifier: Apache-2.0
// A value that counts references to an isl object.
#pragma once
#include "kleene/presburger/context.h"

#include <utility>

struct isl_set;
struct isl_map;
struct isl_pw_aff;

namespace kleene::presburger {

template <class T>
struct HandleOps {
  static T* copy(T* object);
  static void free(T* object);
};

/// Not null except after a move. The context must live longer.
template <class T>
class Handle {
public:
  /// Takes over an isl object; a null one is a failed operation and throws.
  Handle(const Context& context, T* object) : context_(&context), object_(object) {
    if (object_ == nullptr) context_->failed();
  }
  Handle(const Handle& other)
      : context_(other.context_), object_(HandleOps<T>::copy(other.object_)) {}
  Handle(Handle&& other) noexcept
      : context_(other.context_), object_(std::exchange(other.object_, nullptr)) {}
  Handle& operator=(Handle other) noexcept {
    std::swap(context_, other.context_);
    std::swap(object_, other.object_);
    return *this;
  }
  ~Handle() {
    if (object_ != nullptr) HandleOps<T>::free(object_);
  }

  const Context& context() const { return *context_; }
  /// For reading.
  T* peek() const { return object_; }
  /// A reference for an isl function that takes one over.
  T* give() const { return HandleOps<T>::copy(object_); }

private:
  const Context* context_;
  T* object_;
};

} // namespace kleene::presburger
