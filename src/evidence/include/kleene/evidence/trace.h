// SPDX-License-Identifier: Apache-2.0
// The steps of an execution as its judge saw them: whoever shows the execution, or writes it down, need not
// run it again.
#pragma once
#include "kleene/evidence/lasso.h"
#include "kleene/evidence/recurrent.h"
#include "kleene/evidence/schedule.h"
#include "kleene/ir/overflow_tracer.h"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace kleene::evidence {

/// Keeps what it is shown, as long as that is not too much. Refers to the program.
class Trace : public ir::OverflowTracer {
public:
  /// Edges beyond which nothing is kept: running again is better then.
  static constexpr std::uint64_t most_steps = 1'000'000;

  void step(const Step& step) override;
  void overflow() override;
  /// The judge's source of inputs, which are kept, too; until finish().
  void watch(const InputRecorder& inputs) { source_ = &inputs; }
  /// The run is over.
  void finish();
  /// Steps that come from now on are not kept.
  void stop() { stopped_ = true; }

  /// All steps are here.
  bool complete() const { return taken_ <= most_steps; }
  std::uint64_t steps() const { return taken_; } ///< edges taken
  /// Edges up to the first signed overflow, the one that has it included; nothing without one.
  std::optional<std::uint64_t> overflow_at() const { return overflow_at_; }

  /// Sees a step with the inputs that were consumed before it was reported.
  using See = std::function<void(const Step& step, std::span<const Input> inputs)>;
  /// The steps of the first `most` edges. Requires: complete().
  void show(const See& see, std::uint64_t most = most_steps) const;

private:
  struct Kept {
    const ir::Edge* edge = nullptr;
    ir::ProcId procedure;
    std::uint32_t depth = 0;
    std::uint32_t thread = 0;
    bool returned = false;
    std::size_t inputs = 0;
    std::size_t written = 0; ///< end of its values in `values_`
  };
  std::vector<Kept> kept_;
  std::vector<std::pair<VarId, Integer>> values_;
  std::uint64_t taken_ = 0;
  std::optional<std::uint64_t> overflow_at_;
  const InputRecorder* source_ = nullptr;
  std::vector<Input> inputs_;
  bool stopped_ = false;
};

/// The judges of evidence that has an execution, or the beginning of one; as those without a trace, which is
/// filled in here: of a lasso, stem and loop; of a recurrent set, the stem.
Replay replay(const Problem& problem, const Execution& execution, Budget& budget, Trace& trace);
ScheduleReplay
replay(const Problem& problem, const Schedule& schedule, Budget& budget, Trace& trace);
LassoJudgement judge(const Problem& problem, const Lasso& lasso, Budget& budget, Trace& trace);
Judgement judge(const Problem& problem,
                const RecurrentSet& set,
                smt::Solver& solver,
                Budget& budget,
                Trace& trace);

/// The first `most` edges of an accepted execution: as they were kept, or once more.
void show(const Problem& problem,
          const Execution& execution,
          const Trace& trace,
          std::uint64_t most,
          const Trace::See& see);

} // namespace kleene::evidence
