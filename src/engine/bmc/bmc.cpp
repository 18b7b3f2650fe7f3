// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/bmc/bmc.h"

#include "kleene/engine/fuzz/fuzz.h"
#include "kleene/evidence/tried.h"
#include "kleene/smt/session.h"
#include "kleene/symbolic/evaluate.h"
#include "kleene/symbolic/step.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "bit_session.h"
#include "unroll.h"

namespace kleene::engine::bmc {
namespace {

class Search {
public:
  Search(const evidence::Problem& problem, Budget& budget, Observer& observer)
      : problem_(problem),
        terms_(*problem.program.terms),
        budget_(budget),
        observer_(observer),
        simplify_(terms_, problem.integers),
        pool_(terms_, symbolic::first_fresh(problem.program)),
        session_(smt::z3_session({.integers = problem.integers,
                                  .layout = {},
                                  .seconds_per_check = seconds_per_check,
                                  .scalars_only = true},
                                 budget)) {}

  Answer run() {
    observer_.phase("unrolling");
    Bounds bounds;
    while (true) {
      Unrolling unrolling = unroll(
          problem_,
          bounds,
          simplify_,
          pool_,
          [this](const symbolic::Path& path) { return feasible(path); },
          budget_);
      std::size_t open = unrolling.cuts.size();
      observer_.progress(fmt::format("bound {}, {} steps, {} ways cut, {} possible violations",
                                     bounds.rounds,
                                     unrolling.steps,
                                     open,
                                     unrolling.violations.size()));
      if (std::optional<Answer> answer = look_for_violation(unrolling)) return *answer;
      if (std::optional<Answer> answer = look_for_open_end(unrolling)) return *answer;
      bounds = larger(bounds);
    }
  }

private:
  static constexpr double seconds_per_check = 600;
  static constexpr double seconds_at_first = 0.5;
  static constexpr double share_of_bits = 10;
  /// Questions on the way are worth this much time each, and this part of all time in sum.
  static constexpr double seconds_on_the_way = 0.5;
  static constexpr double share_on_the_way = 0.3;

  static Bounds larger(Bounds bounds) {
    return {bounds.rounds + std::max(1U, bounds.rounds / 2),
            bounds.depth + std::max(1U, bounds.depth / 3),
            bounds.steps * 2};
  }

  /// A violating execution, or the reason why there is no need to go on; nothing if there is none.
  std::optional<Answer> look_for_violation(const Unrolling& unrolling) {
    doubtful_ = false;
    Term any = terms_.disj(unrolling.violations);
    if (any.is_false()) return std::nullopt;
    switch (check({any})) {
    case smt::Answer::Unsat:
      return std::nullopt;
    case smt::Answer::Unknown:
      return Unknown{
          "the solver does not know whether an unrolled execution violates the property"};
    case smt::Answer::Sat:
      break;
    }
    if (std::optional<Answer> found = confirmed(choices_of_model(unrolling))) return found;
    // The model may rest on values that nobody knows. An execution that uses none of them exists
    // whatever they are.
    if (check({any, pool_.all_zero()}) == smt::Answer::Sat)
      if (std::optional<Answer> found = confirmed(choices_of_model(unrolling))) return found;
    doubtful_ = true;
    return std::nullopt;
  }

  std::optional<Answer> look_for_open_end(const Unrolling& unrolling) {
    std::vector<Term> open;
    for (const Cut& cut : unrolling.cuts)
      open.push_back(cut.condition);
    Term any = terms_.disj(open);
    if (!any.is_false()) {
      smt::Answer answer = check({any});
      if (answer == smt::Answer::Sat) return repetition(choices_of_model(unrolling));
      if (answer == smt::Answer::Unknown)
        return Unknown{fmt::format("the solver does not know whether executions go beyond {}",
                                   unrolling.cuts.front().where)};
    }
    if (doubtful_)
      return Unknown{"violations may exist, but no counterexample was confirmed: " + refused_};
    return evidence::BoundedProof{.rounds = unrolling.most_rounds, .depth = unrolling.most_depth};
  }

  /// What goes on beyond the bounds may have come back to a state on the way.
  std::optional<Answer> repetition(const evidence::Execution& chosen) {
    if (!problem_.events().no_end) return std::nullopt;
    ir::InputList inputs = evidence::inputs_of(chosen);
    std::optional<evidence::Lasso> lasso =
        fuzz::find_lasso(problem_, inputs, longest_repetition, budget_);
    return lasso ? std::optional<Answer>(*std::move(lasso)) : std::nullopt;
  }

  /// In turns, with more time each; whoever answered the last question begins.
  smt::Answer check(std::initializer_list<Term> conditions) {
    if (problem_.integers != IntegerModel::Machine)
      return check_terms(conditions, seconds_per_check);
    for (double seconds = seconds_at_first; seconds <= seconds_per_check; seconds *= 3)
      for (int turn = 0; turn < 2; ++turn) {
        smt::Answer answer = bits_answer_ ? check_bits(conditions, share_of_bits * seconds)
                                          : check_terms(conditions, seconds);
        if (answer != smt::Answer::Unknown) return answer;
        bits_answer_ = !bits_answer_;
      }
    return smt::Answer::Unknown;
  }
  smt::Answer check_terms(std::initializer_list<Term> conditions, double seconds) {
    in_bits_ = false;
    session_->set_seconds_per_check(seconds);
    return session_->check(conditions);
  }
  smt::Answer check_bits(std::initializer_list<Term> conditions, double seconds) {
    in_bits_ = true;
    return bits_.check(conditions, seconds, budget_);
  }
  /// In the model of the last check.
  Integer value_of(Term t) { return in_bits_ ? bits_.value(t) : session_->value(t).value_or(0); }

  /// Called while unrolling: a quick question, as long as such questions pay.
  bool feasible(const symbolic::Path& path) {
    double before = budget_.seconds_used();
    if (used_on_the_way_ > 1 + share_on_the_way * before) return true;
    bool in_bits = problem_.integers == IntegerModel::Machine && bits_answer_;
    Term condition = path.term(terms_);
    smt::Answer answer = in_bits ? check_bits({condition}, seconds_on_the_way)
                                 : check_terms({condition}, seconds_on_the_way);
    used_on_the_way_ += budget_.seconds_used() - before;
    return answer != smt::Answer::Unsat;
  }

  /// What the environment has to choose, in the order of the execution that the model describes.
  evidence::Execution choices_of_model(const Unrolling& unrolling) {
    symbolic::Evaluator value(problem_.integers, [this](Term t) { return value_of(t); });
    evidence::Execution chosen;
    evidence::HeapWriter heap;
    std::map<std::size_t, std::uint64_t> numbers; // of objects, as executions count them
    for (const InputEvent& event : unrolling.inputs) {
      if (value(event.path.term(terms_)) == 0) continue;
      switch (event.kind) {
      case InputEvent::Kind::Value:
        chosen.inputs.push_back({.value = value(event.value)});
        break;
      case InputEvent::Kind::Edge:
        if (std::optional<Integer> edge = edge_taken(event, value))
          chosen.inputs.push_back({.value = *edge});
        break;
      case InputEvent::Kind::Object:
        heap.object();
        numbers[event.object] = heap.objects();
        break;
      case InputEvent::Kind::Part:
        heap.part(event.offset, event.value.type(), value(event.value));
        break;
      }
    }
    for (const FirstPart& part : unrolling.heap)
      if (auto made = numbers.find(part.object); made != numbers.end())
        heap.part(made->second, part.offset, part.value.type(), value(part.value));
    chosen.heap = heap.contents();
    return chosen;
  }

  /// Which of the edges that can be taken; nothing if there is no choice.
  static std::optional<Integer> edge_taken(const InputEvent& event, symbolic::Evaluator& value) {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < event.open.size(); ++i)
      if (value(event.open[i]) != 0) open.push_back(i);
    for (std::size_t i = 0; i < open.size() && open.size() > 1; ++i)
      if (value(event.taken[open[i]]) != 0) return Integer(i);
    return std::nullopt;
  }

  /// Runs the program on what the environment chooses: is this a violation?
  std::optional<Answer> confirmed(const evidence::Execution& chosen) {
    ir::InputList list = evidence::inputs_of(chosen);
    evidence::InputRecorder recorder(list);
    ir::RunOptions options;
    options.integers = problem_.integers;
    options.targets = problem_.targets;
    options.budget = &budget_;
    options.max_steps = longest_execution;
    ir::RunResult run = evidence::interpreter_for(problem_).run(recorder, options);
    std::string objection = evidence::objection_to(problem_, run);
    if (objection.empty())
      return evidence::Execution{recorder.inputs(), run.steps, recorder.heap()};
    evidence::tell_tried(observer_, recorder.inputs());
    refused_ = std::move(objection);
    return std::nullopt;
  }

  static constexpr std::uint64_t longest_execution = 200'000'000;
  static constexpr std::uint64_t longest_repetition = 1'000'000;

  const evidence::Problem& problem_;
  TermManager& terms_;
  Budget& budget_;
  Observer& observer_;
  symbolic::Simplifier simplify_;
  VariablePool pool_;
  std::unique_ptr<smt::Session> session_;
  BitSession bits_;
  bool in_bits_ = false;    ///< the last question was asked there
  bool bits_answer_ = true; ///< the next question is asked there first
  double used_on_the_way_ = 0;
  bool doubtful_ = false; ///< of the last bound: a violation that could not be confirmed
  std::string refused_;   ///< why
};

} // namespace

std::optional<std::string> obstacle(const evidence::Problem& problem) {
  bool machine = std::ranges::any_of(problem.program.variables,
                                     [](const ir::Variable& v) { return v.type.is_machine(); });
  if (!machine) return "it looks for bugs of programs with machine integers";
  return std::nullopt;
}

Answer solve(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  return Search(problem, budget, observer).run();
}

} // namespace kleene::engine::bmc
