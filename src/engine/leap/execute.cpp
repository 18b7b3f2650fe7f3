// SPDX-License-Identifier: Apache-2.0
#include "execute.h"

#include "kleene/symbolic/evaluate.h"

#include <algorithm>
#include <map>

namespace kleene::engine::leap {
namespace {

using evidence::Way;

constexpr std::uint64_t most_steps_with_choices = 4'000'000;

/// Gives the inputs of the way in their order; those asked for inside a loop it computes from the values of
/// the variables, which it follows step by step.
class Director : public ir::InputSource, public ir::Tracer {
public:
  Director(const evidence::Problem& problem, const evidence::LeapChain& chain)
      : program_(problem.program),
        integers_(problem.integers),
        read_(problem.program.variables.size()) {
    std::map<VarId, Integer> given(chain.values.begin(), chain.values.end());
    auto at_start = [&](VarId v) {
      auto found = given.find(v);
      if (found == given.end()) return;
      values_[v] = found->second;
      first_.push_back(found->second);
    };
    for (VarId g : program_.globals) {
      const ir::Variable& v = program_.variable(g);
      if (v.initial && v.initial->is_constant()) values_[g] = v.initial->value();
      at_start(g);
    }
    for (VarId p : program_.procedure(program_.entry).parameters)
      at_start(p);
    for (const evidence::Leap& leap : chain.leaps)
      for (const Way& step : leap.steps)
        add_choices(step);
    choices_ = chain.way.choices;
    for (Term t : choices_)
      note_reads(t);
    procedure_ = program_.entry;
    location_ = program_.procedure(program_.entry).entry;
  }

  bool follows() const { return !inside_.empty(); }

  std::optional<Integer> next(const ir::InputRequest& request) override {
    if (asked_ < first_.size()) return first_[asked_++];
    if (request.kind != ir::InputKind::Value) return std::nullopt;
    bool constant = next_ < choices_.size() && choices_[next_].is_constant();
    auto found = inside_.find({procedure_, location_});
    bool in_loop = found != inside_.end() && !(constant && before_first_loop());
    if (in_loop) return value(found->second);
    if (next_ == choices_.size()) return std::nullopt;
    return value(choices_[next_++]);
  }

  void step(const Step& step) override {
    procedure_ = step.procedure;
    location_ = step.edge->to;
    if (const auto* call = std::get_if<ir::Call>(&step.edge->statement); call && !step.returned) {
      procedure_ = call->callee;
      location_ = program_.procedure(call->callee).entry;
    }
    for (auto [variable, value] : step.written)
      if (read_[variable.index()]) values_[variable] = value;
  }

private:
  void add_choices(const Way& way) {
    std::size_t next = 0;
    for (const Way::Item& item : way.items) {
      if (item.leap != Way::no_leap) continue;
      const ir::Edge& edge = program_.procedure(item.procedure).edges[item.edge];
      const auto* havoc = std::get_if<ir::Havoc>(&edge.statement);
      if (havoc == nullptr || havoc->choice != ir::Choice::Input) continue;
      for (std::size_t i = 0; i < havoc->variables.size() && next < way.choices.size(); ++i)
        inside_.try_emplace({item.procedure, edge.from}, way.choices[next++]);
    }
    for (Term t : way.choices)
      note_reads(t);
  }

  void note_reads(Term t) {
    for (VarId v : variables_of(t))
      read_[v.index()] = true;
  }

  /// What is chosen before the first leap is known as constants, even in a round of a loop.
  bool before_first_loop() const {
    return std::ranges::all_of(choices_.begin(),
                               choices_.begin() + static_cast<std::ptrdiff_t>(next_ + 1),
                               [](Term t) { return t.is_constant(); });
  }

  Integer value(Term t) {
    return symbolic::Evaluator(integers_, [&](Term v) {
      auto found = values_.find(v.variable());
      return found == values_.end() ? Integer(0) : found->second;
    })(t);
  }

  const ir::Program& program_;
  IntegerModel integers_;
  std::vector<Integer> first_;
  std::size_t asked_ = 0;
  std::vector<Term> choices_;
  std::size_t next_ = 0;
  std::map<std::pair<ir::ProcId, ir::LocId>, Term> inside_; ///< by the place before the input
  std::vector<bool> read_;                                  ///< variables that choices depend on
  std::map<VarId, Integer> values_;
  ir::ProcId procedure_;
  ir::LocId location_;
};

} // namespace

std::optional<evidence::Execution>
execute(const evidence::Problem& problem, const evidence::LeapChain& chain, Budget& budget) {
  if (!problem.events().targets) return std::nullopt;
  Director director(problem, chain);
  evidence::InputRecorder recorder(director);
  ir::RunOptions options;
  options.integers = problem.integers;
  options.max_steps = director.follows() ? most_steps_with_choices : longest_execution;
  options.targets = problem.targets;
  options.budget = &budget;
  ir::RunResult run = evidence::interpreter_for(problem).run(
      recorder, options, director.follows() ? &director : nullptr);
  if (!evidence::objection_to(problem, run).empty()) return std::nullopt;
  return evidence::Execution{recorder.inputs(), run.steps};
}

} // namespace kleene::engine::leap
