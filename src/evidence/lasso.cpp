// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/lasso.h"

#include "kleene/evidence/admission.h"
#include "kleene/evidence/trace.h"
#include "kleene/ir/memory_view.h"
#include "kleene/ir/steering.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "address_check.h"
#include "inputs.h"

namespace kleene::evidence {
namespace {

using Values = std::map<VarId, Integer>;

/// Follows a run and remembers its state at given numbers of steps.
class Recorder : public ir::MemoryTracer {
public:
  struct RecordedState {
    ir::ProcId procedure;
    ir::LocId location;
    Values globals;
    Values locals;
    std::size_t depth = 0;
    std::size_t consumed = 0;
    SourceRange range;
  };

  Recorder(const ir::Program& program,
           const Lasso& lasso,
           const ir::InputList& inputs,
           Trace& trace)
      : trace_(trace),
        program_(program),
        first_(lasso.stem_steps),
        second_(first_ + lasso.loop_steps),
        inputs_(inputs),
        frames_(1) {
    auto ask = [&](Values& values, VarId v) {
      if (consumed_ < lasso.stem.size()) values[v] = lasso.stem[consumed_].value;
      ++consumed_;
    };
    for (VarId g : program.globals) {
      const ir::Variable& v = program.variable(g);
      if (!v.initial)
        ask(globals_, g);
      else if (v.initial->is_constant())
        globals_[g] = v.initial->value();
    }
    for (VarId v : program.procedure(program.entry).parameters)
      ask(frames_.back(), v);
  }

  void begin(ir::MemoryView& memory) override {
    memory_ = &memory;
    look();
  }

  void step(const Step& step) override {
    if (taken_ == second_) trace_.stop();
    trace_.step(step);
    follow(step);
    look();
  }

  const std::optional<RecordedState>& first() const { return begin_; }
  const std::optional<RecordedState>& second() const { return end_; }
  const std::optional<std::string>& memory_at_begin() const { return memory_at_begin_; }
  const std::optional<std::string>& memory_at_end() const { return memory_at_end_; }
  /// Smallest depth of the stack from the beginning of the loop to its end.
  std::size_t lowest() const { return lowest_at_end_; }

private:
  /// The memory before the next step: also after a return from a procedure has changed it.
  void look() {
    if (taken_ == first_) memory_at_begin_ = memory_->image();
    if (taken_ == second_) memory_at_end_ = memory_->image();
  }

  void follow(const Step& step) {
    lowest_ = std::min(lowest_, step.depth);
    if (step.returned) {
      frames_.pop_back();
    } else {
      if (taken_ == first_) note(begin_, step);
      if (taken_ == first_) lowest_ = step.depth;
      if (taken_ == second_) note(end_, step);
      ++taken_;
      if (std::holds_alternative<ir::Call>(step.edge->statement)) frames_.emplace_back();
    }
    for (auto [variable, value] : step.written)
      (program_.variable(variable).owner.valid() ? frames_.back() : globals_)[variable] = value;
    consumed_ = inputs_.consumed();
  }

  void note(std::optional<RecordedState>& state, const Step& step) {
    state = RecordedState{step.procedure,
                          step.edge->from,
                          globals_,
                          frames_.back(),
                          step.depth,
                          consumed_,
                          step.edge->range};
    lowest_at_end_ = lowest_;
  }

  Trace& trace_; ///< of stem and loop
  const ir::Program& program_;
  std::uint64_t first_;
  std::uint64_t second_;
  const ir::InputList& inputs_;
  Values globals_;
  std::vector<Values> frames_;
  std::uint64_t taken_ = 0;
  std::size_t consumed_ = 0; ///< inputs, by all edges so far
  std::size_t lowest_ = SIZE_MAX;
  std::size_t lowest_at_end_ = SIZE_MAX;
  std::optional<RecordedState> begin_;
  std::optional<RecordedState> end_;
  ir::MemoryView* memory_ = nullptr;
  std::optional<std::string> memory_at_begin_;
  std::optional<std::string> memory_at_end_;
};

bool has_memory(const ir::Program& program) {
  return std::ranges::any_of(program.variables, [](const ir::Variable& v) {
    return !v.type.is_bool() && !v.type.is_integer();
  });
}

std::string compare_memory(const Recorder& run) {
  if (!run.memory_at_begin() || !run.memory_at_end()) return "there is too much memory to compare";
  if (*run.memory_at_begin() != *run.memory_at_end())
    return "the loop does not come back to the same memory";
  return {};
}

/// What comes back to the same values, but for variables that change the way of no execution, goes the same way again.
std::string compare(const ir::Program& program, const Recorder& run, const Lasso& lasso) {
  if (!run.first() || !run.second()) return "the execution ends";
  Recorder::RecordedState a = *run.first();
  Recorder::RecordedState b = *run.second();
  std::vector<bool> steers = ir::steering_variables(program);
  for (Values* values : {&a.globals, &a.locals, &b.globals, &b.locals})
    std::erase_if(*values, [&](const auto& entry) { return !steers[entry.first.index()]; });
  if (std::tie(a.procedure, a.location) != std::tie(b.procedure, b.location))
    return "the loop does not end where it begins";
  if (a.globals != b.globals || a.locals != b.locals)
    return "the loop does not come back to its values";
  if (a.consumed != lasso.stem.size() || b.consumed != lasso.stem.size() + lasso.loop.size())
    return "the inputs do not fit the loop";
  if (run.lowest() < a.depth) return "the loop returns below where it began";
  return {};
}

} // namespace

LassoJudgement judge(const Problem& problem, const Lasso& lasso, Budget& budget) {
  Trace unused;
  unused.stop();
  return judge(problem, lasso, budget, unused);
}

LassoJudgement judge(const Problem& problem, const Lasso& lasso, Budget& budget, Trace& trace) {
  LassoJudgement judgement;
  judgement.objection = refusal<Lasso>(problem);
  if (judgement.accepted() && lasso.loop_steps == 0) judgement.objection = "the loop does nothing";
  if (!judgement.accepted()) return judgement;
  std::vector<Integer> values;
  for (const auto* part : {&lasso.stem, &lasso.loop, &lasso.loop})
    for (const Input& input : *part)
      values.push_back(input.value);
  ir::InputList inputs(values);
  FittingInputs fitting(inputs);
  InputRecorder given(fitting);
  trace.watch(given);
  Recorder recorder(problem.program, lasso, inputs, trace);
  ir::RunOptions options;
  options.integers = problem.integers;
  options.max_steps = lasso.stem_steps + 2 * lasso.loop_steps;
  options.budget = &budget;
  ir::RunResult run = ir::Interpreter(problem.program).run(given, options, &recorder);
  trace.finish();
  judgement.objection = compare(problem.program, recorder, lasso);
  if (judgement.accepted()) judgement.objection = fitting.objection();
  if (judgement.accepted() && run.indeterminate)
    judgement.objection = "an unknown value is used: " + run.indeterminate->text;
  if (judgement.accepted() && run.assumed)
    judgement.objection = "a function without body is called: " + run.assumed->text;
  if (judgement.accepted() && run.overflow)
    judgement.objection = "a signed operation overflows: " + run.overflow->text;
  if (judgement.accepted() && has_memory(problem.program))
    judgement.objection = compare_memory(recorder);
  if (judgement.accepted())
    judgement.objection =
        objection_to_addresses(problem, ir::InputList(std::move(values)), {}, options);
  if (!judgement.accepted()) return judgement;
  judgement.procedure = recorder.first()->procedure;
  judgement.range = recorder.first()->range;
  judgement.grows = recorder.second()->depth > recorder.first()->depth;
  return judgement;
}

} // namespace kleene::evidence
