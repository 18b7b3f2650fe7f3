// SPDX-License-Identifier: Apache-2.0
#include "kleene/engine/fuzz/fuzz.h"

#include "kleene/evidence/tried.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "inputs.h"
#include "repetitions.h"
#include "world.h"

namespace kleene::engine::fuzz {
namespace {

/// No round takes more than its share of the effort, so that later ones can make longer runs.
constexpr std::uint64_t rounds_with_time = 4;
/// What starting a run costs, in steps: the limits then hold for programs with short runs too.
constexpr std::uint64_t cost_of_a_run = 500;

/// So many executions can be tried one by one as a proof.
constexpr std::uint64_t most_runs = 20'000;

/// Counts how often each edge is taken in a run, in powers of two, and whether that is new.
class Coverage : public ir::Tracer {
public:
  explicit Coverage(const ir::Program& program) : program_(program) {
    for (const ir::Procedure& procedure : program.procedures) {
      first_.push_back(counts_.size());
      counts_.resize(counts_.size() + procedure.edges.size());
    }
    seen_.resize(counts_.size());
  }

  void step(const Step& step) override {
    const ir::Procedure& procedure = program_.procedure(step.procedure);
    std::size_t index = first_[step.procedure.index()]
                        + static_cast<std::size_t>(step.edge - procedure.edges.data());
    if (counts_[index]++ == 0) touched_.push_back(index);
  }

  /// Ends a run: did it take an edge, or take it in an order of magnitude, as none before?
  bool finish_run() {
    bool is_new = false;
    for (std::size_t index : touched_) {
      auto bucket = static_cast<std::uint8_t>(1U << std::min(7, magnitude(counts_[index])));
      is_new |= (seen_[index] & bucket) == 0;
      seen_[index] |= bucket;
      counts_[index] = 0;
    }
    touched_.clear();
    return is_new;
  }

private:
  static int magnitude(std::uint32_t count) {
    int result = 0;
    while (count >>= 1U)
      ++result;
    return result;
  }
  const ir::Program& program_;
  std::vector<std::size_t> first_;
  std::vector<std::uint32_t> counts_;
  std::vector<std::uint8_t> seen_;
  std::vector<std::size_t> touched_;
};

bool has_few_values(const evidence::Input& input) {
  return input.kind == ir::InputKind::Edge || input.type.is_bool()
         || (input.type.is_machine() && input.type.width() <= 8);
}

/// The first repetition of a state that can go on for ever.
std::optional<evidence::Lasso> accepted(const evidence::Problem& problem,
                                        const Repetitions& repetitions,
                                        Budget& budget,
                                        std::string& objection) {
  for (const evidence::Lasso& lasso : repetitions.lassos()) {
    evidence::LassoJudgement judgement = evidence::judge(problem, lasso, budget);
    if (judgement.accepted()) return lasso;
    objection = judgement.objection;
  }
  return std::nullopt;
}

class Fuzzer {
public:
  Fuzzer(const evidence::Problem& problem,
         const Options& options,
         Budget& budget,
         Observer& observer)
      : problem_(problem),
        options_(options),
        budget_(budget),
        observer_(observer),
        interpreter_(evidence::interpreter_for(problem)),
        constants_(interesting_constants(problem.program)),
        words_(words_of(problem.program)),
        coverage_(problem.program),
        repetitions_(problem.program, coverage_),
        random_(options.seed) {}

  Answer search() {
    observer_.phase("exploring");
    for (unsigned round = 0; !found() && !finished(); ++round) {
      round_is_over_ = false;
      steps_per_run_ = std::min(std::uint64_t(4096) << (3 * std::min(round, 12U)), options_.effort);
      inputs_per_run_ = std::size_t(32) << (2 * std::min(round, 8U));
      round_ = round;
      round_began_at_ = used_;
      play_policies(round);
      for (unsigned i = 0; i < 400 && !ends_round(); ++i)
        play_mutation();
    }
    if (violation_) return simplified(*violation_);
    if (lasso_) return *lasso_;
    bool all_ended = deterministic_ || !endings_.contains(ir::Ending::StepLimit);
    if (few_choices_ && all_ended && refused_.empty())
      return evidence::AllRuns{most_runs, options_.effort};
    return Unknown{reason()};
  }

private:
  bool found() const { return violation_ || lasso_; }
  bool ends_round() const {
    return found() || finished() || round_is_over_
           || used_ - round_began_at_ >= options_.effort / rounds_with_time;
  }
  bool finished() const { return used_ >= options_.effort || deterministic_; }

  void play_policies(unsigned round) {
    for (Policy policy : all_policies) {
      unsigned times = is_fixed(policy) ? 1 : 4 + 4 * std::min(round, 4U);
      for (unsigned i = 0; i < times && !ends_round(); ++i)
        play({}, policy);
    }
  }

  void play_mutation() {
    if (corpus_.empty()) {
      play({}, Policy::Mixed);
      return;
    }
    const auto& base = corpus_[random_.below(corpus_.size())];
    const auto& other = corpus_[random_.below(corpus_.size())];
    play(mutate(base, other, constants_, random_),
         random_.one_in(4) ? Policy::Zeros : Policy::Mixed);
  }

  void play(std::vector<Integer> sequence, Policy then) {
    // A lasso says nothing about memory.
    bool infinite = problem_.events().no_end;
    WorldText world(words_, constants_);
    SequenceSource source(
        std::move(sequence), then, inputs_per_run_, constants_, random_, !infinite, &world);
    evidence::InputRecorder recorder(source);
    if (infinite) repetitions_.begin_run(recorder);
    ir::Tracer& tracer = infinite ? static_cast<ir::Tracer&>(repetitions_) : coverage_;
    ir::RunResult run = execute(recorder, steps_per_run_, &tracer);
    if (infinite) judge_repetitions();
    ++endings_[run.ending];
    few_choices_ &= std::ranges::all_of(recorder.inputs(), has_few_values);
    last_ending_ = run.ending;
    if (violates(run)) {
      violation_ = evidence::Execution{recorder.inputs(), run.steps, recorder.heap()};
    } else if (recorder.inputs().empty() && (recorder.objects() == 0 || round_ > 0)) {
      // Without inputs all runs are the same, but for what lies in memory: only a higher limit can show
      // more.
      round_is_over_ = run.ending == ir::Ending::StepLimit;
      deterministic_ = !round_is_over_;
    }
    if (coverage_.finish_run()) {
      std::vector<Integer> values;
      for (const evidence::Input& input : recorder.inputs())
        values.push_back(input.value);
      corpus_.push_back(std::move(values));
      evidence::tell_tried(observer_, recorder.inputs());
    }
    if (++runs_ % 256 == 0)
      observer_.progress(fmt::format("{} runs, {} of interest", runs_, corpus_.size()));
  }

  ir::RunResult execute(ir::InputSource& inputs, std::uint64_t steps, ir::Tracer* tracer) {
    budget_.check();
    ir::RunOptions run_options;
    run_options.integers = problem_.integers;
    run_options.max_steps = steps;
    run_options.targets = problem_.targets;
    run_options.budget = &budget_;
    ir::RunResult run = interpreter_.run(inputs, run_options, tracer);
    used_ += run.steps + cost_of_a_run;
    return run;
  }

  /// A violation; one that rests on values nobody knows does not count, but is remembered.
  bool violates(const ir::RunResult& run) {
    std::string objection = evidence::objection_to(problem_, run);
    if (objection.empty()) return true;
    bool hit = problem_.events().overflows ? run.overflow.has_value()
                                           : run.ending == ir::Ending::TargetReached;
    if (hit && refused_.empty()) refused_ = objection;
    return false;
  }

  void judge_repetitions() {
    std::string objection;
    lasso_ = accepted(problem_, repetitions_, budget_, objection);
    if (refused_.empty()) refused_ = objection;
  }

  /// The same violation with values that are easier on the eye: zero where it does not matter, and
  /// otherwise as close to zero as halving gets. Long executions stay as they are.
  evidence::Execution simplified(evidence::Execution execution) {
    constexpr std::uint64_t worth_it = 100'000;
    if (execution.steps > worth_it) return execution;
    for (std::size_t i = 0; i < std::min<std::size_t>(execution.inputs.size(), 64); ++i) {
      if (execution.inputs[i].value == 0 || try_value(execution, i, 0)) continue;
      while (execution.inputs[i].value / 2 != 0
             && try_value(execution, i, execution.inputs[i].value / 2)) {
      }
      Integer closer = execution.inputs[i].value < 0 ? 1 : -1;
      for (int n = 0; n < 64 && try_value(execution, i, execution.inputs[i].value + closer); ++n) {
      }
    }
    return execution;
  }

  /// Keeps the changed value, and all that follows from it, if the violation is still there.
  bool try_value(evidence::Execution& execution, std::size_t index, Integer value) {
    evidence::Execution changed = execution;
    changed.inputs[index].value = value;
    ir::InputList list = evidence::inputs_of(changed);
    evidence::InputRecorder recorder(list);
    ir::RunResult run = execute(recorder, 2 * execution.steps, nullptr);
    if (!evidence::objection_to(problem_, run).empty() || recorder.inputs().size() <= index)
      return false;
    execution = {recorder.inputs(), run.steps, recorder.heap()};
    return true;
  }

  std::string reason() const {
    std::string text;
    if (deterministic_) {
      text = fmt::format("the program reads no input, and its one run shows no violation ({})",
                         ir::describe(last_ending_));
    } else {
      text = fmt::format("no violation in {} runs (", runs_);
      bool first = true;
      for (const auto& [ending, count] : endings_) {
        text += fmt::format("{}{}: {}", first ? "" : ", ", ir::describe(ending), count);
        first = false;
      }
      text += ")";
    }
    if (!refused_.empty()) text += "; one run came close, but " + refused_;
    return text;
  }

  const evidence::Problem& problem_;
  Options options_;
  Budget& budget_;
  Observer& observer_;
  ir::Interpreter interpreter_;
  std::vector<Integer> constants_;
  std::vector<std::string> words_;
  Coverage coverage_;
  Repetitions repetitions_;
  Random random_;
  std::vector<std::vector<Integer>> corpus_;
  std::optional<evidence::Execution> violation_;
  std::optional<evidence::Lasso> lasso_;
  std::map<ir::Ending, std::uint64_t> endings_;
  ir::Ending last_ending_ = ir::Ending::Returned;
  std::string refused_;
  std::uint64_t runs_ = 0;
  unsigned round_ = 0;
  std::uint64_t used_ = 0; ///< steps, and the cost of runs
  std::uint64_t round_began_at_ = 0;
  std::uint64_t steps_per_run_ = 0;
  std::size_t inputs_per_run_ = 0;
  bool deterministic_ = false;
  bool few_choices_ = true; ///< so far every input could be tried with all its values
  bool round_is_over_ = false;
};

} // namespace

Answer
fuzz(const evidence::Problem& problem, const Options& options, Budget& budget, Observer& observer) {
  return Fuzzer(problem, options, budget, observer).search();
}

std::optional<evidence::Lasso> find_lasso(const evidence::Problem& problem,
                                          ir::InputSource& inputs,
                                          std::uint64_t steps,
                                          Budget& budget) {
  Coverage unused(problem.program);
  Repetitions repetitions(problem.program, unused);
  evidence::InputRecorder recorder(inputs);
  repetitions.begin_run(recorder);
  ir::RunOptions options;
  options.integers = problem.integers;
  options.max_steps = steps;
  options.budget = &budget;
  ir::Interpreter(problem.program).run(recorder, options, &repetitions);
  std::string objection;
  return accepted(problem, repetitions, budget, objection);
}

std::optional<std::string> obstacle(const evidence::Problem& /*problem*/) {
  return std::nullopt;
}

Answer solve(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  return fuzz(problem, Options(), budget, observer);
}

} // namespace kleene::engine::fuzz
