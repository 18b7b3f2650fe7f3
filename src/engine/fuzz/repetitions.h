// SPDX-License-Identifier: Apache-2.0
// Watches a run for states that come back: the beginning of an execution that never ends. With
// recursion they may come back deeper on the stack, if nothing below was returned to in between.
#pragma once
#include "kleene/evidence/lasso.h"
#include "kleene/ir/memory_view.h"

#include <unordered_map>

namespace kleene::engine::fuzz {

class Repetitions : public ir::MemoryTracer {
public:
  /// Hands every step on to `next`.
  Repetitions(const ir::Program& program, ir::Tracer& next);

  void begin_run(const evidence::InputRecorder& inputs);
  void begin(ir::MemoryView& memory) override { memory_ = &memory; }
  void step(const Step& step) override;
  /// Those of the last run, as far as hash values tell: to be judged. A recursion that grows begins
  /// with the call that comes back.
  const std::vector<evidence::Lasso>& lassos() const { return lassos_; }

private:
  struct Visit {
    std::uint64_t steps = 0;
    std::size_t inputs = 0;
    std::size_t depth = 0;
    std::uint64_t changes = 0;        ///< of memory, before
    std::optional<std::string> image; ///< of memory, once it was needed
  };
  /// An active procedure: its variables, and the states that are forgotten when it returns.
  struct ActiveCall {
    std::vector<std::pair<VarId, Integer>> values;
    std::uint64_t hash = 0;
    std::vector<std::uint64_t> states;
    std::uint64_t steps = 0; ///< before it was called
    std::size_t inputs = 0;
  };

  void write(VarId variable, Integer value);
  void arrive(ir::ProcId procedure, ir::LocId location);
  void add_lasso(const Visit& first, const Visit& again);

  const ir::Program& program_;
  std::vector<bool> steers_; ///< variables: others may have any value
  ir::Tracer& next_;
  const evidence::InputRecorder* inputs_ = nullptr;
  ir::MemoryView* memory_ = nullptr;
  std::vector<std::vector<bool>> watched_;        ///< entries and loop heads
  std::vector<std::vector<bool>> changes_memory_; ///< edges
  ActiveCall globals_;
  std::vector<ActiveCall> frames_;
  std::unordered_map<std::uint64_t, Visit> seen_;
  std::vector<evidence::Lasso> lassos_;
  std::uint64_t steps_ = 0;
  std::uint64_t changes_ = 0;
  std::size_t asked_ = 0; ///< inputs, before the present step
  std::size_t images_ = 0;
};

} // namespace kleene::engine::fuzz
