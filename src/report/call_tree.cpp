// SPDX-License-Identifier: Apache-2.0
#include "call_tree.h"

#include "kleene/evidence/threads.h"
#include "kleene/ir/floats.h"

#include <fmt/core.h>

#include <algorithm>
#include <deque>
#include <map>

#include "view.h"

namespace kleene::report {
namespace {

/// Keeps the first and the last lines of the tree.
class TreeTracer : public ir::Tracer {
public:
  /// `steps`: of the whole execution, if that is known. Those from `loop` on repeat for ever.
  explicit TreeTracer(const ir::Program& program,
                      std::uint64_t steps = 0,
                      std::optional<std::uint64_t> loop = {})
      : program_(program), steps_(steps), loop_(loop) {}

  void step(const Step& step) override {
    if (!step.returned) ++taken_;
    bool far_from_ends = ++step_ > near_an_end && step_ + near_an_end < steps_;
    const auto* call = std::get_if<ir::Call>(&step.edge->statement);
    std::vector<std::map<VarId, Integer>>& own = frames(step.thread);
    if (call != nullptr && !step.returned) {
      own.emplace_back();
    } else if (step.returned && own.size() > 1) {
      own.pop_back();
    }
    if (far_from_ends) {
      for (auto [id, value] : step.written)
        (program_.variable(id).owner.valid() ? own.back() : globals_)[id] = value;
      ++count_;
      return;
    }
    ShownStep line;
    line.repeats = loop_ && taken_ > *loop_;
    line.values = changed(step);
    line.what = words(step, line);
    bool repeats = line.what.empty() && step.edge->range == last_;
    last_ = step.edge->range;
    bool hidden = program_.procedure(step.procedure).library;
    if (hidden || repeats || !step.edge->range.known()) return;
    line.depth = step.depth == 0 ? 0 : step.depth - 1;
    line.function = program_.procedure(step.procedure).name;
    line.place = to_place(program_.files, step.edge->range);
    line.lane = step.thread;
    add(std::move(line));
  }

  void finish(Counterexample& c) {
    c.tree.assign(head_.begin(), head_.end());
    c.tree_head = head_.size();
    c.left_out = count_ - head_.size() - tail_.size();
    c.tree.insert(c.tree.end(), tail_.begin(), tail_.end());
    if (loop_) return; // what decides about for ever is the loop
    for (auto step = c.tree.rbegin(); step != c.tree.rend(); ++step)
      if (step->kind == ShownStep::Kind::Branch) {
        step->decisive = true;
        break;
      }
  }

private:
  static constexpr std::size_t most = 500;
  /// Of long executions, only so many steps at both ends are put into words.
  static constexpr std::uint64_t near_an_end = 50'000;

  /// What one line of the source does is one line here, unless it branches or calls on the way.
  static bool merge(ShownStep& last, const ShownStep& line) {
    using Kind = ShownStep::Kind;
    bool same = last.place.line == line.place.line && last.place.file == line.place.file
                && last.depth == line.depth && last.function == line.function
                && last.lane == line.lane && last.repeats == line.repeats;
    if (!same || last.kind == Kind::Call || last.kind == Kind::Branch || line.kind == Kind::Call)
      return false;
    bool says = last.kind != Kind::Return || !last.values.empty();
    last.what = says && !last.what.empty() && !line.what.empty() ? last.what + ", " + line.what
                : line.what.empty()                              ? last.what
                                                                 : line.what;
    last.values.insert(last.values.end(), line.values.begin(), line.values.end());
    last.kind = line.kind;
    return true;
  }

  void add(ShownStep line) {
    std::deque<ShownStep>& newest = tail_.empty() ? head_ : tail_;
    if (!newest.empty() && merge(newest.back(), line)) return;
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

  /// What the step did, in words; says in the line which kind of step it was.
  std::string words(const Step& step, ShownStep& line) const {
    std::string changes;
    for (const auto& [name, value] : line.values)
      changes += fmt::format("{}{} = {}", changes.empty() ? "" : ", ", name, value);
    if (const auto* spawn = std::get_if<ir::Spawn>(&step.edge->statement))
      return fmt::format("starts {}", program_.procedure(spawn->callee).name);
    const auto* call = std::get_if<ir::Call>(&step.edge->statement);
    if (call != nullptr && program_.procedure(call->callee).library)
      return step.returned ? changes : ""; // what a library does inside is of no interest
    if (step.returned) {
      line.kind = ShownStep::Kind::Return;
      return changes.empty() ? "returned" : fmt::format("returned: {}", changes);
    }
    if (call != nullptr) {
      line.kind = ShownStep::Kind::Call;
      return fmt::format("call {}({})", program_.procedure(call->callee).name, changes);
    }
    if (std::optional<bool> taken = outcome(step)) {
      line.kind = ShownStep::Kind::Branch;
      return *taken ? "is true" : "is false";
    }
    return changes;
  }

  /// Of the condition of an `if` or a loop, if the step is what follows its evaluation.
  std::optional<bool> outcome(const Step& step) const {
    const auto* assume = std::get_if<ir::Assume>(&step.edge->statement);
    if (assume == nullptr || assume->kind != ir::AssumeKind::Guard) return std::nullopt;
    const ir::Procedure& p = program_.procedure(step.procedure);
    auto is_taken = [&](ir::LocId l) {
      const std::vector<ir::SourceMark>& marks = p.locations[l.index()].marks;
      return std::ranges::find(marks, ir::SourceMark::Kind::Taken, &ir::SourceMark::kind)
             != marks.end();
    };
    if (is_taken(step.edge->to)) return true;
    for (const ir::Edge& other : p.edges)
      if (other.from == step.edge->from && is_taken(other.to)) return false;
    return std::nullopt;
  }

  /// What the step changed among the variables that people know.
  std::vector<std::pair<std::string, std::string>> changed(const Step& step) {
    std::vector<std::pair<std::string, std::string>> result;
    for (auto [id, value] : step.written) {
      const ir::Variable& v = program_.variable(id);
      auto& values = v.owner.valid() ? frames(step.thread).back() : globals_;
      auto [known, fresh] = values.try_emplace(id, value);
      bool same = !fresh && known->second == value;
      known->second = value;
      bool born_zero = fresh && v.heap_offset && value == 0;
      if (v.temporary || same || born_zero) continue;
      bool floating = is_float_pattern(v.type) && floats().contains(id);
      result.emplace_back(v.display,
                          floating ? float_text(v.type, static_cast<std::uint64_t>(value))
                                   : to_string(value));
    }
    return result;
  }

  const std::set<VarId>& floats() {
    if (!floats_) floats_ = ir::float_variables(program_);
    return *floats_;
  }

  const ir::Program& program_;
  std::optional<std::set<VarId>> floats_;
  std::uint64_t steps_;
  std::uint64_t step_ = 0;
  std::map<VarId, Integer> globals_;
  std::map<std::size_t, std::vector<std::map<VarId, Integer>>> frames_; ///< per thread
  std::deque<ShownStep> head_;
  std::deque<ShownStep> tail_;
  std::size_t count_ = 0;
  std::optional<std::uint64_t> loop_;
  std::uint64_t taken_ = 0; ///< steps, returns not counted
  SourceRange last_;
};

} // namespace

void show_call_tree(const evidence::Problem& problem,
                    const evidence::Execution& execution,
                    const evidence::Trace& trace,
                    Counterexample& counterexample) {
  constexpr std::uint64_t most_steps = 5'000'000;
  std::uint64_t steps = std::min(counterexample.steps, most_steps);
  TreeTracer tracer(problem.program, steps, counterexample.loop_after);
  evidence::show(
      problem, execution, trace, steps, [&](const auto& step, auto) { tracer.step(step); });
  tracer.finish(counterexample);
}

void show_call_tree(const ir::Program& program,
                    const evidence::Activations& runs,
                    Counterexample& counterexample) {
  TreeTracer tracer(program, counterexample.walked);
  evidence::show(program, runs, tracer);
  tracer.finish(counterexample);
}

void show_lanes(const evidence::Problem& problem,
                const evidence::Schedule& schedule,
                const evidence::Trace& trace,
                Counterexample& counterexample) {
  TreeTracer tracer(problem.program);
  if (trace.complete()) {
    trace.show([&](const auto& step, auto) { tracer.step(step); });
  } else {
    std::vector<Integer> values;
    for (const evidence::Input& input : schedule.inputs)
      values.push_back(input.value);
    ir::InputList list(std::move(values));
    ir::RunOptions options;
    options.targets = problem.targets;
    evidence::run(problem, schedule.slices, list, options, &tracer);
  }
  tracer.finish(counterexample);
}

} // namespace kleene::report
