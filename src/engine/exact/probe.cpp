// SPDX-License-Identifier: Apache-2.0
#include "probe.h"

#include "kleene/evidence/tried.h"
#include "kleene/symbolic/simplifier.h"

#include <algorithm>
#include <map>
#include <set>

#include "path.h"

namespace kleene::engine::exact {
namespace {

constexpr std::size_t max_constants = 64;
constexpr std::size_t max_inputs = 4096;
constexpr std::size_t random_runs = 60;
constexpr std::uint64_t steps_altogether = 40'000'000;
constexpr std::uint64_t steps_at_first = 20'000'000;
constexpr std::uint64_t steps_per_run = 200'000;
/// To a set of states: a run, and how many of its states are looked at.
constexpr std::uint64_t steps_of_stem = 20'000;
constexpr std::size_t max_looks = 400;
/// What a run costs apart from its steps.
constexpr std::uint64_t steps_to_start = 500;

std::vector<Integer> constants_of(const ir::Program& program) {
  std::set<Integer> found;
  for (const ir::Procedure& procedure : program.procedures)
    for (const ir::Edge& edge : procedure.edges)
      for (Term term : ir::evaluated_terms(edge.statement))
        for_each_subterm(term, [&](Term t) {
          if (t.is_constant() && !t.type().is_bool() && found.size() < max_constants)
            found.insert(t.value());
        });
  std::set<Integer> near{0, 1, -1};
  for (Integer value : found)
    near.insert({value - 1, value, value + 1});
  return {near.begin(), near.end()};
}

} // namespace

/// Given values first, then always the same one or, if there is none, constants at random.
class Probe::Source : public ir::InputSource {
public:
  Source(Probe& probe, std::vector<Integer> beginning, std::optional<Integer> then)
      : probe_(probe), beginning_(std::move(beginning)), then_(then) {}

  std::optional<Integer> next(const ir::InputRequest& request) override {
    if (given_ >= max_inputs) return std::nullopt;
    Integer value = given_ < beginning_.size() ? beginning_[given_] : then_ ? *then_ : any();
    ++given_;
    if (request.kind == ir::InputKind::Edge) {
      auto choices = static_cast<Integer>(request.choices);
      return (value % choices + choices) % choices;
    }
    return request.type.is_bool() ? value & 1 : value;
  }

  bool asked() const { return given_ > 0; }
  /// Somebody had a reason to begin so.
  bool directed() const { return !beginning_.empty(); }

private:
  Integer any() {
    probe_.random_ = probe_.random_ * 6364136223846793005U + 1442695040888963407U;
    return probe_.constants_[(probe_.random_ >> 33U) % probe_.constants_.size()];
  }

  Probe& probe_;
  std::vector<Integer> beginning_;
  std::optional<Integer> then_;
  std::size_t given_ = 0;
};

Probe::Probe(const evidence::Problem& problem, Budget& budget, Observer& observer)
    : problem_(problem),
      budget_(budget),
      observer_(observer),
      interpreter_(evidence::interpreter_for(problem)),
      constants_(constants_of(problem.program)),
      left_(steps_altogether) {}

std::optional<evidence::Execution> Probe::run(Source& source, std::uint64_t max_steps) {
  max_steps = std::min(max_steps, left_);
  if (max_steps == 0) return std::nullopt;
  evidence::InputRecorder recorder(source);
  ir::RunOptions options;
  options.integers = problem_.integers;
  options.max_steps = max_steps;
  options.targets = problem_.targets;
  options.budget = &budget_;
  ir::RunResult result = interpreter_.run(recorder, options);
  left_ -= std::min(left_, result.steps + steps_to_start);
  if (!evidence::objection_to(problem_, result).empty()) {
    if (source.directed()) evidence::tell_tried(observer_, recorder.inputs());
    return std::nullopt;
  }
  return evidence::Execution{recorder.inputs(), result.steps};
}

std::optional<evidence::Execution> Probe::first_look() {
  Source zeros(*this, {}, Integer(0));
  if (auto found = run(zeros, steps_at_first)) return found;
  if (!zeros.asked()) {
    left_ = 0; // there is no other execution
    return std::nullopt;
  }
  for (Integer value : constants_) {
    Source same(*this, {}, value);
    if (auto found = run(same, steps_per_run)) return found;
  }
  for (std::size_t i = 0; i < random_runs; ++i) {
    Source any(*this, {}, std::nullopt);
    if (auto found = run(any, steps_per_run)) return found;
  }
  return std::nullopt;
}

/// Notes the first moment of a run at which it is in one of the states for sure.
class Probe::Watcher : public ir::Tracer {
public:
  Watcher(const evidence::Problem& problem,
          const std::vector<std::vector<Term>>& states,
          const evidence::InputRecorder& inputs)
      : inputs_(inputs),
        program_(problem.program),
        states_(states),
        simplifier_(*problem.program.terms, problem.integers),
        frames_(1) {}

  void step(const Step& step) override {
    ++steps_;
    if (found || looks_ >= max_looks) return;
    if (step.returned) frames_.pop_back();
    ir::ProcId f = step.procedure;
    ir::LocId l = step.edge->to;
    const auto* call = std::get_if<ir::Call>(&step.edge->statement);
    if (call != nullptr && !step.returned) {
      frames_.emplace_back();
      f = call->callee;
      l = program_.procedure(f).entry;
    }
    for (auto [v, value] : step.written)
      (program_.variable(v).owner.valid() ? frames_.back() : globals_)[v] = value;
    Term states = states_[f.index()][l.index()];
    if (states.null()) return;
    ++looks_;
    if (value(states).is_true()) found = Stem{{inputs_.inputs(), steps_}, f, l};
  }

  std::optional<Stem> found;

private:
  /// Constant if everything is known that it depends on.
  Term value(Term root) {
    std::map<Term, Term, ById> done;
    for_each_subterm(root, [&](Term t) {
      std::vector<Term> args;
      for (std::size_t i = 0; i < t.arity(); ++i)
        args.push_back(done.at(t.arg(i)));
      done[t] = t.is_variable()   ? known(t)
                : args.empty()    ? t
                : about_memory(t) ? program_.terms->rebuild(t, args)
                                  : simplifier_.rebuild(t, args);
    });
    return done.at(root);
  }
  Term known(Term variable) {
    for (const auto* values : {&frames_.back(), &globals_})
      if (auto found = values->find(variable.variable()); found != values->end())
        return variable.type().is_bool() ? simplifier_.truth(found->second != 0)
                                         : simplifier_.constant(variable.type(), found->second);
    return variable;
  }
  struct ById {
    bool operator()(Term a, Term b) const { return a.id() < b.id(); }
  };

  const evidence::InputRecorder& inputs_;
  const ir::Program& program_;
  const std::vector<std::vector<Term>>& states_;
  symbolic::Simplifier simplifier_;
  std::vector<std::map<VarId, Integer>> frames_;
  std::map<VarId, Integer> globals_;
  std::uint64_t steps_ = 0;
  std::size_t looks_ = 0;
};

std::optional<Probe::Stem> Probe::reach(const std::vector<std::vector<Term>>& states,
                                        Source& source) {
  if (left_ < steps_of_stem) return std::nullopt;
  evidence::InputRecorder recorder(source);
  ir::RunOptions options;
  options.integers = problem_.integers;
  options.max_steps = steps_of_stem;
  options.budget = &budget_;
  Watcher watcher(problem_, states, recorder);
  ir::RunResult result = interpreter_.run(recorder, options, &watcher);
  left_ -= std::min(left_, result.steps + steps_to_start);
  if (!watcher.found || result.indeterminate) return std::nullopt;
  return watcher.found;
}

std::optional<Probe::Stem> Probe::reach(const std::vector<std::vector<Term>>& states) {
  Source zeros(*this, {}, Integer(0));
  if (auto found = reach(states, zeros)) return found;
  if (!zeros.asked()) return std::nullopt;
  for (Integer value : constants_) {
    Source same(*this, {}, value);
    if (auto found = reach(states, same)) return found;
  }
  for (std::size_t i = 0; i < random_runs; ++i) {
    Source any(*this, {}, std::nullopt);
    if (auto found = reach(states, any)) return found;
  }
  return std::nullopt;
}

std::optional<evidence::Execution> Probe::follow(const std::vector<Integer>& beginning) {
  Source zeros(*this, beginning, Integer(0));
  if (auto found = run(zeros, steps_per_run)) return found;
  Source any(*this, beginning, std::nullopt);
  return run(any, steps_per_run);
}

} // namespace kleene::engine::exact
