// SPDX-License-Identifier: Apache-2.0
// The inputs that evidence gives, as judges hand them to an interpreter: each has to be a value that was asked for.
#pragma once
#include "kleene/ir/interpreter.h"

#include <string>

namespace kleene::evidence {

/// Passes requests on to a source and notes the first answer that is none: a number outside its type (also where
/// arithmetic is unbounded: inputs are values of their types), a truth value that is neither 0 nor 1, an edge
/// that cannot be taken.
class FittingInputs : public ir::InputSource {
public:
  explicit FittingInputs(ir::InputSource& source) : source_(source) {}
  std::optional<Integer> next(const ir::InputRequest& request) override;
  std::string heap_bytes(const ir::HeapRequest& request) override {
    return source_.heap_bytes(request);
  }
  /// Empty if every answer was one.
  const std::string& objection() const { return objection_; }

private:
  ir::InputSource& source_;
  std::string objection_;
};

} // namespace kleene::evidence
