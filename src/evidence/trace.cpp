// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/trace.h"

#include "kleene/support/invariant.h"

#include <algorithm>

namespace kleene::evidence {

void Trace::step(const Step& step) {
  if (stopped_) return;
  if (!step.returned) ++taken_;
  if (!complete()) {
    // What was kept is of no use without the rest.
    kept_ = {};
    values_ = {};
    return;
  }
  values_.insert(values_.end(), step.written.begin(), step.written.end());
  kept_.push_back({step.edge,
                   step.procedure,
                   static_cast<std::uint32_t>(step.depth),
                   static_cast<std::uint32_t>(step.thread),
                   step.returned,
                   source_ == nullptr ? 0 : source_->inputs().size(),
                   values_.size()});
}

void Trace::overflow() {
  if (!stopped_ && !overflow_at_) overflow_at_ = taken_ + 1;
}

void Trace::finish() {
  if (source_ != nullptr) inputs_ = source_->inputs();
  source_ = nullptr;
}

void Trace::show(const See& see, std::uint64_t most) const {
  KL_INVARIANT(complete(), "only a whole trace should be shown");
  std::size_t begin = 0;
  std::uint64_t taken = 0;
  for (const Kept& kept : kept_) {
    if (!kept.returned && ++taken > most) return;
    Step step{kept.procedure, kept.edge, kept.depth, kept.returned, kept.thread, {}};
    step.written.assign(values_.begin() + static_cast<std::ptrdiff_t>(begin),
                        values_.begin() + static_cast<std::ptrdiff_t>(kept.written));
    begin = kept.written;
    see(step, std::span(inputs_).first(kept.inputs));
  }
}

namespace {

/// Passes steps on while the execution runs.
class Passing : public ir::Tracer {
public:
  Passing(const Trace::See& see, const InputRecorder& inputs) : see_(see), inputs_(inputs) {}
  void step(const Step& step) override { see_(step, inputs_.inputs()); }

private:
  const Trace::See& see_;
  const InputRecorder& inputs_;
};

} // namespace

void show(const Problem& problem,
          const Execution& execution,
          const Trace& trace,
          std::uint64_t most,
          const Trace::See& see) {
  if (trace.complete()) {
    trace.show(see, most);
    return;
  }
  ir::InputList list = inputs_of(execution);
  InputRecorder recorder(list);
  Passing passing(see, recorder);
  ir::RunOptions options;
  options.integers = problem.integers;
  options.targets = problem.targets;
  options.max_steps = most;
  interpreter_for(problem).run(recorder, options, &passing);
}

} // namespace kleene::evidence
