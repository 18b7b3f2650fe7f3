// SPDX-License-Identifier: Apache-2.0
#include "executions.h"

#include "kleene/ir/interpreter.h"

#include <map>

#include "random_program.h"

namespace kleene::engine::linear::test {
namespace {

constexpr int max_runs = 30'000;
constexpr std::uint64_t max_steps = 20'000;

/// Answers along a path of a tree, and goes on to the next path.
class AllInputs : public ir::InputSource {
public:
  std::optional<Integer> next(const ir::InputRequest& request) override {
    bool value = request.kind == ir::InputKind::Value;
    std::size_t choices = value ? largest_input - smallest_input + 1 : request.choices;
    if (at_ == path_.size()) path_.push_back({0, choices});
    std::size_t chosen = path_[at_++].first;
    return value ? Integer(smallest_input) + static_cast<Integer>(chosen)
                 : static_cast<Integer>(chosen);
  }
  /// False after the last path.
  bool advance() {
    path_.resize(at_);
    at_ = 0;
    while (!path_.empty() && path_.back().first + 1 == path_.back().second)
      path_.pop_back();
    if (path_.empty()) return false;
    ++path_.back().first;
    return true;
  }

private:
  std::vector<std::pair<std::size_t, std::size_t>> path_;
  std::size_t at_ = 0;
};

/// Runs on all inputs; false if there are too many executions, or one is too long, or `seen` says so.
bool run_all(const ir::Program& program,
             const ir::RunOptions& options,
             const std::function<ir::Tracer*()>& tracer,
             const std::function<bool(ir::Ending)>& seen) {
  ir::Interpreter interpreter(program);
  AllInputs inputs;
  for (int run = 0; run < max_runs; ++run) {
    if (!seen(interpreter.run(inputs, options, tracer()).ending)) return false;
    if (!inputs.advance()) return true;
  }
  return false;
}

class ReturnTracer : public ir::Tracer {
public:
  ReturnTracer(const domain::PresburgerDomain& domain, Returns& returns)
      : domain_(domain), returns_(returns) {
    for (VarId g : domain.program().globals)
      globals_[g] = domain.program().variable(g).initial->value();
    enter(domain.program().entry);
  }

  void step(const Step& step) override {
    const ir::Program& program = domain_.program();
    const auto* call = std::get_if<ir::Call>(&step.edge->statement);
    if (step.returned) frames_.pop_back();
    bool enters = call != nullptr && !step.returned;
    if (enters) frames_.emplace_back();
    for (auto [v, value] : step.written)
      (program.variable(v).owner.valid() ? frames_.back().locals : globals_)[v] = value;
    if (enters) frames_.back().entry = vector(domain_.layout(call->callee).entry);
    bool ends = std::holds_alternative<ir::Halt>(step.edge->statement);
    if (!enters && !ends && step.edge->to == program.procedure(step.procedure).exit)
      at_exit(step.procedure);
  }

private:
  struct Frame {
    std::map<VarId, Integer> locals;
    presburger::Point entry;
  };

  void enter(ir::ProcId f) {
    frames_.emplace_back();
    frames_.back().entry = vector(domain_.layout(f).entry);
  }

  presburger::Point vector(const std::vector<VarId>& variables) const {
    presburger::Point result;
    for (VarId v : variables)
      result.push_back(domain_.program().variable(v).owner.valid() ? frames_.back().locals.at(v)
                                                                   : globals_.at(v));
    return result;
  }

  void at_exit(ir::ProcId f) {
    presburger::Point pair = frames_.back().entry;
    presburger::Point state = vector(domain_.layout(f).state);
    pair.insert(pair.end(), state.begin(), state.end());
    returns_[f.index()].insert(std::move(pair));
  }

  const domain::PresburgerDomain& domain_;
  Returns& returns_;
  std::map<VarId, Integer> globals_;
  std::vector<Frame> frames_;
};

bool is_complete(ir::Ending ending) {
  return ending != ir::Ending::StepLimit && ending != ir::Ending::OutOfRange;
}

} // namespace

std::optional<Returns> all_returns(const domain::PresburgerDomain& domain) {
  ir::RunOptions options;
  options.integers = IntegerModel::Math;
  options.max_steps = max_steps;
  Returns returns(domain.program().procedures.size());
  std::optional<ReturnTracer> tracer;
  bool all = run_all(
      domain.program(), options, [&] { return &tracer.emplace(domain, returns); }, is_complete);
  return all ? std::optional(returns) : std::nullopt;
}

std::optional<bool> reaches_target(const evidence::Problem& problem) {
  ir::RunOptions options;
  options.integers = problem.integers;
  options.targets = problem.targets;
  options.max_steps = max_steps;
  bool reached = false;
  bool all = run_all(
      problem.program,
      options,
      [] { return nullptr; },
      [&](ir::Ending ending) {
        reached |= ending == ir::Ending::TargetReached;
        return !reached && is_complete(ending);
      });
  if (reached) return true;
  return all ? std::optional(false) : std::nullopt;
}

} // namespace kleene::engine::linear::test
