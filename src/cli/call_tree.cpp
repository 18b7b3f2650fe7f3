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
  explicit TreeTracer(const ir::Program& program) : program_(program), frames_(1) {}

  void step(const Step& step) override {
    const auto* call = std::get_if<ir::Call>(&step.edge->statement);
    if (call != nullptr && !step.returned) {
      frames_.emplace_back();
    } else if (step.returned && frames_.size() > 1) {
      frames_.pop_back();
    }
    std::string changes = changed(step);
    bool hidden = program_.procedure(step.procedure).library;
    if (call != nullptr && !step.returned)
      changes = fmt::format("call {}({})", program_.procedure(call->callee).name, changes);
    if (step.returned)
      changes = changes.empty() ? "returned" : fmt::format("returned: {}", changes);
    bool repeats = changes.empty() && step.edge->range == last_;
    last_ = step.edge->range;
    if (hidden || repeats || !step.edge->range.known()) return;
    add({step.depth == 0 ? 0 : step.depth - 1,
         program_.procedure(step.procedure).name,
         to_place(program_.files, step.edge->range),
         std::move(changes)});
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

  /// `x = 1, y = 0`: what the step changed among the variables that people know.
  std::string changed(const Step& step) {
    std::string text;
    for (auto [id, value] : step.written) {
      const ir::Variable& v = program_.variable(id);
      auto& values = v.owner.valid() ? frames_.back() : globals_;
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
  std::vector<std::map<VarId, Integer>> frames_;
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

} // namespace kleene::cli
