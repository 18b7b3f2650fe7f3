// SPDX-License-Identifier: Apache-2.0
// Which places of a program are passed at most once, or by at most one live activation.
#pragma once
#include "kleene/facts/call_graph.h"

namespace kleene::transform {

class Repetition {
public:
  explicit Repetition(const ir::Program& program) : program_(program), calls_(program) {}

  /// Within one activation of its procedure.
  bool repeats(ir::ProcId procedure, std::size_t edge) const;
  bool recursive(ir::ProcId procedure) const { return calls_.recursive(procedure); }
  /// At most one activation of the procedure in a whole execution.
  bool once(ir::ProcId procedure) const;

private:
  const ir::Program& program_;
  facts::CallGraph calls_;
};

} // namespace kleene::transform
