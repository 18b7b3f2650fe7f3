// SPDX-License-Identifier: Apache-2.0
#include "probe.h"

#include <algorithm>
#include <set>

namespace kleene::engine::exact {
namespace {

constexpr std::size_t max_constants = 64;
constexpr std::size_t max_inputs = 4096;
constexpr std::size_t random_runs = 60;
constexpr std::uint64_t steps_altogether = 40'000'000;
constexpr std::uint64_t steps_at_first = 20'000'000;
constexpr std::uint64_t steps_per_run = 200'000;
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

Probe::Probe(const evidence::Problem& problem, Budget& budget)
    : problem_(problem),
      budget_(budget),
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
  if (!evidence::objection_to(problem_, result).empty()) return std::nullopt;
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

std::optional<evidence::Execution> Probe::follow(const std::vector<Integer>& beginning) {
  Source zeros(*this, beginning, Integer(0));
  if (auto found = run(zeros, steps_per_run)) return found;
  Source any(*this, beginning, std::nullopt);
  return run(any, steps_per_run);
}

} // namespace kleene::engine::exact
