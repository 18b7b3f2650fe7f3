// SPDX-License-Identifier: Apache-2.0
// The memory of a run, for tracers (see interpreter.h) that compare its moments.
#pragma once
#include "kleene/ir/interpreter.h"

namespace kleene::ir {

class MemoryView {
public:
  virtual ~MemoryView() = default;
  /// All live objects with their bytes, and how far addresses were given out: two moments of a run
  /// with equal images have equal memories, and nothing was allocated in between. Nothing if it would
  /// be too large.
  virtual std::optional<std::string> image() = 0;
};

/// A tracer that sees memory as well: it shows the state after each step.
class MemoryTracer : public Tracer {
public:
  /// Before the first step; the view lives as long as the run.
  virtual void begin(MemoryView& memory) = 0;
};

} // namespace kleene::ir
