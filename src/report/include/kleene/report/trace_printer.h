// SPDX-License-Identifier: Apache-2.0
// What `kleene run` says while a program runs, and the exit code that its end stands for.
#pragma once
#include "kleene/ir/interpreter.h"

namespace kleene::report {

/// Prints steps to stderr for people: place, call depth, statement, and what changed.
class TracePrinter : public ir::Tracer {
public:
  /// Keeps a reference.
  explicit TracePrinter(const ir::Program& program) : program_(program) {}

  void step(const Step& step) override;

private:
  const ir::Program& program_;
};

int exit_code(ir::Ending ending);

} // namespace kleene::report
