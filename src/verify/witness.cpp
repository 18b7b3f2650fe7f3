// SPDX-License-Identifier: Apache-2.0
#include "kleene/verify/witness.h"

#include "kleene/engine/fuzz/fuzz.h"
#include "kleene/evidence/claims_program.h"
#include "kleene/support/invariant.h"
#include "kleene/verify/judging.h"
#include "kleene/verify/search.h"
#include "kleene/witness/follow.h"

#include <fmt/core.h>

namespace kleene::verify {
namespace {

using frontend::task::InvariantSet;
using frontend::task::ViolationSequence;

constexpr const char* only_executions =
    "a violation was found, but no execution that could be replayed";
constexpr std::uint64_t most_steps = 50'000'000;
constexpr std::uint64_t steps_of_a_lasso = 1'000'000;

class Confirmation {
public:
  Confirmation(const Question& question, const WitnessWords& words, const PortfolioOptions& options)
      : question_(question),
        problem_(question.problem),
        program_(question.problem.program),
        words_(words),
        options_(options) {}

  WitnessResult confirm(const ViolationSequence& sequence) {
    if (problem_.events().no_end) return confirm_infinite(sequence);
    witness::Followed followed = witness::follow(program_, problem_.targets, sequence);
    ignore(followed.ignored);
    if (auto found = replay_values(sequence)) return *std::move(found);
    Question restricted = about(problem_.about(followed.program));
    auto conclude = [&](const engine::Engine& engine,
                        const engine::Answer& found,
                        Observer& observer) -> Outcome {
      const auto* execution = std::get_if<evidence::Execution>(&found);
      if (execution == nullptr && engine::violated(found) == true) return NoAnswer{only_executions};
      if (execution != nullptr && !passes(*execution, sequence))
        return NoAnswer{"an execution violates the property, but goes another way"};
      return judged(engine, execution != nullptr ? question_ : restricted, found, observer);
    };
    return unless_it_holds(search(restricted, conclude),
                           "the witness is refused: no execution of the program follows it");
  }

  WitnessResult confirm(const InvariantSet& set) {
    witness::Asserted asserted = witness::assert_invariants(program_, set);
    // Evidence is judged on the program with the claims: it has to be the right one.
    // What remembers values of variables beside claims is another program.
    bool claims_only = program_.variables.size() == asserted.program.variables.size();
    if (!program_.concurrent() && claims_only) {
      std::string objection = evidence::objection_to_claims(program_, asserted.program);
      KL_INVARIANT(objection.empty(), objection);
    }
    ignore(asserted.ignored);
    ir::TargetSelection targets = problem_.targets;
    // Invariants are about places. Whether operations overflow, or executions end, is another question.
    bool another = !problem_.events().targets;
    if (another) targets = {};
    targets.labels.insert(std::string(witness::refuted_label));
    Question together = about(problem_.asking(Property::UnreachCall, targets, asserted.program));
    auto conclude = [&](const engine::Engine& engine,
                        const engine::Answer& found,
                        Observer& observer) { return prove(engine, together, found, observer); };
    WitnessResult result = search(together, conclude);
    if (!result.told) return result;
    if (result.told->refutes_witness) {
      // The words show the execution that refutes an invariant.
      result.unknown = "the witness is refused: an invariant does not hold";
      return result;
    }
    if (result.told->violated) return result;
    if (!asserted.ignored.empty())
      // The property may well hold; but that is our proof, and not what the witness says.
      return refused(
          std::move(result),
          fmt::format("the witness is not confirmed: nothing shows {}", asserted.ignored.front()));
    if (!another) return result;
    return search(question_,
                  [&](const engine::Engine& engine,
                      const engine::Answer& found,
                      Observer& observer) { return judged(engine, question_, found, observer); });
  }

private:
  using Conclude =
      std::function<Outcome(const engine::Engine&, const engine::Answer&, Observer& observer)>;

  void ignore(const std::vector<std::string>& parts) {
    for (const std::string& part : parts)
      words_.ignored(part);
  }

  /// The same source, another problem.
  Question about(const evidence::Problem& problem) const {
    return {problem, question_.language, question_.native};
  }

  static WitnessResult refused(WitnessResult result, std::string reason) {
    result.told.reset();
    result.unknown = std::move(reason);
    return result;
  }
  /// A violation was looked for: a proof that there is none refuses the witness.
  static WitnessResult unless_it_holds(WitnessResult result, const char* reason) {
    if (!result.told || result.told->violated) return result;
    return refused(std::move(result), reason);
  }

  /// The program on the values that the witness names: usually that is the execution already. It has
  /// to pass the waypoints.
  std::optional<WitnessResult> replay_values(const ViolationSequence& sequence) {
    options_.observer.phase("replaying the witness");
    witness::WitnessInputs values(program_, sequence);
    evidence::InputRecorder recorder(values);
    ir::RunOptions options;
    options.integers = problem_.integers;
    options.targets = problem_.targets;
    options.max_steps = most_steps;
    options.budget = &options_.budget;
    ir::RunResult run = evidence::interpreter_for(problem_).run(recorder, options);
    if (!evidence::objection_to(problem_, run).empty()) return std::nullopt;
    evidence::Execution execution{recorder.inputs(), run.steps};
    if (!passes(execution, sequence)) return std::nullopt;
    return accept(execution);
  }

  bool passes(const evidence::Execution& execution, const ViolationSequence& sequence) {
    return witness::passes(problem_, execution, sequence, options_.budget);
  }

  /// An infinite execution that goes the way of the witness: with its values, or any that engines find.
  WitnessResult confirm_infinite(const ViolationSequence& sequence) {
    options_.observer.phase("replaying the witness");
    witness::WitnessInputs values(program_, sequence);
    std::optional<evidence::Lasso> lasso =
        engine::fuzz::find_lasso(problem_, values, steps_of_a_lasso, options_.budget);
    if (lasso && witness::passes(problem_, *lasso, sequence, options_.budget))
      if (auto found = accept(*lasso)) return *std::move(found);
    witness::Followed followed = witness::follow_for_ever(program_, sequence);
    ignore(followed.ignored);
    if (followed.cycle == 0)
      return refused({}, "the witness is refused: its cycle is nowhere in the program");
    Question restricted = about(problem_.about(followed.program));
    auto conclude = [&](const engine::Engine& engine,
                        const engine::Answer& found,
                        Observer& observer) { return judged(engine, restricted, found, observer); };
    return unless_it_holds(search(restricted, conclude),
                           "the witness is refused: no infinite execution follows it");
  }

  std::optional<WitnessResult> accept(evidence::Evidence found) {
    Judged judged = judge_evidence(question_, std::move(found), options_.budget, options_.observer);
    const auto* accepted = std::get_if<Accepted>(&judged);
    if (accepted == nullptr) return std::nullopt;
    WitnessResult result{};
    Outcome outcome = words_.accepted(nullptr, question_, *accepted);
    if (auto* told = std::get_if<Told>(&outcome)) result.told = std::move(*told);
    if (auto* error = std::get_if<Diagnostic>(&outcome)) result.error = std::move(*error);
    return result;
  }

  Outcome judged(const engine::Engine& engine,
                 const Question& question,
                 engine::Answer found,
                 Observer& observer) {
    Judged judged = judge_answer(question, std::move(found), options_.budget, observer);
    if (auto* none = std::get_if<NoAnswer>(&judged)) return std::move(*none);
    return words_.accepted(&engine, question, std::get<Accepted>(judged));
  }

  Outcome prove(const engine::Engine& engine,
                const Question& together,
                const engine::Answer& found,
                Observer& observer) {
    const auto* execution = std::get_if<evidence::Execution>(&found);
    // Whatever else violates the program with assertions need not violate the program.
    if (execution == nullptr && engine::violated(found) == true) return NoAnswer{only_executions};
    if (execution == nullptr) return judged(engine, together, found, observer);
    evidence::Trace trace;
    evidence::Replay replay =
        evidence::replay(together.problem, *execution, options_.budget, trace);
    if (!replay.accepted()) return NoAnswer{"an execution does not replay: " + replay.objection};
    if (replay.run.label != witness::refuted_label)
      return judged(engine, question_, found, observer);
    Outcome outcome = words_.refuted(engine, together.problem, replay, trace);
    if (auto* told = std::get_if<Told>(&outcome)) told->refutes_witness = true;
    return outcome;
  }

  WitnessResult search(const Question& question, const Conclude& conclude) {
    WitnessResult result{};
    Choice choice = choose_engines(question, "auto");
    if (choice.able.empty()) return refused(std::move(result), "no engine takes this program");
    PortfolioResult found = try_at_once(
        choice.able,
        [&](const engine::Engine& engine, Observer& observer, const std::vector<std::string>&) {
          return conclude(
              engine, engine.solve(question.problem, options_.budget, observer), observer);
        },
        options_);
    result.told = std::move(found.told);
    result.engine = found.engine;
    result.error = std::move(found.error);
    result.obstacles = std::move(found.obstacles);
    if (!result.told && !result.error) result.unknown = describe(result.obstacles);
    return result;
  }

  const Question& question_;
  const evidence::Problem& problem_;
  const ir::Program& program_;
  const WitnessWords& words_;
  const PortfolioOptions& options_;
};

} // namespace

WitnessResult confirm(const Question& question,
                      const frontend::task::Witness& witness,
                      const WitnessWords& words,
                      const PortfolioOptions& options) {
  Confirmation confirmation(question, words, options);
  return std::visit([&](const auto& content) { return confirmation.confirm(content); },
                    witness.content);
}

} // namespace kleene::verify
