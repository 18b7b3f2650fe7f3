// SPDX-License-Identifier: Apache-2.0
// A tracer that is told of signed overflow.
#pragma once
#include "kleene/ir/interpreter.h"

namespace kleene::ir {

class OverflowTracer : public Tracer {
public:
  /// The edge that is reported next has the first signed overflow of the run.
  virtual void overflow() = 0;
};

} // namespace kleene::ir
