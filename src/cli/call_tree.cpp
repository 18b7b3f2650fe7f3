// SPDX-License-Identifier: Apache-2.0
#include "call_tree.h"

#include <fmt/core.h>

#include <deque>
#include <map>

#include "view.h"

namespace kleene::cli {
namespace {

/// Keeps the first and the last lines of the tree.
class TreeTracer : public ir::Tracer {
public:
  explicit TreeTracer(const ir::Program& program) : program_(program) {}

  void step(const Step& step) override {
    const auto* call = std::get_if<ir::Call>(&step.edge->statement);
    std::vector<std::map<VarId, Integer>>& own = frames(step.thread);
    if (call != nullptr && !step.returned) {
      own.emplace_back();
    } else if (step.returned && own.size() > 1) {
      own.pop_back();
    }
    std::string changes = changed(step);
    bool hidden = program_.procedure(step.procedure).library;
    if (call != nullptr && !step.returned)
      changes = fmt::format("call {}({})", program_.procedure(call->callee).name, changes);
    if (step.returned)
      changes = changes.empty() ? "returned" : fmt::format("returned: {}", changes);
    bool repeats = changes.empty() && step.edge->range == last_;
    last_ = step.edge->range;
    if (const auto* spawn = std::get_if<ir::Spawn>(&step.edge->statement))
      changes = fmt::format("starts {}", program_.procedure(spawn->callee).name);
    if (hidden || repeats || !step.edge->range.known()) return;
    add({step.depth == 0 ? 0 : step.depth - 1,
         program_.procedure(step.procedure).name,
         to_place(program_.files, step.edge->range),
         std::move(changes),
         step.thread});
  }

  void finish(report::Counterexample& c) {
    c.tree.assign(head_.begin(), head_.end());
    c.tree_head = head_.size();
    c.left_out = count_ - head_.size() - tail_.size();
    c.tree.insert(c.tree.end(), tail_.begin(), tail_.end());
  }

private:
  static constexpr std::size_t most = 500;

  void add(report::ShownStep line) {
    ++count_;
    if (head_.size() < most) {
      head_.push_back(std::move(line));
      return;
    }
    tail_.push_back(std::move(line));
    if (tail_.size() > most) tail_.pop_front();
  }

  std::vector<std::map<VarId, Integer>>& frames(std::size_t thread) {
    std::vector<std::map<VarId, Integer>>& own = frames_[thread];
    if (own.empty()) own.emplace_back();
    return own;
  }

  /// `x = 1, y = 0`: what the step changed among the variables that people know.
  std::string changed(const Step& step) {
    std::string text;
    for (auto [id, value] : step.written) {
      const ir::Variable& v = program_.variable(id);
      auto& values = v.owner.valid() ? frames(step.thread).back() : globals_;
      auto [known, fresh] = values.try_emplace(id, value);
      bool same = !fresh && known->second == value;
      known->second = value;
      if (v.temporary || same) continue;
      text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", v.display, to_string(value));
    }
    return text;
  }

  const ir::Program& program_;
  std::map<VarId, Integer> globals_;
  std::map<std::size_t, std::vector<std::map<VarId, Integer>>> frames_; ///< per thread
  std::deque<report::ShownStep> head_;
  std::deque<report::ShownStep> tail_;
  std::size_t count_ = 0;
  SourceRange last_;
};

} // namespace

void show_call_tree(const evidence::Problem& problem,
                    const std::vector<evidence::Input>& inputs,
                    report::Counterexample& counterexample) {
  constexpr std::uint64_t most_steps = 5'000'000;
  std::vector<Integer> values;
  for (const evidence::Input& input : inputs)
    values.push_back(input.value);
  ir::InputList list(std::move(values));
  ir::RunOptions options;
  options.integers = problem.integers;
  options.targets = problem.targets;
  options.max_steps = std::min(counterexample.steps, most_steps);
  TreeTracer tracer(problem.program);
  ir::Interpreter(problem.program).run(list, options, &tracer);
  tracer.finish(counterexample);
}

void show_lanes(const evidence::Problem& problem,
                const evidence::Schedule& schedule,
                report::Counterexample& counterexample) {
  std::vector<Integer> values;
  for (const evidence::Input& input : schedule.inputs)
    values.push_back(input.value);
  ir::InputList list(std::move(values));
  ir::RunOptions options;
  options.targets = problem.targets;
  TreeTracer tracer(problem.program);
  ir::run_schedule(problem.program, schedule.slices, list, options, &tracer);
  tracer.finish(counterexample);
}

} // namespace kleene::cli
